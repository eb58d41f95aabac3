import type { Egress } from '../../shared/n8n/egress';
import { openEnvelope } from '../../shared/service/envelope';
import { isServiceCode } from './message';
import { openWebSocket, type RawData } from './webSocket';

/** Why a connection ended, or never opened. */
export type ConnectionEnd =
	| { why: 'rejected'; httpStatus: number; code?: number; said?: string }
	| { why: 'notAllowed'; reason: string }
	| { why: 'unreachable'; fault: string }
	| { why: 'noHandshake' }
	| { why: 'tooLarge' }
	| { why: 'closed'; code: number; reason: string };

/** What happens on a connection: it opens at most once, and ends exactly once. */
export interface ConnectionListener {
	opened(): void;
	message(text: string): void;
	ended(end: ConnectionEnd): void;
}

export interface ConnectionOptions {
	/** For the handshake, in milliseconds. */
	handshakeTimeoutMs: number;
	/** The largest message that is taken, in bytes. */
	maxPayloadBytes: number;
	/** Looks up host names instead of Node's own function. */
	lookup?: Egress['lookup'];
}

/** How much of the body of a rejected handshake is read, in characters. */
const LONGEST_REJECTION = 4_000;

/**
 * Opens a WebSocket: no header, token or sub-protocol (service.md: Live avatar chat). It uses `ws`, which has ping,
 * handshake time-out and payload limit on every version of Node.
 * @throws ServiceError when n8n does not bring `ws`
 */
export function openConnection(
	url: string,
	{ handshakeTimeoutMs, maxPayloadBytes, lookup }: ConnectionOptions,
	listener: ConnectionListener,
) {
	let isOpen = false;
	let isOver = false;
	const end = (reason: ConnectionEnd) => {
		if (isOver) return;
		isOver = true;
		listener.ended(reason);
	};
	const socket = openWebSocket(url, {
		handshakeTimeout: handshakeTimeoutMs,
		maxPayload: maxPayloadBytes,
		perMessageDeflate: false,
		autoPong: false,
		...(lookup && { lookup }),
	});
	socket.on('open', () => {
		isOpen = true;
		listener.opened();
	});
	socket.on('message', (data) => {
		if (!isOver) listener.message(textOf(data));
	});
	let isAnsweringPing = false;
	socket.on('ping', (data) => {
		// One at a time, as the protocol allows: earlier versions of ws keep an answer for each ping of a flood in memory.
		if (isAnsweringPing) return;
		isAnsweringPing = true;
		socket.pong(data, undefined, () => (isAnsweringPing = false));
	});
	socket.on('unexpected-response', (_request, response) => {
		readRejection(response, (rejection) => {
			end(rejection);
			socket.terminate();
		});
	});
	socket.on('error', (error) => {
		end(endOf(error, isOpen));
		socket.terminate();
	});
	socket.on('close', (code, reason) => end({ why: 'closed', code, reason: reason.toString('utf8') }));
	return {
		send: (text: string) => socket.send(text, ignored),
		ping: () => socket.ping(undefined, undefined, ignored),
		/** Asks the other side to end it. */
		close: () => socket.close(1000),
		/** Ends it at once. */
		terminate: () => socket.terminate(),
	};
}

/** Errors of sending are ignored: the end of the connection reports them. */
const ignored = () => undefined;

function textOf(data: RawData): string {
	if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
	return (data instanceof ArrayBuffer ? Buffer.from(data) : data).toString('utf8');
}

/** The part of an HTTP answer that says why no connection was opened. */
interface Rejecting {
	statusCode?: number;
	setEncoding(encoding: 'utf8'): unknown;
	on(event: 'data', listener: (chunk: string) => void): unknown;
	on(event: 'end' | 'error', listener: () => void): unknown;
}

/**
 * A gateway answers with a page, the service itself perhaps with its envelope (service.md: Answers). Only an answer
 * with a code of the service is quoted: anything else at that address may be confidential.
 */
function readRejection(response: Rejecting, done: (rejection: ConnectionEnd) => void): void {
	let body = '';
	const tell = () => {
		const envelope = openEnvelope(body);
		const httpStatus = response.statusCode ?? 0;
		if (envelope.ok || !isServiceCode(envelope.code)) done({ why: 'rejected', httpStatus });
		else done({ why: 'rejected', httpStatus, code: envelope.code, said: envelope.message });
	};
	response.setEncoding('utf8');
	response.on('data', (chunk: string) => {
		body = (body + chunk).slice(0, LONGEST_REJECTION);
		if (body.length === LONGEST_REJECTION) tell();
	});
	response.on('end', tell);
	response.on('error', tell);
}

function endOf(error: Error, wasOpen: boolean): ConnectionEnd {
	const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
	if (code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') return { why: 'tooLarge' };
	if (error.message.includes('handshake has timed out')) return { why: 'noHandshake' };
	if (wasOpen) return { why: 'closed', code: 1006, reason: error.message };
	return { why: 'unreachable', fault: code ?? error.message };
}
