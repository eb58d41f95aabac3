import type { INodeParameters } from 'n8n-workflow';
import { z } from 'zod/v3';
import type { Emulator } from '../emulator';
import { defaultLiveBehaviour } from '../emulator/live/behaviour';
import { single, type Engine, type WorkflowJson } from '../support/engine';
import { setUp } from '../support/setUp';
import { until } from '../support/until';

const session = z.object({
	id: z.string(),
	streamUrls: z.object({
		clientPullStreamUrl: z.string(),
		clientChatRoomUrl: z.string(),
		serverChatRoomUrl: z.string(),
	}),
});
export type Session = z.infer<typeof session> & Record<string, unknown>;

const message = z.object({ to: z.string(), payload: z.string() });
const payload = z.record(z.unknown());
const byId = z.object({ id: z.string() });

/** What the tests of the chat share: an engine, an emulator, and a look at what went over the wire. */
export interface LiveChat {
	emulator: Emulator;
	engine: Engine;
	/** A session of the emulator, made by the node. */
	open(): Promise<Session>;
	/** Connections and messages of a sort, as the emulator saw them. */
	count(event: string): number;
	/** The payloads of the questions that came, in their order, with the server that they went to. */
	received(): Array<Record<string, unknown>>;
	/** Sessions that were closed, in their order. */
	closings(): string[];
}

/** Patience of the tests. */
export const quick = { answerTimeout: 3, quietTime: 0.2 };

export const asking = (parameters: INodeParameters = {}): INodeParameters => ({
	resource: 'chat',
	operation: 'sendMessage',
	question: '={{ $json.question }}',
	options: quick,
	...parameters,
});

/** One node that asks, and one that goes on past what goes wrong. */
export const ask = (parameters?: INodeParameters): WorkflowJson => single('liveAvatar', asking(parameters));
export const askOn = (parameters?: INodeParameters): WorkflowJson =>
	single('liveAvatar', asking(parameters), { onError: 'continueErrorOutput' });

/** Items that ask in one session. */
export const questions = (asked: Session, ...texts: string[]) =>
	texts.map((question) => ({ ...asked, question }));

export const closing = (sessionId: string): WorkflowJson =>
	single('liveAvatar', { resource: 'session', operation: 'close', sessionId });

/** Starts both for a test file. After each test no connection is left open, whatever it did. */
export function liveChat(): LiveChat {
	const bench = setUp();
	const count = (event: string) => bench.emulator.chats.filter((entry) => entry.event === event).length;

	beforeEach(() => {
		const { emulator } = bench;
		// All parts at once: a busy machine would make pauses between them that are taken for the end of the answer.
		const calm = {
			...defaultLiveBehaviour,
			partMs: 0,
			rejectHandshake: undefined,
			hugeAnswerBytes: undefined,
		};
		Object.assign(emulator.live, { ...calm, maxOpen: 500, startMs: 0 });
		emulator.chats.length = 0;
	});
	afterEach(async () => {
		await until(() => count('closed') === count('connected'));
	});

	return {
		get emulator() {
			return bench.emulator;
		},
		get engine() {
			return bench.engine;
		},
		count,
		async open() {
			const create = { resource: 'session', operation: 'create', avatarId: 'Ada_1080P_back' };
			const result = await bench.engine.run(single('liveAvatar', { ...create, waitForCompletion: false }));
			bench.emulator.requests.length = 0;
			return session.parse(result.json('Node')[0]);
		},
		received: () =>
			bench.emulator.chats
				.filter(({ event }) => event === 'received')
				.map(({ text }) => message.parse(JSON.parse(text)))
				.map(({ to, payload: content }) => ({ to, ...payload.parse(JSON.parse(content)) })),
		closings: () => bench.emulator.requestsTo('/session/close').map(({ body }) => byId.parse(body).id),
	};
}
