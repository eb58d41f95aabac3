import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { AnswerReader } from '../../nodes/LiveAvatar/chat/answer';
import { openEnvelope } from '../../nodes/shared/transport/envelope';
import { Secrets } from '../../nodes/shared/transport/redact';
import { growsWithLength, timeOf } from '../support/work';

/* A hostile or broken text must not hold n8n's single thread, so the work for it may only grow with its length. */

jest.setTimeout(300_000);

/** Each regular expression of the source. */
function expressionsIn(file: string): RegExp[] {
	const found: RegExp[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isRegularExpressionLiteral(node)) {
			const end = node.text.lastIndexOf('/');
			found.push(new RegExp(node.text.slice(1, end), node.text.slice(end + 1).replace(/[gy]/g, '')));
		}
		node.forEachChild(visit);
	};
	visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest));
	return found;
}

/** Repeats each character and each word of an expression, and one of each usual class, up to an end that does not fit. */
function* textsFor({ source }: RegExp): Generator<string> {
	const words = source.match(/[^\\[\](){}.*+?|^$]{2,}/g) ?? [];
	for (const piece of new Set([...source, ...'aZ1 _-/.:,"', ...words])) {
		for (const begin of ['', ...words]) {
			for (const end of ['x', '\n']) yield begin + piece.repeat(10_000 / piece.length) + end;
		}
	}
}

test('no regular expression takes quadratic work for texts of its own characters', () => {
	const all = globSync('{nodes,credentials}/**/*.ts').flatMap(expressionsIn);
	const expressions = [...new Map(all.map((each) => [String(each), each])).values()];
	expect(expressions.length).toBeGreaterThan(80);
	// Linear work takes less than a millisecond, and quadratic work more than 50.
	const isSlow = (expression: RegExp, text: string) =>
		[1, 2, 3].every(() => timeOf(() => expression.test(text)) > 15);
	const slow = expressions.filter((expression) =>
		[...textsFor(expression)].some((text) => isSlow(expression, text)),
	);
	expect(slow).toEqual([]);
});

test('a chat takes work in proportion to its frames', () => {
	const part = JSON.stringify({ type: 'chat', payload: { message_id: 'm', answer: 'a word' } });
	const asked = { messageId: 'm', question: 'How are you?', answerTimeout: 1, quietTime: 1 };
	const work = (frames: number) => {
		const reader = new AnswerReader({ ...asked, endsAt: Infinity, askedAt: 0 });
		for (let count = 0; count < frames; count++) reader.take(part, count / 1_000);
	};
	expect(growsWithLength((length) => length / part.length, work)).toBe(true);
});

test('an answer takes work in proportion to its length, also to find secrets in it', () => {
	const secrets = new Secrets('a-secret-of-32-characters-length', 'aaaaaaaaaaaaaaab');
	for (const piece of ['a', '"', '://a@', '<script']) {
		const textOf = (length: number) => piece.repeat(length / piece.length);
		const work = (text: string) => [openEnvelope(text), secrets.redactAll({ [text]: [text] })];
		expect([piece, growsWithLength(textOf, work)]).toEqual([piece, true]);
	}
});
