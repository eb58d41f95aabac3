import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';

import { hasVoice, languages } from '../endpoints/catalogue';
import type { World } from '../world';
import type { LiveBehaviour } from './behaviour';
import { inParts, readMessage, writeMessage, type ChatQuestion } from './message';
import type { Session } from './sessions';

/** A chat message as it went over the wire, or a connection that came or went. */
export interface ChatLogEntry {
	at: number;
	sessionId: string;
	event: 'connected' | 'received' | 'sent' | 'closed' | 'rejected';
	text: string;
}

/** The chat rooms of live sessions (service.md: Live avatar chat). */
export class Rooms {
	readonly log: ChatLogEntry[] = [];
	private readonly server = new WebSocketServer({ noServer: true, maxPayload: 60 * 1024 * 1024 });
	private readonly sockets = new Map<WebSocket, Session>();
	private readonly waiting = new Set<Duplex>();
	private sweep?: NodeJS.Timeout;

	constructor(private readonly world: World) {}

	/** Answers an upgrade: only a session that streams has a room, at its client's address. */
	upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
		const path = (request.url ?? '').split('?')[0] ?? '';
		const session = this.world.sessions.all.find(
			(each) => path === `/live/${each.streamName}/client_${each.room}`,
		);
		const { rejectHandshake } = this.world.live;
		const status =
			rejectHandshake ?? (session ? (this.world.sessions.isStreaming(session) ? 101 : 403) : 404);
		if (status === 101 && session) {
			this.server.handleUpgrade(request, socket, head, (client) => this.enter(client, session));
			return;
		}
		this.note(session?.id ?? '', 'rejected', String(status));
		if (status === 0) return void this.waiting.add(socket);
		socket.end(`HTTP/1.1 ${status} Rejected\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
	}

	close(): void {
		clearInterval(this.sweep);
		for (const socket of this.sockets.keys()) socket.terminate();
		for (const socket of this.waiting) socket.destroy();
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
			const text = textOf(data);
			this.note(session.id, 'received', text);
			void this.answer(socket, session, text);
		});
	}

	/** Connections to sessions that were closed, or died of silence, are closed. */
	private closeEnded(): void {
		for (const [socket, session] of this.sockets) {
			if (!this.world.sessions.isStreaming(session)) socket.close(1000, 'The session is closed');
		}
	}

	private async answer(socket: WebSocket, session: Session, text: string): Promise<void> {
		const { live } = this.world;
		const serverId = `server_${session.room}`;
		const clientId = `client_${session.room}`;
		this.world.sessions.touch(session);
		const question = this.check(readMessage(text, serverId), session);
		if (live.silent) return;
		if (typeof question === 'string') {
			const content = { code: 1003, msg: `Parameter error: ${question}` };
			return this.send(socket, session, writeMessage('error', serverId, clientId, content));
		}
		const messageId = live.answerId === 'asked' ? question.messageId : `answer-${this.log.length}`;
		const parts = inParts(this.wordsFor(question), live.parts);
		for (const [index, part] of parts.entries()) {
			if (live.partMs > 0) await wait(live.partMs, undefined, { ref: false });
			if (index === 1 && live.closeMidAnswer) return socket.close(1011, 'The stream has ended');
			if (live.noise) this.sendNoise(socket, session, index);
			const message = writeMessage(
				'chat',
				serverId,
				clientId,
				answerPayload({ ...question, messageId }, part, live.answerQuestion),
				live.payloadForm,
			);
			this.send(socket, session, live.invalidJson ? message.slice(0, message.length / 2) : message);
		}
	}

	/** Voice and language must be of the lists (service.md: Live avatar chat). */
	private check(question: ChatQuestion | string, session: Session): ChatQuestion | string {
		if (typeof question === 'string') return question;
		const { voiceId, language } = question;
		if (voiceId !== '' && !hasVoice(this.world, session, voiceId)) {
			return `payload: voice_id ${voiceId} does not exist`;
		}
		if (language !== '' && !languages.some(([code]) => code === language)) {
			return `payload: language must be a lang_code of the list`;
		}
		return question;
	}

	/** Mode 1 repeats the question, mode 2 talks (service.md: Live avatar chat). */
	private wordsFor({ question, prompt, modeType }: ChatQuestion): string {
		const { live } = this.world;
		if (live.hugeAnswerBytes !== undefined) return 'a'.repeat(live.hugeAnswerBytes);
		return modeType === '2' ? live.answer(question, prompt.content) : question;
	}

	/** Messages that are no part of the answer. */
	private sendNoise(socket: WebSocket, session: Session, index: number): void {
		const names = [`server_${session.room}`, `client_${session.room}`] as const;
		const other = {
			message_id: `other-${this.log.length}`,
			question: 'Something else',
			answer: 'Not for you.',
		};
		const heartbeat = JSON.stringify({ type: 'heartbeat', from: names[0], to: names[1], payload: '' });
		this.send(socket, session, index % 2 === 0 ? heartbeat : writeMessage('chat', ...names, other));
	}

	private send(socket: WebSocket, session: Session, text: string): void {
		if (socket.readyState !== socket.OPEN) return;
		this.note(session.id, 'sent', text.slice(0, 10_000));
		socket.send(this.world.live.byteOrderMark ? `\uFEFF${text}` : text);
	}

	private note(sessionId: string, event: ChatLogEntry['event'], text: string): void {
		this.log.push({ at: this.world.now(), sessionId, event, text });
		this.world.options.log?.(`chat ${sessionId} ${event} ${text.slice(0, 200)}`);
	}
}

function textOf(data: RawData): string {
	if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
	return (data instanceof ArrayBuffer ? Buffer.from(data) : data).toString('utf8');
}

function answerPayload(
	question: ChatQuestion,
	answer: string,
	says: LiveBehaviour['answerQuestion'],
): object {
	const respelt = question.question.toUpperCase().replace(/[?!.,]/g, '');
	return {
		message_id: question.messageId,
		voice_id: question.voiceId,
		language: languages.find(([code]) => code === question.language)?.[1] ?? 'English',
		mode_type: question.modeType,
		prompt: question.prompt,
		question: { asked: question.question, absent: undefined, empty: '', respelt }[says],
		answer,
	};
}
