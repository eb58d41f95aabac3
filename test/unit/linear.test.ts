import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { openEnvelope } from '../../nodes/shared/transport/verdict';
import { Secrets } from '../../nodes/shared/transport/redact';

/* A hostile or broken text must not hold n8n's single thread, so the work for it may only grow with its length. */

jest.setTimeout(300_000);

/** In milliseconds of the processor. */
function timeOf(work: () => unknown): number {
	const before = process.cpuUsage();
	work();
	return process.cpuUsage(before).user / 1_000;
}

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

test('an answer of 160,000 characters, with secrets to find in it, takes less than a second', () => {
	const secrets = new Secrets('a-secret-of-32-characters-length', 'aaaaaaaaaaaaaaab');
	const work = (text: string) => [openEnvelope(text), secrets.redactAll({ [text]: [text] })];
	const texts = ['a', '"', '://a@', '<script'].map((piece) => piece.repeat(160_000 / piece.length));
	expect(texts.filter((text) => timeOf(() => work(text)) > 1_000)).toEqual([]);
});
