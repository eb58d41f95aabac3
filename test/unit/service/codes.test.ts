import { ACCOUNT_CODES, CODES_BY_GROUP, SESSION_CODES } from '../../support/codes';
import {
	CODE_TEXTS,
	explainCode,
	isKnownCode,
	isTooFrequent,
	messageOf,
	stopsEverything,
	TEXTS_BY_GROUP,
	type ErrorGroup,
} from '../../../nodes/shared/service/codes';

const GROUPS: ErrorGroup[] = ['token', 'faceSwap', 'liveAvatar', 'videoTranslation', 'image', 'avatarVideo'];
const DOCUMENTED = [
	1003, 1005, 1006, 1007, 1008, 1009, 1010, 1101, 1102, 1108, 1109, 1200, 1201, 1202, 1203, 1204, 1205, 1207,
	1209, 1210, 1211,
];

test('every documented code except success has a text, and so do those of sessions and accounts', () => {
	const codes = [...DOCUMENTED, ...SESSION_CODES, ...ACCOUNT_CODES].sort();
	expect(Object.keys(CODE_TEXTS).map(Number)).toEqual(codes);
});

test('every code of a group is a documented one', () => {
	expect(
		Object.values(CODES_BY_GROUP)
			.flat()
			.filter((code) => code !== 1000 && !isKnownCode(code)),
	).toEqual([]);
	expect(Object.keys(CODES_BY_GROUP)).toEqual(GROUPS);
});

test('every text says what happened in one line, then what to do, and only those of unpaid accounts say the same', () => {
	const codes = Object.keys(CODE_TEXTS).map(Number);
	for (const group of GROUPS) {
		for (const code of [...codes, ...Object.keys(TEXTS_BY_GROUP[group] ?? {}).map(Number)]) {
			const { message, description } = explainCode(code, '', group);
			expect(message).toMatch(/^[A-Z][^\n]{15,100}[^.\s]$/);
			expect(message).not.toMatch(/error|problem|fail/i);
			expect(description).toMatch(/^[A-Z][^\n]*[^.\s]\. \(Code \d+\)$/);
		}
	}
	const messages = new Set(codes.map((code) => messageOf(code, 'videoTranslation')));
	expect(messages.size).toBe(codes.length - ACCOUNT_CODES.length + 1);
});

test('1102 says of the request for a token what is missing there: it carries none itself', () => {
	expect(explainCode(1003, '', 'videoTranslation').description).toMatch(/both languages are codes/);
	expect(explainCode(1102, '', 'token').message).toBe('The Client ID or the Client Secret is missing');
	expect(explainCode(1102, '', 'image').message).toContain('without an access token');
});

test('1210 names 60 frames for live avatars and 30 for translations', () => {
	expect(explainCode(1210, '', 'liveAvatar').message).toBe('The video has more than 60 frames per second');
	expect(explainCode(1210, '', 'videoTranslation').message).toBe(
		'The video has more than 30 frames per second',
	);
});

test('of a video that an avatar is made of, nobody asks for parts, or for half the frames', () => {
	for (const group of ['liveAvatar', 'avatarVideo'] as const) {
		expect(explainCode(1210, '', group).description).toMatch(/60 frames/);
		expect(explainCode(1204, '', group).description).toMatch(/Shorten it/);
		expect(explainCode(1204, '', group).description).not.toMatch(/parts/);
	}
	expect(explainCode(1204, '', 'videoTranslation').description).toMatch(/parts/);
});

test('1101 is a wrong key pair when the token is asked for, and a refused token elsewhere', () => {
	expect(explainCode(1101, '', 'token').message).toMatch(/Client ID and the Client Secret/);
	expect(explainCode(1101, '', 'image').message).toMatch(/token/);
});

test.each([
	[1202, /another language|lip sync/],
	[1203, /audio/],
	[1204, /60 s/],
	[1207, /300 MB/],
	[1210, /30 frames/],
])('the limit behind %i reads as advice', (code, advice) => {
	expect(explainCode(code, '', 'videoTranslation').description).toMatch(advice);
});

test('our text of a known code has the code at its end, and not the words of the service', () => {
	const { message, description } = explainCode(1003, 'modifyImage is empty', 'faceSwap');
	expect(`${message} ${description}`).not.toContain('modifyImage');
	expect(description).toMatch(/\. \(Code 1003\)$/);
});

test('an unknown code falls through to the text of the service, with the code', () => {
	expect(explainCode(1999, 'Moon is full', 'image').message).toBe(
		'The service answered: Moon is full (code 1999)',
	);
	expect(explainCode(1999, ' ', 'image').message).toBe('The service refused the request with code 1999');
});

test('a code decides what comes next: a pause, or nothing more', () => {
	const codes = [...DOCUMENTED, ...SESSION_CODES, ...ACCOUNT_CODES, undefined, 1999];
	expect(codes.filter(isTooFrequent)).toEqual([1005]);
	expect(codes.filter(stopsEverything)).toEqual([1006, 1200, ...ACCOUNT_CODES]);
});
