import type { ClientOptions, WebSocket } from 'ws';
import type { Environment } from '../../shared/async/environment';
import { createLimit } from '../../shared/async/limit';
import { egressOf, type Egress } from '../../shared/n8n/egress';
import { note } from '../../shared/n8n/hintsAndCustomData';
import { asError, continuesOnFail, Failure, leftOut, type Tools } from '../../shared/operation';
import { excerptOf, isObject, sentences } from '../../shared/service/values';
import { CREDENTIAL_NAME } from '../../shared/transport/account';
import { secretsOf, type Secrets } from '../../shared/transport/redact';
import { AnswerReader, type Answer, type OpenQuestion } from './answer';
import { closed, flooded, notAllowed, rejected, unreachable } from './failures';

/** `ws` comes with n8n. */
declare const require: (name: 'ws') => typeof import('ws');

const PING_MS = 30_000;
const CLOCK_MS = 100;
/** Ten minutes of speech have 10 kB in Latin letters, and 20 kB escaped and in base64. */
const MAX_PAYLOAD_BYTES = 32 * 1024;
const MAX_HEADER_BYTES = 8;
/** For one question: an answer of ten minutes in parts of a letter or two, each with its envelope. */
const MOST_BYTES = 1024 * 1024;
/** A part of a message, and two chunks in ws. The rest are control frames and fragments, of which ws takes any number. */
const MOST_OTHER_BYTES = MAX_PAYLOAD_BYTES + 2 * 64 * 1024 + 8 * 1024;
/** Pings of a room that does not read the answers are not answered. */
const MAX_UNREAD_BYTES = 16 * 1024;
const ignored = () => undefined;

/** Has no header, token or sub-protocol (service.md: Live avatar chat). */
export class Connection {
	private readonly socket: WebSocket;
	private isOpened = false;
	private isRoomClosed = false;
	private endedBy?: Error;
	private reader?: AnswerReader;
	private bytes = 0;
	private read = 0;

	constructor(
		url: string,
		lookup: Egress['lookup'],
		private readonly environment: Pick<Environment, 'now' | 'sleep'>,
	) {
		const options: ClientOptions = { maxPayload: MAX_PAYLOAD_BYTES, ...(lookup && { lookup }) };
		// Not a function, so that Node uses its global agent, which n8n sets for a proxy (n8n.md: Proxies).
		Object.assign(options, { createConnection: true, perMessageDeflate: false });
		// A message per turn of the event loop, so that many of them don't block n8n.
		Object.assign(options, { allowSynchronousEvents: false, autoPong: false });
		// A ws before version 8, from another package, is the class itself.
		const ws: Partial<typeof import('ws')> & typeof WebSocket = require('ws');
		const socket = (this.socket = new (ws.WebSocket ?? ws)(url, options));
		socket.on('open', () => (this.isOpened = true));
		const count = ({ length }: Buffer) => {
			this.bytes += length;
			if (this.bytes > MOST_BYTES || this.bytes - this.read > MOST_OTHER_BYTES) this.end(flooded());
		};
		// Not before ws reads, because the first listener would get what came with the handshake.
		socket.on('upgrade', ({ socket: raw }) => socket.on('open', () => raw.on('data', count)));
		socket.on('ping', (data) => {
			if (socket.bufferedAmount < MAX_UNREAD_BYTES) socket.pong(data, undefined, ignored);
		});
		socket.on('message', (data: Buffer) => {
			this.read += data.length + MAX_HEADER_BYTES;
			// After the end, a chunk may still have thousands.
			if (this.isOpen) this.reader?.take(String(data), environment.now());
		});
		// The body may be confidential.
		socket.on('unexpected-response', (_request, { statusCode = 0 }) => this.end(rejected(statusCode)));
		socket.on('error', (error) => {
			const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
			if (code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') this.end(flooded());
			else if (this.isOpened) this.end(closed(1006, error.message));
			else this.end(unreachable(code ?? error.message, 'later'));
		});
		socket.on('close', (code, reason) => {
			// A normal close, with and without its code.
			this.isRoomClosed = this.isOpen && (code === 1000 || code === 1005);
			this.end(closed(code, String(reason)));
		});
	}

	get isOpen(): boolean {
		return this.endedBy === undefined;
	}

	/** @throws Failure; on Stop the error of `sleep` */
	async opened(timeoutMs: number): Promise<void> {
		const until = this.environment.now() + timeoutMs;
		await this.wait((now) => {
			if (now >= until) this.end(unreachable('It did not answer in time'));
			return this.isOpened;
		});
	}

	/** @throws Failure; on Stop the error of `sleep` */
	async ask(text: string, reader: AnswerReader): Promise<Answer> {
		this.reader = reader;
		[this.bytes, this.read] = [0, 0];
		this.socket.send(text, ignored);
		let pingAt = this.environment.now() + PING_MS;
		const answer = this.wait((now) => {
			if (now >= pingAt) this.socket.ping(undefined, undefined, ignored);
			if (now >= pingAt) pingAt = now + PING_MS;
			return reader.end(now, this.isRoomClosed);
		});
		return await answer.catch((error: unknown) => {
			this.end(error);
			throw asError(error);
		});
	}

	close(): void {
		this.socket.close(1000);
	}

	private async wait<T>(read: (now: number) => T | false | undefined): Promise<T> {
		let now = this.environment.now();
		for (;;) {
			const found = read(now);
			if (found) return found;
			if (this.endedBy) throw this.endedBy;
			// Messages that came up to now, perhaps while n8n was blocked, are taken during the sleep.
			now = this.environment.now();
			await this.environment.sleep(CLOCK_MS).catch((error: unknown) => this.end(error));
		}
	}

	private end(reason: unknown): void {
		this.endedBy ??= asError(reason);
		this.socket.terminate();
	}
}

export interface Question extends Omit<OpenQuestion, 'earlierIds'> {
	/** As it goes to the chat room. */
	message: string;
	sessionId?: string;
	closeWhenDone: boolean;
}

const TRIES = 3;

/** All items share the room. It is closed at the end of the run, also after Stop. */
export const roomOf = async (url: string, tools: Tools) =>
	await tools.once(`room ${url}`, async () => new Room(url, tools));

class Room {
	private readonly inTurn = createLimit(1);
	private connection?: Connection;
	private failure?: Failure;
	private readonly earlierIds = new Set<string>();

	constructor(
		private readonly url: string,
		private readonly tools: Tools,
	) {
		tools.atEnd(async () => this.connection?.close());
	}

	/** The question may need look-ups in its turn. @throws Failure; on Stop the error of `sleep` */
	async ask(asking: () => Promise<Question>): Promise<Answer> {
		return await this.inTurn(async () => {
			if (this.failure) throw leftOut(this.failure);
			const question = await asking();
			const { context, environment } = this.tools;
			const { earlierIds } = this;
			// The chat bypasses the transport, which removes secrets from everything else.
			const secrets = secretsOf(await context.getCredentials(CREDENTIAL_NAME));
			let reader: AnswerReader | undefined;
			try {
				const connection = await this.connected(question.answerTimeout);
				reader = new AnswerReader({ ...question, earlierIds, askedAt: environment.now() });
				const { answer, record, ...rest } = await connection.ask(question.message, reader);
				if (typeof record.message_id === 'string') earlierIds.add(record.message_id);
				const clean = secrets.redactAll(record);
				return { ...rest, answer: secrets.redact(answer), record: isObject(clean) ? clean : {} };
			} catch (error) {
				// A dead connection looks like a silent avatar, so the next question gets a new connection.
				this.connection = undefined;
				throw this.failureOf(error, question, secrets, reader?.text);
			} finally {
				earlierIds.add(question.messageId);
			}
		});
	}

	/** You can connect again safely, because nothing was asked yet. */
	private async connected(answerTimeout: number): Promise<Connection> {
		if (this.connection?.isOpen) return this.connection;
		const { context, environment } = this.tools;
		const { refusal, lookup } = egressOf(context);
		const reason = await refusal(this.url);
		if (reason !== undefined) throw notAllowed(reason);
		for (let count = 1; ; count++) {
			const connection = new Connection(this.url, lookup, environment);
			try {
				await connection.opened(Math.min(15_000, answerTimeout * 1000));
				return (this.connection = connection);
			} catch (error) {
				if (count >= TRIES || !(error instanceof Failure) || error.again !== 'later') throw asError(error);
				await environment.sleep(500 * count);
			}
		}
	}

	private failureOf(error: unknown, question: Question, secrets: Secrets, heard = ''): Error {
		const { context } = this.tools;
		const { sessionId: id, closeWhenDone } = question;
		const open = !closeWhenDone && staysOpen(id);
		if (!(error instanceof Failure)) {
			// A stopped node shows no hint.
			if (open) context.logger.warn(open);
			if (open) note(context, open);
			return asError(error);
		}
		const { message, details } = error;
		const before = heard && `Until then the answer was: "${excerptOf(heard, 300)}"`;
		const close = `If it still is open, the session ${id ?? 'of this chat room'} costs credits: use Session › Close`;
		const description = sentences(before, details.description, open && close);
		const told = { ...details, id, kind: 'liveAvatarSession', description };
		secrets.redactAll(told);
		const failure = new Failure(secrets.redact(message), details.next, told);
		if (!continuesOnFail(context)) this.failure = failure;
		return failure;
	}
}

export const staysOpen = (sessionId = 'of this chat room') =>
	`The session ${sessionId} stays open and costs credits until you close it`;
