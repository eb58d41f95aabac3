import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocketServer, type WebSocket } from 'ws';

import { languages } from '../endpoints/catalogue';
import type { Emulator } from '../index';
import { inParts, namesOf, readMessage, type ChatQuestion } from './message';
import type { Session } from './sessions';

/** A chat message as it was sent, or a connection that opened or closed. */
export interface ChatLogEntry {
	sessionId: string;
	event: 'connected' | 'received' | 'sent' | 'closed' | 'rejected';
	text: string;
}

/** The chat rooms of live sessions (service.md: Live avatar chat). */
export class Rooms {
	/** Every message and connection, in order. */
	readonly log: ChatLogEntry[] = [];
	private readonly server = new WebSocketServer({ noServer: true, maxPayload: 60 * 1024 * 1024 });
	private readonly sockets = new Map<WebSocket, Session>();
	private sweep?: NodeJS.Timeout;

	constructor(private readonly world: Emulator) {}

	/** Answers an upgrade. Only a session that streams has a room, at its client's address. */
	upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
		const { sessions, live } = this.world;
		const path = (request.url ?? '').split('?')[0] ?? '';
		const session = sessions.all.find((each) => path === `/live/${each.streamName}/${namesOf(each).client}`);
		const status = live.rejectHandshake ?? (session ? (sessions.isStreaming(session) ? 101 : 403) : 404);
		if (status === 101 && session) {
			this.server.handleUpgrade(request, socket, head, (client) => this.enter(client, session));
			return;
		}
		this.note(session?.id ?? '', 'rejected', String(status));
		socket.end(`HTTP/1.1 ${status} Rejected\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
	}

	close(): void {
		clearInterval(this.sweep);
		for (const socket of this.sockets.keys()) socket.terminate();
		this.server.close();
	}

	private enter(socket: WebSocket, session: Session): void {
		this.sockets.set(socket, session);
		this.note(session.id, 'connected', '');
		this.sweep ??= setInterval(() => this.closeEnded(), 100).unref();
		socket.on('error', () => socket.terminate());
		socket.on('ping', () => (session.lastActivity = this.world.now()));
		socket.on('close', () => {
			this.sockets.delete(socket);
			this.note(session.id, 'closed', '');
		});
		socket.on('message', (data) => {
			const text = String(data);
			this.note(session.id, 'received', text);
			void this.answer(socket, session, text);
		});
	}

	/** Closes connections to sessions that were closed or ended after a long silence. */
	private closeEnded(): void {
		for (const [socket, session] of this.sockets) {
			if (!this.world.sessions.isStreaming(session)) socket.close(1000, 'The session is closed');
		}
	}

	private async answer(socket: WebSocket, session: Session, text: string): Promise<void> {
		const { live } = this.world;
		session.lastActivity = this.world.now();
		const question = readMessage(this.world, session, text);
		if (live.silent) return;
		if (typeof question === 'string') {
			const refusal = { code: 1003, msg: `Parameter error: ${question}` };
			return this.send(socket, session, 'error', JSON.stringify(refusal));
		}
		const language = languages.find(([code]) => code === question.language)?.[1] ?? 'English';
		for (const [index, part] of inParts(this.wordsFor(question), live.parts).entries()) {
			if (live.partMs > 0) await wait(live.partMs, undefined, { ref: false });
			if (index === 1 && live.closeMidAnswer) return socket.close(1011, 'The stream has ended');
			this.sendNoise(socket, session, index);
			const payload = JSON.stringify({ ...question, language, answer: part });
			this.send(socket, session, 'chat', payload);
		}
	}

	/** Mode 1 repeats the question, mode 2 talks (service.md: Live avatar chat). */
	private wordsFor({ question, prompt, mode_type }: ChatQuestion): string {
		return mode_type === '2' ? this.world.live.answer(question, prompt.content) : question;
	}

	/** Messages that do not belong to the answer. */
	private sendNoise(socket: WebSocket, session: Session, index: number): void {
		if (index % 2 === 0) return this.send(socket, session, 'heartbeat', '');
		const message_id = `other-${this.log.length}`;
		const other = { message_id, question: 'Something else', answer: 'Not for you.' };
		this.send(socket, session, 'chat', JSON.stringify(other));
	}

	private send(socket: WebSocket, session: Session, type: string, payload: string): void {
		if (socket.readyState !== socket.OPEN) return;
		const { server, client } = namesOf(session);
		const text = JSON.stringify({ type, from: server, to: client, payload });
		this.note(session.id, 'sent', text.slice(0, 10_000));
		socket.send(text);
	}

	private note(sessionId: string, event: ChatLogEntry['event'], text: string): void {
		this.log.push({ sessionId, event, text });
		this.world.options.log?.(`chat ${sessionId} ${event} ${text.slice(0, 200)}`);
	}
}
