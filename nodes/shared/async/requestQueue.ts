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
	 */
	place(environment: Environment, patienceMs: number, until = Infinity): QueuePlace {
		const order = this.places++;
		let sent: Sending | undefined;
		return {
			turn: async () => {
				sent = await this.turn(environment, { order, patienceMs, until });
				return sent !== undefined;
			},
			report: (outcome, retryAfterMs) => {
				if (sent) this.pace.record(sent, environment.now(), outcome, retryAfterMs);
				sent = undefined;
				this.waiting[0]?.wake();
			},
		};
	}

	private async turn(environment: Environment, wish: Wish): Promise<Sending | undefined> {
		if (this.waiting.length === 0 && this.pace.waitMs(environment.now()) === 0) {
			return this.pace.send(environment.now());
		}
		const waiter = new Waiter(wish, environment.signal);
		this.enqueue(waiter);
		try {
			for (;;) {
				if (environment.signal?.aborted) await stopped(environment);
				const now = environment.now();
				if (waiter !== this.waiting[0]) {
					if (now >= wish.until) return undefined;
					await waiter.isWoken();
					continue;
				}
				const ms = this.pace.waitMs(now);
				if (ms === 0) return this.pace.send(now);
				const endsAt = this.endOf(wish, ms === Infinity);
				if (now >= endsAt) return undefined;
				const nap = Math.min(ms, endsAt - now, LONGEST_NAP_MS);
				await (ms === Infinity ? waiter.isWoken() : Promise.race([environment.sleep(nap), waiter.isWoken()]));
				for (const other of this.waiting) if (environment.now() >= other.wish.until) other.wake();
			}
		} finally {
			waiter.leave();
			this.waiting.splice(this.waiting.indexOf(waiter), 1);
			this.waiting[0]?.wake();
		}
	}

	/** What a trial under way comes to is waited for. */
	private endOf({ patienceMs, until }: Wish, isTried: boolean): number {
		const { refusingSince } = this.pace;
		return refusingSince === undefined || isTried ? until : Math.min(until, refusingSince + patienceMs);
	}

	private enqueue(waiter: Waiter): void {
		const before = this.waiting.findIndex(({ wish }) => wish.order > waiter.wish.order);
		this.waiting.splice(before < 0 ? this.waiting.length : before, 0, waiter);
	}
}

/** The place of one request in the queue. */
export interface QueuePlace {
	/**
	 * Waits until the request may be sent.
	 * @returns whether it may; else its time, or its patience, is over
	 * @throws what `sleep` throws on Stop
	 */
	turn(): Promise<boolean>;
	/** Has to be called after each turn that came: what the request came to, and what the service asked for. */
	report(outcome: SendOutcome, retryAfterMs?: number): void;
}

interface Wish {
	order: number;
	patienceMs: number;
	until: number;
}

class Waiter {
	private woken: (() => void) | undefined;

	constructor(
		readonly wish: Wish,
		private readonly signal: AbortSignal | undefined,
	) {
		signal?.addEventListener('abort', this.wake);
	}

	readonly wake = () => this.woken?.();

	async isWoken(): Promise<void> {
		await new Promise<void>((resolve) => (this.woken = resolve));
	}

	leave(): void {
		this.signal?.removeEventListener('abort', this.wake);
	}
}

/** Throws what a run throws that is stopped. */
async function stopped({ sleep, signal }: Environment): Promise<never> {
	await sleep(0);
	throw signal?.reason;
}
