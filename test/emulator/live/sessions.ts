import type { Account } from '../accounts';
import { Refusal } from '../http/refusal';
import type { Emulator } from '../index';

/** A live session as the emulator keeps it. Times are milliseconds by the emulator's clock. */
export interface Session {
	id: string;
	clientId: string;
	request: { avatar_id: string; webhookUrl?: string; stream_type?: string };
	uid: number;
	streamName: string;
	taskId: string;
	/** Number at the end of `server_<n>` and `client_<n>`. */
	room: number;
	createdAt: number;
	streamsAt: number;
	failed: boolean;
	lastActivity: number;
	closedAt?: number;
}

const creditPerSecond = 0.1;

/** Live sessions: queueing 1, processing (streaming) 2, completed (closed) 3, failed 4. */
export class SessionStore {
	readonly all: Session[] = [];

	constructor(private readonly world: Emulator) {}

	/** Opens a session. Code 1215 if the account has too many open sessions. */
	create({ clientId, uid }: Account, request: Session['request']): Session {
		const { live, random } = this.world;
		const open = this.open().filter((session) => session.clientId === clientId);
		if (open.length >= live.maxOpen) throw new Refusal(1215, 'The service is busy, close a session first');
		if (this.world.credit(clientId) <= 0) throw new Refusal(1006, 'Quota is not enough');
		const now = this.world.now();
		const session: Session = {
			id: `7${random.hex(23)}`,
			clientId,
			uid,
			request,
			streamName: `stream-${random.hex(12)}`,
			taskId: `task-${random.hex(10)}`,
			room: this.all.length + 1,
			createdAt: now,
			streamsAt: now + live.startMs,
			failed: live.failStart,
			lastActivity: now + live.startMs,
		};
		this.all.push(session);
		return session;
	}

	/** Completed means that the session has ended, or with `live.completed` that it streams. */
	status(session: Session): number {
		const streaming = this.world.live.completed === 'over' ? 2 : 3;
		return { queued: 1, streaming, over: 3, failed: 4 }[this.phase(session)];
	}

	isStreaming(session: Session): boolean {
		return this.phase(session) === 'streaming';
	}

	isOver(session: Session): boolean {
		return this.phase(session) === 'over';
	}

	/** Sessions that wait or stream. They count against the limit, or cost credits. */
	open(): Session[] {
		return this.all.filter((session) => ['queued', 'streaming'].includes(this.phase(session)));
	}

	close(session: Session): void {
		session.closedAt = Math.min(this.endOf(session), this.world.now());
	}

	/** The cost of an account's sessions so far, by the second, from streaming to the end. */
	cost(clientId: string): number {
		const now = this.world.now();
		return this.all
			.filter((session) => session.clientId === clientId && !session.failed)
			.map((session) => Math.max(0, Math.min(this.endOf(session), now) - session.streamsAt))
			.reduce((sum, ms) => sum + (ms / 1000) * creditPerSecond, 0);
	}

	private phase(session: Session): 'queued' | 'streaming' | 'failed' | 'over' {
		const now = this.world.now();
		if (this.endOf(session) <= now) return 'over';
		if (now < session.streamsAt) return 'queued';
		return session.failed ? 'failed' : 'streaming';
	}

	/** The time when it was closed, or will end after a long silence. */
	private endOf(session: Session): number {
		return session.closedAt ?? session.lastActivity + this.world.live.idleMs;
	}
}
