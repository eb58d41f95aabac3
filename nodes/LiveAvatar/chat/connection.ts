import type { Egress } from '../../shared/n8n/egress';
import { asError } from '../../shared/transport/serviceError';
import type { Environment } from '../../shared/async/environment';
import type { Answer, Collector } from './collector';
import { closed, rejected, tooLong, unreachable } from './noAnswer';
import { openWebSocket } from './webSocket';

/** An open connection to a chat room, for one question at a time. */
export type Connection = Awaited<ReturnType<typeof openConnection>>;

/** Idle sessions die after minutes; this is what clients do (service.md: Live avatar chat). */
const PING_MS = 30_000;
/** How often the clock is read: fine enough for quiet times of tenths of a second. */
const CLOCK_MS = 100;
/** How long the other side may take to say goodbye. */
const CLOSE_MS = 1_000;
/** Far more than any part of an answer. */
const MAX_PAYLOAD_BYTES = 1024 * 1024;

/**
 * Opens a connection, with no header, token or sub-protocol (service.md: Live avatar chat), and keeps it awake with pings
 * until it is closed. A Stop of the run ends it at once.
 * @param lookup looks up host names instead of Node's own function
 * @throws NoAnswer when there is no connection; what `sleep` throws on Stop
 */
export async function openConnection(
	url: string,
	{ handshakeTimeoutMs, lookup }: { handshakeTimeoutMs: number; lookup?: Egress['lookup'] },
	{ now, sleep }: Pick<Environment, 'now' | 'sleep'>,
) {
	let isOpen = false;
	let endedBy: Error | undefined;
	let collector: Collector | undefined;
	const socket = openWebSocket(url, {
		maxPayload: MAX_PAYLOAD_BYTES,
		perMessageDeflate: false,
		autoPong: false,
		...(lookup && { lookup }),
	});
	/** The first reason counts. */
	const end = (reason: unknown) => {
		endedBy ??= asError(reason);
		socket.terminate();
	};
	socket.on('open', () => (isOpen = true));
	// A buffer; earlier versions of ws give a text.
	socket.on('message', (data: unknown) => collector?.take(String(data), now()));
	let isAnsweringPing = false;
	socket.on('ping', (data) => {
		// One at a time, as the protocol allows: earlier versions of ws keep an answer for each ping of a flood in memory.
		if (isAnsweringPing) return;
		isAnsweringPing = true;
		socket.pong(data, undefined, () => (isAnsweringPing = false));
	});
	// The body is not read: what is at such an address may be confidential.
	socket.on('unexpected-response', (_request, { statusCode }) => end(rejected(statusCode ?? 0)));
	socket.on('error', (error) => end(failureOf(error, isOpen)));
	socket.on('close', (code, reason) => end(closed(code, reason.toString('utf8'))));

	/** Waits for what `read` gives, as long as the connection lasts. */
	async function until<T>(read: () => T | false | undefined, latest = Infinity): Promise<T> {
		for (;;) {
			const found = read();
			if (found) return found;
			if (endedBy) throw endedBy;
			if (now() >= latest) end(unreachable('It did not answer in time', false));
			else await sleep(CLOCK_MS).catch(end);
		}
	}

	await until(() => isOpen, now() + handshakeTimeoutMs);
	let pingAt = now() + PING_MS;
	const keepAwake = () => {
		if (now() < pingAt) return;
		pingAt = now() + PING_MS;
		socket.ping(undefined, undefined, ignored);
	};
	until(keepAwake).catch(ignored);
	return {
		isOpen: () => endedBy === undefined,
		/**
		 * Sends a text and gives every message that follows to the collector, until that has the answer.
		 * @throws what the collector throws; NoAnswer when the connection ends; what `sleep` throws on Stop
		 */
		async ask(text: string, answers: Collector): Promise<Answer> {
			collector = answers;
			socket.send(text, ignored);
			return await until(() => answers.end(now()));
		},
		/** Asks the other side to end it, and resolves when it is gone. */
		async close() {
			socket.close(1000);
			await until(() => endedBy, now() + CLOSE_MS);
		},
	};
}

/** The end of the connection reports them. */
const ignored = () => undefined;

function failureOf(error: Error, wasOpen: boolean) {
	const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
	if (code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') return tooLong();
	return wasOpen ? closed(1006, error.message) : unreachable(code ?? error.message, true);
}
