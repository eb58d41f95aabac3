import type { INodeParameters } from 'n8n-workflow';
import { defaultLiveBehaviour } from '../emulator/live/behaviour';
import { single, type WorkflowJson } from '../support/engine';
import { setUp } from '../support/setUp';
import { until } from '../support/until';

export type Session = { id: string; streamUrls: Record<string, string> };

export const AVATAR = 'Ada_1080P_back';
export const CONTINUES = { onError: 'continueErrorOutput' } as const;

/** An operation on sessions. */
export const run = (operation: string, parameters: INodeParameters = {}, settings = {}): WorkflowJson =>
	single('liveAvatar', { resource: 'session', operation, ...parameters }, settings);

/** Short waits for tests. */
export const quick = { answerTimeout: 3, quietTime: 0.2 };
export const ask = (parameters: INodeParameters = {}, settings = {}): WorkflowJson => {
	const usual = { resource: 'chat', operation: 'sendMessage', question: '={{ $json.question }}' };
	return single('liveAvatar', { ...usual, options: quick, ...parameters }, settings);
};

/** Items that ask in one session. */
export const questions = <T extends object>(asked: T, ...texts: string[]) =>
	texts.map((question) => ({ ...asked, question }));

/** An engine, an emulator, and the messages between them. No test leaves a connection open. */
export function liveChat() {
	const bench = setUp();
	const count = (event: string) => bench.emulator.rooms.log.filter((entry) => entry.event === event).length;
	beforeEach(() => {
		const { emulator } = bench;
		// The parts come together, because a pause of a busy machine would end the answer.
		const calm = { partMs: 0, rejectHandshake: undefined, maxOpen: 500, startMs: 0 };
		Object.assign(emulator.live, { ...defaultLiveBehaviour, ...calm });
		emulator.rooms.log.length = 0;
	});
	afterEach(async () => await until(() => count('closed') === count('connected')));
	const requestsTo = (action: string) => bench.emulator.requestsTo(`/liveAvatar/session/${action}`);

	return Object.assign(bench, {
		/** The number of events of a type at the emulator. */
		count,
		requestsTo,
		/** Opens a session with the node. */
		async open(): Promise<Session> {
			const result = await bench.engine.run(run('create', { avatarId: AVATAR, waitForCompletion: false }));
			bench.emulator.requests.length = 0;
			return result.json('Node')[0] as unknown as Session;
		},
		/** Makes each Close fail. */
		refuseToClose() {
			const match = { path: '/session/close' };
			bench.emulator.faults.add({ kind: 'code', code: 1009, match, times: Infinity });
		},
		/** The payloads of the received questions, in order, with their servers. */
		received: (): Array<Record<string, unknown>> =>
			bench.emulator.rooms.log
				.filter(({ event }) => event === 'received')
				.map(({ text }) => JSON.parse(text) as { to: string; payload: string })
				.map(({ to, payload }) => ({ to, ...(JSON.parse(payload) as object) })),
		/** The IDs of closed sessions, in order. */
		closings: (): unknown[] => requestsTo('close').map(({ body }) => Object(body).id),
	});
}
