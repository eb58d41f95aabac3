import { askOn, closing, liveChat, questions } from './liveAvatarSetup';

const live = liveChat();

describe('of a session that can not answer it is told why', () => {
	const first = async (session: Record<string, unknown>) => {
		const result = await live.engine.run(askOn(), {
			input: [
				{ ...session, question: 'Hi' },
				{ ...session, question: 'And?' },
			],
		});
		const [one, two] = result.json('Node', 1);
		return { one, two, errors: [one?.error, two?.error] };
	};

	test('closed, and asked once', async () => {
		const session = await live.open();
		await live.engine.run(closing(session.id));
		const { errors, one } = await first(session);
		expect(errors).toEqual(Array(2).fill(`The session ${session.id} is closed or has expired`));
		expect(one?.details).toMatchObject({ id: session.id, status: 'closed', httpStatus: 403 });
		expect(live.count('rejected')).toBe(1);
	});

	test('expired of silence', async () => {
		live.emulator.live.idleMs = 1;
		const session = await live.open();
		const { errors } = await first(session);
		expect(errors[0]).toBe(`The session ${session.id} is closed or has expired`);
	});

	test('closed by someone in the middle of it', async () => {
		const session = await live.open();
		live.emulator.live.partMs = 60;
		live.emulator.live.answer = (question) => {
			if (question === 'Second') live.emulator.live.idleMs = 0;
			return 'An answer in parts';
		};
		// Quiet for longer than a busy machine pauses: otherwise a part passes for the whole answer.
		const patient = askOn({ options: { answerTimeout: 10, quietTime: 1 } });
		const result = await live.engine.run(patient, { input: questions(session, 'First', 'Second') });
		expect(result.json('Node')).toMatchObject([{ question: 'First', answer: 'An answer in parts' }]);
		expect(result.json('Node', 1)).toMatchObject([
			{ error: `The session ${session.id} is closed or has expired` },
		]);
	});

	test('not streaming yet', async () => {
		live.emulator.live.startMs = 60_000;
		const session = await live.open();
		const { errors } = await first(session);
		expect(errors[0]).toBe(`The session ${session.id} does not stream yet`);
	});

	test('not started', async () => {
		live.emulator.live.failStart = true;
		const session = await live.open();
		const { errors } = await first(session);
		expect(errors[0]).toBe(`The session ${session.id} could not be started`);
	});

	test('unknown', async () => {
		const { streamUrls } = await live.open();
		const clientChatRoomUrl = streamUrls.clientChatRoomUrl.replace('stream-', 'gone-');
		const { one } = await first({ id: 'nobody', streamUrls: { ...streamUrls, clientChatRoomUrl } });
		expect(one).toMatchObject({
			error: 'The chat room is not open (HTTP 404)',
			details: {
				description: expect.stringContaining('The service knows no session nobody: check Session ID.'),
			},
		});
	});

	test('and without a session ID the room speaks for itself', async () => {
		const { streamUrls, id } = await live.open();
		await live.engine.run(closing(id));
		const { one } = await first({ streamUrls });
		expect(one).toMatchObject({
			error: 'The chat room is not open (HTTP 403)',
			details: { httpStatus: 403 },
		});
	});

	test.each([1008, 1009, 1101, 1200, 1214, 1215, 1219])(
		'and code %i of the look at it hides nothing',
		async (code) => {
			live.emulator.live.rejectHandshake = 403;
			const session = await live.open();
			live.emulator.faults.add({ kind: 'code', code, match: { path: 'session/detail' }, times: Infinity });
			const { one } = await first(session);
			expect(one?.error).toMatch(/^The chat room is not open/);
			const told = String(Object(one?.details).description);
			expect(told.includes(`The service knows no session ${session.id}`)).toBe(code === 1008);
		},
	);
});
