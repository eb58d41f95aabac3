import { asError } from '../../shared/transport/errors';
import type { Environment } from '../../shared/transport/types';
import type { Collector, QuestionEnd } from './collector';
import { openConnection, type ConnectionEnd, type ConnectionOptions } from './connection';
import type { Pulse } from './pulse';

/** A connection that ended, or never began. */
export class LineEnded extends Error {
	override readonly name = 'LineEnded';

	constructor(
		readonly end: ConnectionEnd,
		/** The parts of an answer that had come. */
		readonly soFar = '',
	) {
		super(end.why);
	}
}

/** An open connection to a chat room, for one question at a time. */
export interface Line {
	readonly isOpen: boolean;
	/** Sends a text and gives every message that follows to the collector, until that knows how the question ended. */
	ask(text: string, collector: Collector): Promise<QuestionEnd>;
	/** Resolves when the connection is gone. */
	close(): Promise<void>;
}

/** Idle sessions die after minutes; this is what clients do (service.md: Live avatar chat). */
const PING_MS = 30_000;
/** How long the other side may take to say goodbye. */
const CLOSE_MS = 1_000;
/** Far more than any part of an answer. */
const MAX_PAYLOAD_BYTES = 1024 * 1024;

interface Asked {
	collector: Collector;
	resolve(end: QuestionEnd): void;
	reject(reason: unknown): void;
}

/**
 * Opens a line, and keeps it awake with pings until it is closed. A Stop of the run ends it at once.
 * @throws LineEnded when there is no connection; what `sleep` throws on Stop. Questions on the line throw the same.
 */
export async function openLine(
	url: string,
	{ handshakeTimeoutMs, lookup }: Omit<ConnectionOptions, 'maxPayloadBytes'>,
	pulse: Pulse,
	{ now }: Pick<Environment, 'now'>,
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
		asked.resolve(end);
		asked = undefined;
	};
	return await new Promise<Line>((resolve, reject) => {
		const over = (reason: unknown) => {
			isOpen = false;
			endedBy = asError(reason);
			leave();
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
				ended: (end) => over(new LineEnded(end, asked?.collector.soFar())),
			},
		);
		const leave = pulse.join({
			beat(time) {
				settle(asked?.collector.end(time));
				if (time >= hangUpAt) {
					hangUp(new LineEnded({ why: 'noHandshake' }));
					return;
				}
				if (!isOpen || time < pingAt) return;
				pingAt = time + PING_MS;
				connection.ping();
			},
			stopped: hangUp,
		});
		const line: Line = {
			get isOpen() {
				return isOpen;
			},
			ask: async (text, collector) =>
				await new Promise<QuestionEnd>((answered, failed) => {
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
