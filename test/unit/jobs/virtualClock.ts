import { setImmediate } from 'node:timers/promises';
import type { Environment } from '../../../nodes/shared/async/environment';

interface Sleeper {
	at: number;
	wake(): void;
	stop(reason: Error): void;
}

export const STOPPED = new Error('The run was stopped');

/** A clock that jumps to the next sleeper, so a wait of hours takes no time. */
export class VirtualClock implements Environment {
	/** Milliseconds since the epoch. Starts at a real date, so that dates in outputs make sense. */
	time = Date.parse('2030-01-01T00:00:00Z');
	readonly startedAt = this.time;
	/** The result of `random`. */
	chance = 0.5;
	private readonly controller = new AbortController();
	private readonly sleepers = new Set<Sleeper>();

	readonly signal = this.controller.signal;
	/** How far the date of the computer is ahead. */
	ahead = 0;
	readonly now = () => this.time + this.ahead;
	readonly uptime = () => this.time;
	random = () => this.chance;
	readonly sleep = async (ms: number) => await this.until(this.time + ms);

	/** Milliseconds since the start. */
	get elapsed(): number {
		return this.time - this.startedAt;
	}

	/** Calls a function at a time, in milliseconds since the start. */
	at(elapsedMs: number, action: () => void): void {
		void this.until(this.startedAt + elapsedMs).then(action, () => undefined);
	}

	/** Acts as the Stop button: every sleep ends with an error. */
	stop(): void {
		this.controller.abort(STOPPED);
		for (const sleeper of this.sleepers) sleeper.stop(STOPPED);
		this.sleepers.clear();
	}

	/** Lets time pass until a promise is settled. */
	async run<T>(promise: Promise<T>): Promise<T> {
		let isSettled = false;
		const settle = () => void (isSettled = true);
		promise.then(settle, settle);
		for (;;) {
			await setImmediate();
			if (isSettled) return await promise;
			let next: Sleeper | undefined;
			for (const sleeper of this.sleepers) if (!next || sleeper.at < next.at) next = sleeper;
			if (next === undefined) throw new Error('Nothing is going on any more, and the promise is open');
			this.sleepers.delete(next);
			this.time = Math.max(this.time, next.at);
			next.wake();
		}
	}

	private async until(at: number): Promise<void> {
		if (this.signal.aborted) throw STOPPED;
		await new Promise<void>((wake, stop) => this.sleepers.add({ at, wake, stop }));
	}
}
