import type { Trouble } from '../../../nodes/LiveAvatar/chat/line';
import { wordsFor, wordsForSession } from '../../../nodes/LiveAvatar/chat/words';

const circumstances = { host: 'example.com', handshakeSeconds: 15, answerSeconds: 1, soFar: '' };
const troubles: Array<[Trouble, RegExp]> = [
	[{ why: 'notAllowed', reason: 'It is restricted' }, /does not allow to connect to$/],
	[{ why: 'rejected', httpStatus: 403 }, /not open \(HTTP 403\)/],
	[{ why: 'rejected', httpStatus: 404 }, /not open \(HTTP 404\)/],
	[{ why: 'rejected', httpStatus: 503 }, /not available at the moment \(HTTP 503\)/],
	[{ why: 'rejected', httpStatus: 200, code: 1219, said: 'closed' }, /^The session is closed$/],
	[{ why: 'unreachable', fault: 'ECONNREFUSED' }, /could not be reached$/],
	[{ why: 'noHandshake' }, /within 15 seconds/],
	[{ why: 'tooLarge' }, /too large/],
	[
		{ why: 'closed', code: 1011, reason: 'The stream has ended' },
		/before it answered \(code 1011: The stream has ended\)/,
	],
	[{ why: 'closed', code: 1006, reason: '' }, /\(code 1006: cut without a goodbye\)/],
	[{ why: 'closed', code: 1011, reason: '' }, /\(code 1011\)$/],
	[{ why: 'silent' }, /no answer within 1 second$/],
	[{ why: 'silent', refusal: { code: 1003, said: 'to' } }, /no answer within 1 second$/],
	[{ why: 'tooLong' }, /longer than/],
	[{ why: 'refused', code: 1216, said: '' }, /does not exist/],
];

test.each(troubles)('%j is told in one line, with what to do', (trouble, line) => {
	const { message, description } = wordsFor(trouble, circumstances);
	expect(message).toMatch(line);
	expect(message).toMatch(/^[A-Z][^\n]+[^.]$/);
	expect(message).not.toMatch(/error|problem|failure/i);
	expect(description).toMatch(/^[A-Z].{20,} \(Chat room at example\.com\)$/);
});

test('what had come of the answer is kept', () => {
	const { message, description } = wordsFor(
		{ why: 'closed', code: 1011, reason: '' },
		{ ...circumstances, soFar: 'Once upon' },
	);
	expect(message).toContain('in the middle of the answer');
	expect(description).toContain('the answer was: "Once upon"');
});

test('what the chat room said meanwhile is told with its code', () => {
	const words = wordsFor({ why: 'silent', refusal: { code: 1003, said: 'wrong server' } }, circumstances);
	expect(words.description).toContain('wrong server (code 1003)');
	expect(words.errorCode).toBe(1003);
});

test('a session that can not answer has a sentence of its own for each state', () => {
	const sentences = ['closed', 'failed', 'queued', 'notThere'].map((status) =>
		wordsForSession('s1', { status }),
	);
	expect(new Set(sentences.map((words) => words?.message)).size).toBe(4);
	for (const words of sentences) expect(words?.message).toContain('s1');
	expect(wordsForSession('s1', { status: 'failed', reason: 'No room' })?.description).toContain('No room');
	expect(wordsForSession('s1', { status: 'streaming' })).toBeUndefined();
	expect(wordsForSession('s1', { status: 'unknown' })).toBeUndefined();
});
