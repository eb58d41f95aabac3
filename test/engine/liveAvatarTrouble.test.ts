import type { INodeParameters } from 'n8n-workflow';
import { ask, askOn, liveChat, questions } from './liveAvatarSetup';
import { until } from '../support/until';

const live = liveChat();

describe('what goes wrong', () => {
	test('an avatar that never answers, in a session that streams', async () => {
		live.emulator.live.silent = true;
		const session = await live.open();
		const result = await live.engine.run(askOn(), { input: questions(session, 'Hello?') });
		expect(result.json('Node', 1)).toMatchObject([
			{
				error: 'The avatar gave no answer within 3 seconds',
				details: {
					id: session.id,
					kind: 'liveAvatarSession',
					status: 'streaming',
					description: expect.stringContaining(`The status of the session ${session.id} is streaming.`),
				},
			},
		]);
		expect(live.emulator.requestsTo('/session/detail')).toHaveLength(1);
	});

	test('answers that are not JSON, or another one’s, are none', async () => {
		live.emulator.live.invalidJson = true;
		const { error } = await live.engine.run(ask(), { input: questions(await live.open(), 'Hello?') });
		expect(error?.message).toBe('The avatar gave no answer within 3 seconds');
	});

	test('a connection that is closed in the middle of an answer, with what had come of it', async () => {
		live.emulator.live.closeMidAnswer = true;
		// Quiet for longer than a busy machine pauses: otherwise the first part passes for the whole answer.
		const patient = ask({ options: { answerTimeout: 10, quietTime: 5 } });
		const { error } = await live.engine.run(patient, { input: questions(await live.open(), 'Tell me') });
		expect(error?.message).toBe(
			'The chat room closed the connection before the answer was complete (code 1011: The stream has ended)',
		);
		expect(error && 'description' in error && error.description).toContain(
			'Until then the answer was: "You asked',
		);
	});

	test.each([
		['in one message', 1],
		['in many', 10],
	])('an answer that is too large, %s', async (_name, parts) => {
		Object.assign(live.emulator.live, { parts, hugeAnswerBytes: 5_000_000, noise: false });
		const { error } = await live.engine.run(ask({ options: { answerTimeout: 10, quietTime: 5 } }), {
			input: questions(await live.open(), 'All of it'),
		});
		expect(error?.message).toBe('The answer is longer than allowed');
	});

	test('a handshake that is rejected for the moment is tried again', async () => {
		live.emulator.live.rejectHandshake = 503;
		const session = await live.open();
		const running = live.engine.run(ask(), { input: questions(session, 'Hi') });
		await until(() => live.count('rejected') === 1);
		live.emulator.live.rejectHandshake = undefined;
		expect((await running).json('Node')).toMatchObject([{ answer: expect.any(String) }]);
	});

	test('a handshake that stays rejected, or is never answered', async () => {
		const session = await live.open();
		const input = questions(session, 'Hi');
		live.emulator.live.rejectHandshake = 503;
		const rejected = await live.engine.run(ask(), { input });
		expect(rejected.error?.message).toBe('The chat room is not available at the moment (HTTP 503)');
		expect(live.count('rejected')).toBe(3);
		live.emulator.live.rejectHandshake = 0;
		const silent = await live.engine.run(ask(), { input });
		expect(silent.error?.message).toBe('The chat room could not be reached');
		expect(silent.error?.description).toContain('It did not answer in time. Check that');
	});

	test('a room at an address where nobody listens', async () => {
		const urls = {
			clientChatRoomUrl: 'ws://127.0.0.1:9/a/client_1',
			serverChatRoomUrl: 'ws://127.0.0.1:9/a/server_1',
		};
		const { error } = await live.engine.run(ask(urls), { input: [{ question: 'Hi' }] });
		expect(error?.message).toBe('The chat room could not be reached');
		expect(error && 'description' in error && error.description).toContain('ECONNREFUSED. Check that');
	});

	test.each<[string, INodeParameters, RegExp]>([
		[
			'the server of another session',
			{ serverChatRoomUrl: 'ws://127.0.0.1:9/a/server_99' },
			/must be server_\d+/,
		],
		['a voice that does not exist', { voiceId: 'nobody' }, /voice_id nobody does not exist/],
		['a language that is not in the list', { language: 'xx' }, /must be a lang_code of the list/],
	])('a question with %s ends at once, with what the room said', async (_what, parameters, said) => {
		const session = await live.open();
		const patient = { ...parameters, options: { answerTimeout: 3600, quietTime: 0.2 } };
		const { error } = await live.engine.run(ask(patient), { input: questions(session, 'Hi') });
		expect(error?.message).toBe('The service rejected a value, or a value is missing');
		const description = String(error && 'description' in error && error.description);
		expect(description).toMatch(said);
		expect(description).toMatch(/^Check that Server Chat Room URL .* Voice and Language .* \(code 1003\)/);
		expect(description).not.toContain('ask again');
		expect(error).toMatchObject({ context: { data: { id: session.id, errorCode: 1003 } } });
	});
});
