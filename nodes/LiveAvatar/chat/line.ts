import { asError } from '../../shared/transport/errors';
import type { Environment } from '../../shared/transport/types';
import type { Answer, Collector, QuestionEnd } from './collector';
import { openConnection, type ConnectionEnd, type ConnectionOptions } from './connection';

/** Why a question got no answer. */
export type Trouble = ConnectionEnd | Exclude<QuestionEnd, { why: 'answered' }>;

/** A question that got no answer, or a connection that never began. */
export class NoAnswer extends Error {
	override readonly name = 'NoAnswer';

	constructor(
		readonly trouble: Trouble,
		/** The parts of the answer that had come. */
		readonly soFar = '',
	) {
		super(trouble.why);
	}
}

/** An open connection to a chat room, for one question at a time. */
export interface Line {
	readonly isOpen: boolean;
	/**
	 * Sends a text and gives every message that follows to the collector, until that knows how the question ended.
	 * @throws NoAnswer; what `sleep` throws on Stop
	 */
	ask(text: string, collector: Collector): Promise<Answer>;
	/** Resolves when the connection is gone. */
	close(): Promise<void>;
}

/** Idle sessions die after minutes; this is what clients do (service.md: Live avatar chat). */
const PING_MS = 30_000;
/** How often a line looks at the clock: fine enough for quiet times of tenths of a second. */
const LOOK_MS = 100;
/** How long the other side may take to say goodbye. */
const CLOSE_MS = 1_000;
/** Far more than any part of an answer. */
const MAX_PAYLOAD_BYTES = 1024 * 1024;

interface Asked {
	collector: Collector;
	resolve(answer: Answer): void;
	reject(reason: unknown): void;
}

/**
 * Opens a line, and keeps it awake with pings until it is closed. A Stop of the run ends it at once.
 * @throws NoAnswer when there is no connection; what `sleep` throws on Stop
 */
export async function openLine(
	url: string,
	{ handshakeTimeoutMs, lookup }: Omit<ConnectionOptions, 'maxPayloadBytes'>,
	{ now, sleep }: Pick<Environment, 'now' | 'sleep'>,
): Promise<Line> {
	let isOpen = false;
	let asked: Asked | undefined;
	let endedBy: Error | undefined;
	let pingAt = now() + PING_MS;
	/** When to stop waiting: for the handshake first, for the goodbye at the end. */
	let hangUpAt = now() + handshakeTimeoutMs;
	let gone = () => {};
	const isGone = new Promise<void>((resolve) => (gone = resolve));

	const settle = (end: QuestionEnd | undefined) => {
		if (end === undefined || asked === undefined) return;
		if (end.why === 'answered') asked.resolve(end);
		else asked.reject(new NoAnswer(end, asked.collector.soFar()));
		asked = undefined;
	};
	return await new Promise<Line>((resolve, reject) => {
		const over = (reason: unknown) => {
			isOpen = false;
			endedBy = asError(reason);
			reject(reason);
			asked?.reject(reason);
			asked = undefined;
			gone();
		};
		const hangUp = (reason: unknown) => {
			over(reason);
			connection.terminate();
		};
		const connection = openConnection(
			url,
			{ handshakeTimeoutMs, lookup, maxPayloadBytes: MAX_PAYLOAD_BYTES },
			{
				opened() {
					isOpen = true;
					hangUpAt = Infinity;
					resolve(line);
				},
				message(text) {
					asked?.collector.take(text, now());
					settle(asked?.collector.end(now()));
				},
				ended: (end) => over(new NoAnswer(end, asked?.collector.soFar())),
			},
		);
		const look = (time: number) => {
			settle(asked?.collector.end(time));
			if (time >= hangUpAt) hangUp(new NoAnswer({ why: 'noHandshake' }));
			if (!isOpen || time < pingAt) return;
			pingAt = time + PING_MS;
			connection.ping();
		};
		const watchTheClock = async () => {
			while (endedBy === undefined) {
				await sleep(LOOK_MS);
				look(now());
			}
		};
		watchTheClock().catch(hangUp);
		const line: Line = {
			get isOpen() {
				return isOpen;
			},
			ask: async (text, collector) =>
				await new Promise<Answer>((answered, failed) => {
					// It may have ended the moment it opened.
					if (endedBy) {
						failed(endedBy);
						return;
					}
					asked = { collector, resolve: answered, reject: failed };
					connection.send(text);
				}),
			async close() {
				if (!isOpen) return;
				isOpen = false;
				hangUpAt = now() + CLOSE_MS;
				connection.close();
				await isGone;
			},
		};
	});
}
