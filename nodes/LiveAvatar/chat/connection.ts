import type { ClientOptions, WebSocket } from 'ws';
import type { Environment } from '../../shared/async/environment';
import type { Egress } from '../../shared/n8n/egress';
import { asError } from '../../shared/service/failure';
import type { Answer, AnswerReader } from './answer';
import { closed, rejected, tooLong, unreachable } from './failures';

/** `ws` comes with n8n. */
declare const require: (name: 'ws') => typeof import('ws');

const PING_MS = 30_000;
const CLOCK_MS = 100;
const MAX_PAYLOAD_BYTES = 1024 * 1024;
const ignored = () => undefined;

/** Has no header, token or sub-protocol (service.md: Live avatar chat). */
export class Connection {
	private readonly socket: WebSocket;
	private isOpened = false;
	private isRoomClosed = false;
	private endedBy?: Error;
	private reader?: AnswerReader;

	constructor(
		url: string,
		lookup: Egress['lookup'],
		private readonly environment: Pick<Environment, 'now' | 'sleep'>,
	) {
		const options: ClientOptions = { maxPayload: MAX_PAYLOAD_BYTES, ...(lookup && { lookup }) };
		// Not a function, so that Node uses its global agent, which n8n sets for a proxy (n8n.md: Proxies).
		Object.assign(options, { createConnection: true, perMessageDeflate: false });
		// A ws before version 8, from another package, is the class itself.
		const ws: Partial<typeof import('ws')> & typeof WebSocket = require('ws');
		const socket = (this.socket = new (ws.WebSocket ?? ws)(url, options));
		socket.on('open', () => (this.isOpened = true));
		socket.on('message', (data: Buffer) => this.reader?.take(String(data), environment.now()));
		// The body may be confidential.
		socket.on('unexpected-response', (_request, { statusCode = 0 }) => this.end(rejected(statusCode)));
		socket.on('error', (error) => {
			const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
			if (code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') this.end(tooLong());
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
		this.socket.send(text, ignored);
		let pingAt = this.environment.now() + PING_MS;
		return await this.wait((now) => {
			if (now >= pingAt) this.socket.ping(undefined, undefined, ignored);
			if (now >= pingAt) pingAt = now + PING_MS;
			return reader.end(now, this.isRoomClosed);
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
