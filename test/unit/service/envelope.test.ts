import { tokenIn } from '../../../nodes/shared/transport/token';
import { openEnvelope } from '../../../nodes/shared/transport/verdict';
import * as codesOf from '../../../nodes/shared/service/failure';
import type { ErrorGroup } from '../../../nodes/shared/service/failure';

const { CODE_TEXTS, explainCode, isForAll, isTooFrequent, messageOf, TEXTS_BY_GROUP } = codesOf;
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
const SESSION_CODES = [1214, 1215, 1216, 1219];
const GROUPS: ErrorGroup[] = ['token', 'faceSwap', 'liveAvatar', 'videoTranslation', 'image', 'avatarVideo'];
const DOCUMENTED = [
	1003, 1005, 1006, 1007, 1008, 1009, 1010, 1101, 1102, 1108, 1109, 1200, 1201, 1202, 1203, 1204, 1205, 1207,
	1209, 1210, 1211,
];

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

test("an unknown code and a vague code give the service's words, and a clear code does not", () => {
	const described = (code: number) => explainCode(code, 'Moon is full', 'image').description;
	expect(explainCode(1999, ' ', 'image').message).toBe('The service refused the request (code 1999)');
	expect(described(1999)).toMatch(/^The service says: Moon is full\. \S/);
	const vague = Object.keys(CODE_TEXTS).filter((code) => described(Number(code)).includes('Moon is full. '));
	expect(vague.join()).toBe('1003,1009,1010,1015,1016,1103,1104,1108,1109,1201,1205,1211,1213,1221');
});

test('only 1005 asks for a pause, and codes of the account stop everything', () => {
	const codes = [...DOCUMENTED, ...SESSION_CODES, ...ACCOUNT_CODES, undefined, 1999];
	expect(codes.filter(isTooFrequent)).toEqual([1005]);
	expect(codes.filter(isForAll)).toEqual([1006, 1200, ...ACCOUNT_CODES]);
});
