import { setImmediate as turn } from 'node:timers/promises';
import type { Environment } from '../../nodes/shared/async/environment';

/** Someone who waits for a time. */
export interface Waiter {
	at: number;
	wake(): void;
}
interface Sleeper extends Waiter {
	stop(reason: Error): void;
}

/** Until all promises that can go on have done so. */
export const tick = async () => await new Promise<void>((done) => process.nextTick(done));

/** Sleeps of a test, and looks at the time during one. */
const MOST = 300_000;

export const STOPPED = new Error('The run was stopped');

/** The clock of all tests. It stands still during work, and then jumps to the end of the first sleep. */
export class Clock implements Environment {
	readonly startedAt: number;
	/** The result of `random`. */
	chance = 0.5;
	/** Its other speed: sleeps take real time, for messages of a chat, which no clock can see. */
	isPaced = false;
	private readonly controller = new AbortController();
	private readonly sleepers = new Set<Sleeper>();
	/** Since time passed. */
	private looks = 0;

	readonly signal = this.controller.signal;
	readonly now = () => {
		// A loop that never waits would hang, and no time limit of a test ends it.
		if (++this.looks > MOST) throw new Error('It looks at the clock again and again, and never waits');
		return this.time;
	};
	readonly uptime = () => this.time;
	random = () => this.chance;
	readonly sleep = async (ms: number) => await this.until(this.time + ms);

	/** Begins at a real date, so that dates in outputs make sense. */
	constructor(public time = Date.parse('2030-01-01T00:00:00Z')) {
		this.startedAt = time;
	}

	/** Milliseconds since the start. */
	get elapsed(): number {
		return this.time - this.startedAt;
	}

	get hasSleepers(): boolean {
		return this.sleepers.size > 0;
	}

	/** Calls a function at a time, in milliseconds since the start. */
	at(elapsedMs: number, action: () => void): void {
		void this.until(this.startedAt + elapsedMs).then(action, () => undefined);
	}

	/** Acts as the Stop button: every sleep ends with an error. */
	stop(): void {
		this.controller.abort(STOPPED);
		for (const sleeper of this.sleepers) sleeper.stop(STOPPED);
	}

	/** Sleeps until a time, or until `early` comes before. */
	async until(at: number, early?: Promise<void>): Promise<void> {
		if (this.signal.aborted) throw STOPPED;
		let sleeper: Sleeper | undefined;
		const slept = new Promise<void>((wake, stop) => this.sleepers.add((sleeper = { at, wake, stop })));
		await (early ? Promise.race([slept, early]) : slept).finally(() => this.sleepers.delete(sleeper!));
		this.forwardTo(at);
	}

	/** Moves by integer milliseconds, like the clock of a computer. */
	forwardTo(at: number): void {
		this.looks = 0;
		this.time += Math.max(0, Math.ceil(at - this.time));
	}

	/** Moves to the end of the first sleep, and wakes everyone whose time has come. False if nobody waits. */
	jump(others: Iterable<Waiter> = []): boolean {
		const all: Waiter[] = [...this.sleepers, ...others];
		let first = Infinity;
		for (const { at } of all) first = Math.min(first, at);
		if (first === Infinity) return false;
		this.forwardTo(first);
		for (const waiter of all) if (waiter.at <= this.time) waiter.wake();
		return true;
	}

	/** Lets time pass until a promise is settled. What only waits for promises may take a tick, which is faster. */
	async run<T>(promise: Promise<T>, quiet: () => Promise<unknown> = turn): Promise<T> {
		let isSettled = false;
		const settle = () => void (isSettled = true);
		promise.then(settle, settle);
		for (let jumps = 0; jumps < MOST; jumps++) {
			this.looks = 0;
			await quiet();
			if (isSettled) return await promise;
			if (!this.jump()) throw new Error('Nothing is going on any more, and the promise is open');
		}
		throw new Error(`The promise is open after ${MOST} sleeps`);
	}
}

/** The nodes' clock, in tests with fastClock. */
export const clock = new Clock(Date.now());
