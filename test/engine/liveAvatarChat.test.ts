import type { INodeParameters } from 'n8n-workflow';
import { startEmulator, type Emulator } from '../emulator';
import { defaultLiveBehaviour } from '../emulator/live/behaviour';
import { chain, node, single, startEngine, type Engine } from '../support/engine';

let emulator: Emulator;
let engine: Engine;

beforeAll(async () => {
	emulator = await startEmulator();
	engine = await startEngine({ emulator });
});
afterAll(async () => {
	await engine.close();
	await emulator.close();
});
beforeEach(() => {
	const { rejectHandshake, hugeAnswerBytes } = { rejectHandshake: undefined, hugeAnswerBytes: undefined };
	Object.assign(emulator.live, {
		...defaultLiveBehaviour,
		rejectHandshake,
		hugeAnswerBytes,
		maxOpen: 500,
		startMs: 0,
	});
	emulator.requests.length = 0;
	emulator.chats.length = 0;
	engine.logs.clear();
});
afterEach(async () => {
	emulator.faults.clear();
	emulator.shapes.serverUrlSuffix = '';
	// Whatever a test did, no connection is left open.
	await until(() => count('closed') === count('connected'));
});

interface Session extends Record<string, unknown> {
	id: string;
	streamUrls: Record<'clientPullStreamUrl' | 'clientChatRoomUrl' | 'serverChatRoomUrl', string>;
}

async function open(): Promise<Session> {
	const parameters = {
		resource: 'session',
		operation: 'create',
		avatarId: 'Ada_1080P_back',
		waitForCompletion: false,
	};
	const [created] = (await engine.run(single('liveAvatar', parameters))).json('Node');
	emulator.requests.length = 0;
	return created as never;
}

const quick = { answerTimeout: 1, quietTime: 0.2 };
const asking = (parameters: INodeParameters = {}): INodeParameters => ({
	resource: 'chat',
	operation: 'sendMessage',
	question: '={{ $json.question }}',
	options: quick,
	...parameters,
});
const ask = (parameters?: INodeParameters) => single('liveAvatar', asking(parameters));
const askOn = (parameters?: INodeParameters) =>
	single('liveAvatar', asking(parameters), { onError: 'continueErrorOutput' });

const count = (event: string) => emulator.chats.filter((entry) => entry.event === event).length;
/** The payloads that the emulator received, in their order. */
const received = (): Array<Record<string, unknown>> =>
	emulator.chats
		.filter(({ event }) => event === 'received')
		.map(({ text }) => ({ to: JSON.parse(text).to, ...JSON.parse(JSON.parse(text).payload) }));
const closings = () => emulator.requestsTo('/session/close').map(({ body }) => (body as { id: string }).id);

async function until(isSo: () => boolean): Promise<void> {
	for (let tries = 0; tries < 500 && !isSo(); tries++)
		await new Promise((resolve) => setTimeout(resolve, 10));
	expect(isSo()).toBe(true);
}

const questions = (session: Session, ...texts: string[]) =>
	texts.map((question) => ({ ...session, question }));

describe('a question', () => {
	test('gets the joined answer, with everything that a next question needs', async () => {
		const session = await open();
		const result = await engine.run(ask(), { input: questions(session, 'How are you?') });
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
		expect(received()).toEqual([
			{
				to: expect.stringMatching(/^server_\d+$/),
				message_id: result.json('Node')[0]?.messageId,
				mode_type: 2,
				question: 'How are you?',
			},
		]);
	});

	test('carries what was chosen, to the server without its suffix', async () => {
		emulator.shapes.serverUrlSuffix = '.chat';
		const session = await open();
		expect(session.streamUrls.serverChatRoomUrl).toMatch(/\.chat$/);
		const list = (value: string) => ({ __rl: true, mode: 'list', value });
		const result = await engine.run(
			ask({
				voiceId: list('voice-1'),
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
		expect(received()).toEqual([
			{
				to: expect.stringMatching(/^server_\d+$/),
				message_id: 'row-7',
				voice_id: 'voice-1',
				language: 'de',
				mode_type: 2,
				prompt: { from: 'url', content: 'https://example.com/role.pdf' },
				question: 'Wer bist du?',
			},
		]);
	});

	test('is repeated in the mode that repeats, without a role', async () => {
		const parameters = { modeType: 1, promptContent: 'a pirate' };
		const result = await engine.run(ask(parameters), { input: questions(await open(), 'Welcome!') });
		expect(result.json('Node')).toMatchObject([{ answer: 'Welcome!' }]);
		expect(received()).toMatchObject([{ mode_type: 1 }]);
		expect(received()[0]).not.toHaveProperty('prompt');
	});

	test('to a paused session wakes it', async () => {
		const session = await open();
		const pause = single('liveAvatar', { resource: 'session', operation: 'pause', sessionId: session.id });
		await engine.run(pause);
		const result = await engine.run(ask(), { input: questions(session, 'Still there?') });
		expect(result.json('Node')).toMatchObject([{ answer: expect.stringContaining('Still there?') }]);
	});

	test('is answered in full when the parts take longer than the time-out, one after another', async () => {
		Object.assign(emulator.live, { parts: 8, partMs: 300 });
		const patience = { answerTimeout: 1, quietTime: 0.6 };
		const result = await engine.run(ask({ options: patience }), { input: questions(await open(), 'Long?') });
		expect(result.json('Node')).toMatchObject([{ answer: expect.stringMatching(/Long\?.*avatar\.$/) }]);
	});

	test('can follow another, with pause and close behind it, without typing', async () => {
		const session = await open();
		const step = (name: string, question: string) => node(name, 'liveAvatar', asking({ question }));
		const end = (operation: string) => node(operation, 'liveAvatar', { resource: 'session', operation });
		const steps = chain(step('One', 'First'), step('Two', 'Second'), end('close'));
		const result = await engine.run(steps, { input: [session] });
		expect(result.json('Two')).toMatchObject([
			{ question: 'Second', sessionId: session.id, streamUrls: session.streamUrls },
		]);
		expect(result.json('close')).toEqual([{ success: true, id: session.id }]);
	});

	test('needs no session ID', async () => {
		const { streamUrls } = await open();
		const result = await engine.run(ask(), { input: [{ streamUrls, question: 'Hi' }] });
		expect(result.json('Node')[0]).not.toHaveProperty('sessionId');
		expect(emulator.requests).toEqual([]);
	});
});

describe('many questions', () => {
	test('go over one connection, one after another in their order, each with an id of its own', async () => {
		const texts = Array.from({ length: 8 }, (_, index) => `Question ${index}?`);
		const result = await engine.run(ask(), { input: questions(await open(), ...texts) });
		expect(result.json('Node').map(({ question }) => question)).toEqual(texts);
		for (const { question, answer } of result.json('Node')) expect(answer).toContain(question);
		expect(result.output('Node').map(({ pairedItem }) => pairedItem)).toEqual(
			texts.map((_, item) => ({ item })),
		);
		expect(count('connected')).toBe(1);
		expect(received().map(({ question }) => question)).toEqual(texts);
		expect(new Set(received().map(({ message_id }) => message_id)).size).toBe(8);
		const events = emulator.chats.filter(
			({ event, text }) => event === 'received' || text.includes('"answer'),
		);
		const last = events.findLastIndex(({ text }) => text.includes('Question 0?'));
		const next = events.findIndex(({ text }) => text.includes('Question 1?'));
		expect(last).toBeLessThan(next);
	});

	test('in several rooms have a connection each', async () => {
		const sessions = await Promise.all([open(), open(), open()]);
		const input = [0, 1].flatMap((turn) => sessions.flatMap((session) => questions(session, `Turn ${turn}`)));
		const result = await engine.run(ask(), { input });
		expect(result.json('Node').map(({ sessionId }) => sessionId)).toEqual(input.map(({ id }) => id));
		expect(count('connected')).toBe(3);
	});

	test('go on over a new connection when the old one was lost', async () => {
		emulator.live.closeMidAnswer = true;
		emulator.live.answer = (question) => {
			emulator.live.closeMidAnswer = question === 'First';
			return `Answer to ${question}, in three parts`;
		};
		const result = await engine.run(askOn(), { input: questions(await open(), 'First', 'Second') });
		expect(result.json('Node')).toMatchObject([{ answer: 'Answer to Second, in three parts' }]);
		expect(result.json('Node', 1)).toMatchObject([
			{ error: expect.stringContaining('in the middle of the answer') },
		]);
		expect(count('connected')).toBe(2);
	});

	test('end with the first that fails, when the node is to stop then', async () => {
		emulator.live.silent = true;
		const result = await engine.run(ask(), { input: questions(await open(), 'One', 'Two', 'Three') });
		expect(result.error?.message).toBe('The avatar gave no answer within 1 second');
		expect(received().map(({ question }) => question)).toEqual(['One']);
	});
});

describe('what goes wrong', () => {
	test('an avatar that never answers, in a session that streams', async () => {
		emulator.live.silent = true;
		const session = await open();
		const result = await engine.run(askOn(), { input: questions(session, 'Hello?') });
		expect(result.json('Node', 1)).toMatchObject([
			{
				error: 'The avatar gave no answer within 1 second',
				details: {
					id: session.id,
					kind: 'liveAvatarSession',
					status: 'streaming',
					description: expect.stringContaining('itself streams'),
				},
			},
		]);
		expect(emulator.requestsTo('/session/detail')).toHaveLength(1);
	});

	test('answers that are not JSON, or another one’s, are none', async () => {
		emulator.live.invalidJson = true;
		const { error } = await engine.run(ask(), { input: questions(await open(), 'Hello?') });
		expect(error?.message).toBe('The avatar gave no answer within 1 second');
	});

	test('a connection that is closed in the middle of an answer, with what had come of it', async () => {
		emulator.live.closeMidAnswer = true;
		const { error } = await engine.run(ask(), { input: questions(await open(), 'Tell me') });
		expect(error?.message).toBe(
			'The chat room closed the connection in the middle of the answer (code 1011: The stream has ended)',
		);
		expect(error && 'description' in error && error.description).toContain(
			'Until then the answer was: "You asked',
		);
	});

	test.each([
		['in one message', 1, 'The chat room sent a message that is too large for an answer'],
		['in many', 10, 'The answer is longer than is taken'],
	])('an answer that is too large, %s', async (_name, parts, message) => {
		Object.assign(emulator.live, { parts, hugeAnswerBytes: 5_000_000, noise: false });
		const { error } = await engine.run(ask(), { input: questions(await open(), 'All of it') });
		expect(error?.message).toBe(message);
	});

	test('a handshake that is rejected for the moment is tried again', async () => {
		emulator.live.rejectHandshake = 503;
		const session = await open();
		const running = engine.run(ask(), { input: questions(session, 'Hi') });
		await until(() => count('rejected') === 1);
		emulator.live.rejectHandshake = undefined;
		expect((await running).json('Node')).toMatchObject([{ answer: expect.any(String) }]);
	});

	test('a handshake that stays rejected, or is never answered', async () => {
		const session = await open();
		const input = questions(session, 'Hi');
		emulator.live.rejectHandshake = 503;
		const rejected = await engine.run(ask(), { input });
		expect(rejected.error?.message).toBe('The chat room is not available at the moment (HTTP 503)');
		expect(count('rejected')).toBe(3);
		emulator.live.rejectHandshake = 0;
		const silent = await engine.run(ask(), { input });
		expect(silent.error?.message).toBe('The chat room did not answer the connection within 1 second');
	});

	test('a room at an address where nobody listens', async () => {
		const urls = {
			clientChatRoomUrl: 'ws://127.0.0.1:9/a/client_1',
			serverChatRoomUrl: 'ws://127.0.0.1:9/a/server_1',
		};
		const { error } = await engine.run(ask(urls), { input: [{ question: 'Hi' }] });
		expect(error?.message).toBe('The chat room could not be reached');
		expect(error && 'description' in error && error.description).toContain('ECONNREFUSED. Check that');
	});

	test('a question to the server of another session says what the room said', async () => {
		const session = await open();
		const other = 'ws://127.0.0.1:9/a/server_99';
		const { error } = await engine.run(ask({ serverChatRoomUrl: other }), {
			input: questions(session, 'Hi'),
		});
		expect(error?.message).toBe('The avatar gave no answer within 1 second');
		expect(error && 'description' in error && error.description).toMatch(
			/the chat room said: .*must be server_\d+ \(code 1003\)/,
		);
	});
});

describe('a session that can not answer has a sentence of its own', () => {
	const first = async (session: Record<string, unknown>) => {
		const result = await engine.run(askOn(), {
			input: [
				{ ...session, question: 'Hi' },
				{ ...session, question: 'And?' },
			],
		});
		const [one, two] = result.json('Node', 1);
		return { one, two, errors: [one?.error, two?.error] };
	};

	test('closed, and asked once', async () => {
		const session = await open();
		await engine.run(
			single('liveAvatar', { resource: 'session', operation: 'close', sessionId: session.id }),
		);
		const { errors, one } = await first(session);
		expect(errors).toEqual(Array(2).fill(`The session ${session.id} is closed or has expired`));
		expect(one?.details).toMatchObject({ id: session.id, status: 'closed', httpStatus: 403 });
		expect(count('rejected')).toBe(1);
	});

	test('expired of silence', async () => {
		emulator.live.idleMs = 1;
		const session = await open();
		const { errors } = await first(session);
		expect(errors[0]).toBe(`The session ${session.id} is closed or has expired`);
	});

	test('closed by someone in the middle of it', async () => {
		const session = await open();
		emulator.live.partMs = 60;
		emulator.live.answer = (question) => {
			if (question === 'Second') emulator.live.idleMs = 0;
			return 'An answer in parts';
		};
		const result = await engine.run(askOn(), { input: questions(session, 'First', 'Second') });
		expect(result.json('Node')).toMatchObject([{ question: 'First' }]);
		expect(result.json('Node', 1)).toMatchObject([
			{ error: `The session ${session.id} is closed or has expired` },
		]);
	});

	test('not streaming yet', async () => {
		emulator.live.startMs = 60_000;
		const session = await open();
		const { errors } = await first(session);
		expect(errors[0]).toBe(`The session ${session.id} does not stream yet`);
	});

	test('not started', async () => {
		emulator.live.failStart = true;
		const session = await open();
		const { errors } = await first(session);
		expect(errors[0]).toBe(`The session ${session.id} could not be started`);
	});

	test('unknown', async () => {
		const { streamUrls } = await open();
		const clientChatRoomUrl = streamUrls.clientChatRoomUrl.replace('stream-', 'gone-');
		const { errors } = await first({ id: 'nobody', streamUrls: { ...streamUrls, clientChatRoomUrl } });
		expect(errors[0]).toBe('The service does not know the session nobody');
	});

	test('and without a session ID the room speaks for itself', async () => {
		const { streamUrls, id } = await open();
		await engine.run(single('liveAvatar', { resource: 'session', operation: 'close', sessionId: id }));
		const { one } = await first({ streamUrls });
		expect(one).toMatchObject({
			error: 'The chat room is not open (HTTP 403)',
			details: { httpStatus: 403 },
		});
	});

	test.each([1008, 1009, 1101, 1200, 1214, 1215, 1219])(
		'and code %i of the look at it hides nothing',
		async (code) => {
			emulator.live.rejectHandshake = 403;
			const session = await open();
			emulator.faults.add({ kind: 'code', code, match: { path: 'session/detail' }, times: Infinity });
			const { errors } = await first(session);
			expect(errors[0]).toMatch(code === 1008 ? /does not know the session/ : /^The chat room is not open/);
		},
	);
});

describe('Stop', () => {
	const stopAt = async (isThere: () => boolean, parameters: INodeParameters = {}) => {
		const session = await open();
		const patience = { answerTimeout: 60, quietTime: 30 };
		const input = questions(session, 'One', 'Two');
		const running = engine.start(ask({ options: patience, ...parameters }), { input });
		await until(isThere);
		running.stop();
		expect((await running.finished).status).toBe('canceled');
		return session;
	};

	test('in the middle of an answer closes the connection and asks nothing more', async () => {
		await stopAt(() => count('sent') > 2);
		await until(() => count('closed') === 1);
		expect(received()).toHaveLength(1);
		expect(closings()).toEqual([]);
	});

	test('during the handshake ends it', async () => {
		emulator.live.rejectHandshake = 0;
		await stopAt(() => count('rejected') === 1);
		expect(received()).toEqual([]);
	});

	test('closes the session where that is asked for', async () => {
		const { id } = await stopAt(() => count('sent') > 0, { closeWhenDone: true });
		await until(() => closings().length === 1);
		expect(closings()).toEqual([id]);
	});
});

describe('Close When Done', () => {
	test('closes the session once, after the last question', async () => {
		const session = await open();
		const result = await engine.run(ask({ closeWhenDone: true }), {
			input: questions(session, 'One', 'Two'),
		});
		expect(result.json('Node')).toHaveLength(2);
		expect(closings()).toEqual([session.id]);
	});

	test.each(['stopWorkflow', 'continueErrorOutput'] as const)(
		'closes it when a question fails (%s)',
		async (onError) => {
			emulator.live.silent = true;
			const session = await open();
			const workflow = single('liveAvatar', asking({ closeWhenDone: true }), { onError });
			await engine.run(workflow, { input: questions(session, 'One', 'Two') });
			expect(closings()).toEqual([session.id]);
		},
	);

	test.each([
		['is empty', '={{ $json.nothing }}'],
		['can not be evaluated', "={{ $('Nobody').item.json.question }}"],
	])('closes it when the question %s', async (_name, question) => {
		const session = await open();
		const { error } = await engine.run(ask({ closeWhenDone: true, question }), { input: [session] });
		expect(error?.message).toContain('Question');
		expect(closings()).toEqual([session.id]);
		expect(count('connected')).toBe(0);
	});

	test('closes the sessions of items that were not asked any more', async () => {
		emulator.live.silent = true;
		const sessions = await Promise.all(Array.from({ length: 8 }, open));
		const input = sessions.flatMap((session) => questions(session, 'Hi'));
		await engine.run(ask({ closeWhenDone: true }), { input });
		expect(closings().sort()).toEqual(sessions.map(({ id }) => id).sort());
	});

	test('warns when the session could not be closed, and keeps the answers', async () => {
		const session = await open();
		emulator.faults.add({ kind: 'code', code: 1009, match: { path: 'session/close' }, times: Infinity });
		const result = await engine.run(ask({ closeWhenDone: true }), { input: questions(session, 'One') });
		expect(result.json('Node')).toMatchObject([{ question: 'One' }]);
		expect(result.runs('Node')[0]?.hints).toMatchObject([
			{
				message: expect.stringContaining(`${session.id} could not be closed, and may go on costing credits`),
			},
		]);
		expect(engine.logs.text()).toContain(`${session.id} could not be closed`);
	});

	test('asks for the session ID before anything is asked', async () => {
		const { streamUrls } = await open();
		const input = [{ streamUrls, question: 'Hi' }];
		const { error } = await engine.run(ask({ closeWhenDone: true }), { input });
		expect(error?.message).toBe('Session ID must be filled in to close the session, but nothing was given');
		expect(count('connected')).toBe(0);
	});
});

describe('wrong input is named as on the screen, before anything is sent', () => {
	test.each<[INodeParameters, string]>([
		[
			{ clientChatRoomUrl: 'https://example.com/a' },
			'Client Chat Room URL must be a whole address that starts with wss:// or ws://, but "https://example.com/a" was given',
		],
		[
			{ clientChatRoomUrl: '={{ $json.missing.url }}' },
			'Client Chat Room URL must be filled in, but nothing was given',
		],
		[{ serverChatRoomUrl: 'server_1' }, 'Server Chat Room URL must be a whole address'],
		[{ serverChatRoomUrl: 'ws://example.com/' }, 'Server Chat Room URL must end in the ID of the server'],
		[
			{ serverChatRoomUrl: 'ws://example.com/client_1' },
			'Server Chat Room URL must end in the ID of the server',
		],
		[{ question: '={{ " " }}' }, 'Question must be filled in'],
		[{ modeType: '={{ 3 }}' }, 'Mode must be one of 1, 2, but "3" was given'],
		[{ promptFrom: '={{ "pdf" }}' }, 'Role From must be one of text, url, but "pdf" was given'],
		[
			{ promptFrom: 'url', promptContent: 'role.pdf' },
			'Role must be the address of a PDF that starts with https:// or http://, but "role.pdf" was given',
		],
		[{ voiceId: '={{ [1] }}' }, 'Voice must be a text'],
		[{ language: '={{ {a: 1} }}' }, 'Language must be a text'],
		[{ sessionId: '={{ true }}' }, 'Session ID must be a text'],
		[{ closeWhenDone: '={{ "later" }}' }, 'Close When Done must be true or false, but "later" was given'],
		[{ options: { answerTimeout: 0 } }, 'Answer Timeout (Seconds) must be more than 0, but 0 was given'],
		[{ options: { quietTime: -2 } }, 'Quiet Time (Seconds) must be more than 0, but -2 was given'],
		[{ options: { messageId: '={{ {} }}' } }, 'Message ID must be a text'],
	])('%j', async (parameters, message) => {
		const session = await open();
		const { error } = await engine.run(ask(parameters), { input: questions(session, 'Hi') });
		expect(error?.message).toContain(message);
		expect(emulator.chats).toEqual([]);
		expect(emulator.requests).toEqual([]);
	});
});

test('the voices and languages are searchable', async () => {
	const voices = await engine.searchList('liveAvatar', 'searchVoices');
	const languages = await engine.searchList('liveAvatar', 'searchLanguages', { filter: 'german' });
	expect(voices.results.length).toBeGreaterThan(0);
	expect(languages.results.map(({ value }) => value)).toEqual(['de']);
});
