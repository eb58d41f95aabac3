import type { Environment } from './environment';
import { Pace, type Sending, type SendOutcome } from './pace';

/** The longest sleep of who is first: others, whose time may be up, are looked after in between. */
const LONGEST_NAP_MS = 15_000;

/** Where requests wait whose pace is shared, in the order in which they came. What waits here holds nothing of the pace. */
export class RequestQueue {
	private readonly pace: Pace;
	private readonly waiting: Waiter[] = [];
	private places = 0;

	constructor(random: () => number = Math.random) {
		this.pace = new Pace(random);
	}

	/**
	 * Takes a place for one request, which keeps it when it is refused and has to be sent again.
	 * @param patienceMs how long it waits while the service takes nothing
	 * @param until when it waits no longer in any case: milliseconds since the epoch
	 * @param check throws when it must not be sent any more
	 */
	place(environment: Environment, patienceMs: number, until = Infinity, check = () => {}): QueuePlace {
		const order = this.places++;
		let sent: Sending | undefined;
		return {
			turn: async () => {
				sent = await this.turn(environment, { order, until, check, wake: () => undefined }, patienceMs);
				return sent !== undefined;
			},
			report: (outcome, retryAfterMs) => {
				if (sent) this.pace.record(sent, environment.now(), outcome, retryAfterMs);
				sent = undefined;
				this.waiting[0]?.wake();
			},
		};
	}

	private async turn(
		environment: Environment,
		waiter: Waiter,
		patienceMs: number,
	): Promise<Sending | undefined> {
		const { signal } = environment;
		const stop = () => waiter.wake();
		const woken = async () => await new Promise<void>((resolve) => (waiter.wake = resolve));
		const before = this.waiting.findIndex(({ order }) => order > waiter.order);
		this.waiting.splice(before < 0 ? this.waiting.length : before, 0, waiter);
		signal?.addEventListener('abort', stop);
		try {
			for (;;) {
				if (signal?.aborted) {
					// It throws what a stopped run throws, if it is the run that is stopped.
					await environment.sleep(0);
					signal.throwIfAborted();
				}
				const now = environment.now();
				const isFirst = waiter === this.waiting[0];
				const ms = isFirst ? this.pace.waitMs(now) : Infinity;
				if (ms === 0) {
					waiter.check();
					return this.pace.send(now);
				}
				// What a trial under way comes to is waited for.
				const givesUpAt = ms === Infinity ? Infinity : this.pace.refusingSince + patienceMs;
				const endsAt = Math.min(waiter.until, givesUpAt);
				if (now >= endsAt) return undefined;
				if (!isFirst) await woken();
				else {
					await Promise.race([environment.sleep(Math.min(ms, endsAt - now, LONGEST_NAP_MS)), woken()]);
					for (const other of this.waiting) if (environment.now() >= other.until) other.wake();
				}
			}
		} finally {
			signal?.removeEventListener('abort', stop);
			this.waiting.splice(this.waiting.indexOf(waiter), 1);
			this.waiting[0]?.wake();
		}
	}
}

/** The place of one request in the queue. */
export interface QueuePlace {
	/**
	 * Waits until the request may be sent.
	 * @returns whether it may; else its time, or its patience, is over
	 * @throws what `sleep` throws on Stop, and what its check throws
	 */
	turn(): Promise<boolean>;
	/** Has to be called after each turn that came: what the request came to, and what the service asked for. */
	report(outcome: SendOutcome, retryAfterMs?: number): void;
}

interface Waiter {
	order: number;
	until: number;
	check: () => void;
	wake: () => void;
}
