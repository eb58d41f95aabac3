import { chain, node, single } from '../support/engine';
import { ask, askOn, asking, liveChat, questions, quick } from './liveAvatarSetup';

const live = liveChat();

describe('a question', () => {
	test('gets the joined answer, with everything that a next question needs', async () => {
		const session = await live.open();
		const result = await live.engine.run(ask(), { input: questions(session, 'How are you?') });
		expect(result.error).toBeUndefined();
		expect(result.json('Node')).toEqual([
			{
				question: 'How are you?',
				answer: 'You asked: How are you? That is a good question, and this is the answer of the avatar.',
				messageId: expect.stringMatching(/^[0-9a-f-]{36}$/),
				sessionId: session.id,
				streamUrls: session.streamUrls,
			},
		]);
		expect(live.received()).toEqual([
			{
				to: expect.stringMatching(/^server_\d+$/),
				message_id: result.json('Node')[0]?.messageId,
				mode_type: 2,
				question: 'How are you?',
			},
		]);
	});

	test('carries what was chosen, to the server without its suffix', async () => {
		live.emulator.shapes.serverUrlSuffix = '.chat';
		const session = await live.open();
		expect(session.streamUrls.serverChatRoomUrl).toMatch(/\.chat$/);
		const list = (value: string) => ({ __rl: true, mode: 'list', value });
		const result = await live.engine.run(
			ask({
				voiceId: list('voice-amy'),
				language: list('de'),
				promptFrom: 'url',
				promptContent: 'https://example.com/role.pdf',
				options: { ...quick, messageId: '={{ "row-" + $json.row }}' },
			}),
			{ input: [{ ...session, question: 'Wer bist du?', row: 7 }] },
		);
		expect(result.json('Node')).toMatchObject([
			{ messageId: 'row-7', answer: expect.stringContaining('role.pdf') },
		]);
		expect(live.received()).toEqual([
			{
				to: expect.stringMatching(/^server_\d+$/),
				message_id: 'row-7',
				voice_id: 'voice-amy',
				language: 'de',
				mode_type: 2,
				prompt: { from: 'url', content: 'https://example.com/role.pdf' },
				question: 'Wer bist du?',
			},
		]);
	});

	test('is repeated in the mode that repeats, without a role', async () => {
		const parameters = { modeType: 1, promptContent: 'a pirate' };
		const result = await live.engine.run(ask(parameters), {
			input: questions(await live.open(), 'Welcome!'),
		});
		expect(result.json('Node')).toMatchObject([{ answer: 'Welcome!' }]);
		expect(live.received()).toMatchObject([{ mode_type: 1 }]);
		expect(live.received()[0]).not.toHaveProperty('prompt');
	});

	test('to a paused session wakes it', async () => {
		const session = await live.open();
		const pause = single('liveAvatar', { resource: 'session', operation: 'pause', sessionId: session.id });
		await live.engine.run(pause);
		const result = await live.engine.run(ask(), { input: questions(session, 'Still there?') });
		expect(result.json('Node')).toMatchObject([{ answer: expect.stringContaining('Still there?') }]);
	});

	test('is answered in full when the parts take longer than the time-out, one after another', async () => {
		Object.assign(live.emulator.live, { parts: 10, partMs: 300 });
		const patience = { answerTimeout: 2, quietTime: 2 };
		const result = await live.engine.run(ask({ options: patience }), {
			input: questions(await live.open(), 'Long?'),
		});
		expect(result.json('Node')).toMatchObject([{ answer: expect.stringMatching(/Long\?.*avatar\.$/) }]);
	});

	test('can follow another, with pause and close behind it, without typing', async () => {
		const session = await live.open();
		const step = (name: string, question: string) => node(name, 'liveAvatar', asking({ question }));
		const end = (operation: string) => node(operation, 'liveAvatar', { resource: 'session', operation });
		const steps = chain(step('One', 'First'), step('Two', 'Second'), end('close'));
		const result = await live.engine.run(steps, { input: [session] });
		expect(result.error).toBeUndefined();
		expect(result.json('Two')).toMatchObject([
			{ question: 'Second', sessionId: session.id, streamUrls: session.streamUrls },
		]);
		expect(result.json('close')).toEqual([{ success: true, id: session.id }]);
	});

	test('that is asked in another session than that of the input item puts out no stream of that one', async () => {
		const [asked, other] = [await live.open(), await live.open()];
		const { clientChatRoomUrl, serverChatRoomUrl } = asked.streamUrls;
		const result = await live.engine.run(ask({ clientChatRoomUrl, serverChatRoomUrl }), {
			input: questions(other, 'Hi'),
		});
		expect(result.json('Node')[0]?.streamUrls).toEqual({ clientChatRoomUrl, serverChatRoomUrl });
	});

	test('needs no session ID', async () => {
		const { streamUrls } = await live.open();
		const result = await live.engine.run(ask(), { input: [{ streamUrls, question: 'Hi' }] });
		expect(result.json('Node')[0]).not.toHaveProperty('sessionId');
		expect(live.emulator.requests).toEqual([]);
	});
});

describe('many questions', () => {
	test('go over one connection, one after another in their order, each with an id of its own', async () => {
		const texts = Array.from({ length: 8 }, (_, index) => `Question ${index}?`);
		const result = await live.engine.run(ask(), { input: questions(await live.open(), ...texts) });
		expect(result.json('Node').map(({ question }) => question)).toEqual(texts);
		for (const { question, answer } of result.json('Node')) expect(answer).toContain(question);
		expect(result.output('Node').map(({ pairedItem }) => pairedItem)).toEqual(
			texts.map((_, item) => ({ item })),
		);
		expect(live.count('connected')).toBe(1);
		expect(live.received().map(({ question }) => question)).toEqual(texts);
		expect(new Set(live.received().map(({ message_id }) => message_id)).size).toBe(8);
		const events = live.emulator.chats.filter(
			({ event, text }) => event === 'received' || text.includes('"answer'),
		);
		const last = events.findLastIndex(({ text }) => text.includes('Question 0?'));
		const next = events.findIndex(({ text }) => text.includes('Question 1?'));
		expect(last).toBeLessThan(next);
	});

	test('in several rooms have a connection each', async () => {
		const sessions = await Promise.all([live.open(), live.open(), live.open()]);
		const input = [0, 1].flatMap((turn) => sessions.flatMap((session) => questions(session, `Turn ${turn}`)));
		const result = await live.engine.run(ask(), { input });
		expect(result.json('Node').map(({ sessionId }) => sessionId)).toEqual(input.map(({ id }) => id));
		expect(live.count('connected')).toBe(3);
	});

	test('go on over a new connection when the old one was lost', async () => {
		live.emulator.live.closeMidAnswer = true;
		live.emulator.live.answer = (question) => {
			live.emulator.live.closeMidAnswer = question === 'First';
			return `Answer to ${question}, in three parts`;
		};
		const result = await live.engine.run(askOn(), { input: questions(await live.open(), 'First', 'Second') });
		expect(result.json('Node')).toMatchObject([{ answer: 'Answer to Second, in three parts' }]);
		expect(result.json('Node', 1)).toMatchObject([
			{ error: expect.stringContaining('before the answer was complete') },
		]);
		expect(live.count('connected')).toBe(2);
	});

	test('end with the first that fails, when the node is to stop then', async () => {
		live.emulator.live.silent = true;
		const result = await live.engine.run(ask(), {
			input: questions(await live.open(), 'One', 'Two', 'Three'),
		});
		expect(result.error?.message).toBe('The avatar gave no answer within 3 seconds');
		expect(live.received().map(({ question }) => question)).toEqual(['One']);
	});
});
