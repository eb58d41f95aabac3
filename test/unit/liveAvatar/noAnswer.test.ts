import {
	closed,
	explain,
	notAllowed,
	refused,
	rejected,
	silent,
	tooLong,
	unreachable,
	type NoAnswer,
} from '../../../nodes/LiveAvatar/chat/noAnswer';
import type { ItemFailure } from '../../../nodes/shared/operation/failure';
import { ServiceError } from '../../../nodes/shared/transport/serviceError';
import type { Transport } from '../../../nodes/shared/transport/types';

const room = { clientChatRoomUrl: 'wss://example.com:8443/live/secret?token=x' };
const inSession = { ...room, sessionId: 's1' };

/** A service that gives this answer when it is asked for a session. */
const saying = (record: object): Transport => ({
	send: async (_request, answer) => answer.parse(record),
});
const unable: Transport = {
	send: async () => {
		throw new ServiceError('No');
	},
};

const failures: Array<[string, ItemFailure, RegExp]> = [
	['an address that is not allowed', notAllowed('It is restricted'), /does not allow to connect to$/],
	['HTTP 403', rejected(403), /not open \(HTTP 403\)/],
	['HTTP 404', rejected(404), /not open \(HTTP 404\)/],
	['HTTP 503', rejected(503), /not available at the moment \(HTTP 503\)/],
	['nobody there', unreachable('ECONNREFUSED', true), /could not be reached$/],
	['an end with a reason', closed(1011, 'The stream has ended'), /\(code 1011: The stream has ended\)$/],
	['an end without one', closed(1006, ''), /before the answer was complete \(code 1006\)$/],
	['silence', silent(1), /no answer within 1 second$/],
	['a long silence', silent(60), /no answer within 60 seconds$/],
	['an answer without end', tooLong(), /longer than/],
	['a refusal', refused({ code: 1216, said: '' }), /does not exist/],
];

test.each(failures)('%s is told in one line, with what to do', (_what, { message, details }, line) => {
	expect(message).toMatch(line);
	expect(message).toMatch(/^[A-Z][^\n]+[^.]$/);
	expect(message).not.toMatch(/error|problem|failure/i);
	expect(details.description).toMatch(/^[A-Z].{20,}/);
});

test('what may pass is tried again: the moment of the service, not its refusal', () => {
	expect([503, 429, 403, 404].map((status) => rejected(status).mayPass)).toEqual([true, true, false, false]);
	expect(
		[closed(1011, ''), silent(1), refused({ code: 1003, said: '' })].some(({ mayPass }) => mayPass),
	).toBe(false);
});

test('only the host of the room is shown, and what had come of the answer is kept', async () => {
	const { failure, isOver } = await explain(closed(1011, ''), room, 'Once upon', unable);
	expect(failure.details.description).toContain('the answer was: "Once upon"');
	expect(failure.details.description).toMatch(/\(Chat room at example\.com:8443\)$/);
	expect(failure.details.description).not.toMatch(/secret|token/);
	expect(isOver).toBe(false);
});

test('what the chat room said is told with its code', () => {
	expect(refused({ code: 1003, said: 'wrong server' }).details).toMatchObject({
		description: expect.stringContaining('wrong server (code 1003)'),
		errorCode: 1003,
	});
});

test('a session that can not answer has a sentence of its own for each state, and what the chat said', async () => {
	const states: Array<[number, RegExp, boolean]> = [
		[1, /does not stream yet$/, false],
		[3, /is closed or has expired$/, true],
		[4, /could not be started$/, true],
	];
	for (const [status, message, over] of states) {
		const record = { _id: 's1', status, error_reason: 'No room' };
		const { failure, isOver } = await explain(rejected(403), inSession, '', saying(record));
		expect(failure.message).toMatch(message);
		expect(failure.message).toContain('s1');
		expect(failure.details).toMatchObject({ id: 's1', kind: 'liveAvatarSession', httpStatus: 403 });
		expect(failure.details.description).toContain('In the chat: The chat room is not open (HTTP 403). ');
		expect(isOver).toBe(over);
		if (status === 4) expect(failure.details.description).toContain('No room');
	}
});

test.each<[string, Transport, RegExp]>([
	['streams', saying({ _id: 's1', status: 2 }), /The status of the session s1 is streaming\.$/],
	['has an unknown status', saying({ _id: 's1', status: 9 }), /The status of the session s1 is unknown\.$/],
	[
		'the service does not know',
		{
			send: async () => {
				throw new ServiceError('No', { code: 1216 });
			},
		},
		/The service knows no session s1: check Session ID\.$/,
	],
	['the service does not tell of', unable, /\(Chat room at example\.com:8443\)$/],
])('where a session %s, the chat speaks for itself', async (_what, transport, end) => {
	const chat: NoAnswer = silent(60);
	const { failure, isOver } = await explain(chat, inSession, '', transport);
	expect(failure.message).toBe(chat.message);
	expect(failure.details.description).toMatch(end);
	expect(isOver).toBe(false);
});
