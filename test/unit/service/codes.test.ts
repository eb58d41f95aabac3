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
