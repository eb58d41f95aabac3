import { tokenIn } from '../../../nodes/shared/transport/token';
import { openEnvelope } from '../../../nodes/shared/transport/verdict';
import * as codesOf from '../../../nodes/shared/service/failure';
import type { ErrorGroup } from '../../../nodes/shared/service/failure';
import { isNextStep } from '../../../nodes/shared/service/nextStep';
import { keysOf } from '../../../nodes/shared/service/values';
import { testTable } from '../../support/table';

const { CODE_TEXTS, explainCode, messageOf, TEXTS_BY_GROUP } = codesOf;
const found = { error_code: 0, landmarks: [] };
test.each([
	[{ code: 1000, msg: 'OK', data: { _id: 'a1' } }, { _id: 'a1' }],
	[{ code: '1000', data: 1 }, 1],
	[{ code: 1000 }, undefined],
	['{"code":1000,"data":[1]}', [1]],
	[found, found],
	[{ error_code: '0' }, { error_code: '0' }],
	[{ error_code: 0, data: found }, found],
	[{ code: 1000, data: 1, all_results: [2] }, { all_results: [2] }],
])('%j is opened as a success', (body, data) => {
	expect(openEnvelope(body)).toMatchObject({ ok: true, data });
});

test.each([
	[{ code: 1003, msg: ' Param  missing ' }, 1003, 'Param missing'],
	[{ code: '1101', msg: 'no' }, 1101, 'no'],
	[{ error_code: 7, error_msg: 'out of range' }, 7, 'out of range'],
	[{ code: 0, msg: 'x' }, 0, 'x'],
	[{ error_code: 1000, error_msg: 'x' }, 1000, 'x'],
])('%j is opened as a refusal with code and text', (body, code, message) => {
	expect(openEnvelope(body)).toMatchObject({ ok: false, code, message });
});

test.each([
	[{ code: 1000, token: ' t ' }, 't'],
	[{ code: 1000, data: { token: 't' } }, 't'],
	[{ code: 1000, data: 't' }, 't'],
	[{ code: 1000, data: {} }, ''],
	[{ code: 1000, token: 12 }, ''],
])('the token of %j is %j', (body, token) => {
	const envelope = openEnvelope(body);
	expect(envelope.ok && tokenIn(envelope)).toBe(token);
});

test.each([null, undefined, '', 7, [], {}, { data: 1 }, { code: 'x' }, { code: null }, '{"code":'])(
	'%j is not an envelope, and gives no code',
	(body) => expect(openEnvelope(body)).toMatchObject({ ok: false, code: undefined }),
);

/** Codes that the interface does not list (service.md: Errors). */
const ACCOUNT_CODES = [1103, 1104, 1213, 1221];
const GROUPS: ErrorGroup[] = ['token', 'faceSwap', 'liveAvatar', 'videoTranslation', 'image', 'avatarVideo'];

test('every code has a one-line message and advice, and only unpaid accounts share a message', () => {
	const codes = Object.keys(CODE_TEXTS).map(Number);
	for (const group of GROUPS) {
		for (const code of [...codes, ...Object.keys(TEXTS_BY_GROUP[group] ?? {}).map(Number)]) {
			const { message, description } = explainCode(code, '', group);
			expect(message).toMatch(/^[A-Z][^\n.]{15,100} \(code \d+\)$/);
			expect(message).not.toMatch(/error|problem|fail/i);
			// One sentence is one next step.
			expect(description).toMatch(/^(?!.*[.] )[A-Z][^\n]*[^.\s]\.$/);
		}
	}
	const messages = new Set(codes.map((code) => messageOf(code, 'videoTranslation')));
	expect(messages.size).toBe(codes.length - ACCOUNT_CODES.length);
});

/** What is said of a code, and what follows from it, if the service says "Moon is full". */
testTable([__dirname, 'codes.txt', 2], '%s of %s', (text = '', name = '') => {
	const code = text === 'none' ? undefined : Number(text);
	const rules = keysOf(codesOf).filter((key) => /^is[A-Z]/.test(key));
	const follows = rules.filter((key) => Reflect.apply(codesOf[key] as () => boolean, null, [code]));
	if (code === undefined) return follows.join(' ');
	const { message, next, description, ...needs } = explainCode(code, ' Moon is full', name as ErrorGroup);
	return [message, next, description, JSON.stringify(needs), follows.join(' ')].join(' | ');
});

/** What a failed item has of a next step and the details that it is made with. */
testTable([__dirname, 'steps.txt', 2], '%s with %s', (step = '', details = '') => {
	if (!isNextStep(step)) return 'no step';
	const { message: _message, ...made } = new codesOf.Failure('x', step, JSON.parse(details));
	return JSON.stringify(made.details);
});
