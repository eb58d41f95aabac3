import { PassedRequests } from './passedRequests';

/* How fast requests may be sent that a service refuses when they come too often. It tells neither its limit nor whether it
 * counts by windows or by a bucket, so the rate is found by trying, as TCP does (CUBIC, RFC 9438): a refusal lowers it; what
 * is taken raises it, first back to where it was, then with care beyond that, then fast.
 *
 * Rules that must not regress:
 * - A service that refuses nothing costs nothing: no wait, no order.
 * - After a refusal one request at a time tries whether the service takes again: all others would be refused as well.
 * - Refusals of what was under progress at that moment are one event: they don't lower the rate again.
 * - Only what was sent at the full rate raises it: that a slow sender is not refused says nothing.
 * - After a long pause the rate is what was taken, by the time that it took, the pause included: that is the limit, of
 *   whichever kind it is. */

/** What a request came to: it `passed` the limit, was `refused` by it, or nobody knows. */
export type SendOutcome = 'passed' | 'refused' | 'unknown';

/** A request that is under progress. */
export interface Sending {
	at: number;
	/** Whether it tries out whether the service takes again. */
	isTrial: boolean;
	/** Whether it was sent as soon as the pace allowed it. */
	isAtFullRate: boolean;
}

/** The time after a refusal, until a trial is taken. */
interface Pause {
	since: number;
	/** Until the next trial. */
	ms: number;
	isTried: boolean;
	/** When the last trial was sent that came too early, for all that was known. */
	earlyAt?: number;
}

/** The share by which a refusal lowers the rate; twice as much if it follows another one soon, up to the most. */
const DROP = 0.05;
const MOST_DROP = 0.3;
const SOON = 20;
/** The share that is added beyond the last rate, in as many requests as it took to get back to it. */
const RISE = 0.1;
/** After how many requests the rate is back. */
const CLIMB = 60;
/** The first pause where the rate is unknown, the shortest one, and the longest; each next one is twice as long. */
const FIRST_PAUSE_MS = 1_000;
const SHORTEST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 60_000;
/** The longest that Retry-After holds all: a wrong one must not hold them for a year. */
const LONGEST_HOLD_MS = 600_000;
/** After such a time without a request all is forgotten. */
const REMEMBERED_MS = 600_000;
/** A request that is late by less, as clocks are, does not delay the next. */
const LATE_MS = 50;

/** What is known of a service that refused nothing. */
const NOTHING_KNOWN = {
	/** Between two requests; 0 as long as nothing was refused. */
	intervalMs: 0,
	/** The interval that the climb leads back to. */
	goalMs: 0,
	/** Where the climb began, as a share below the goal. */
	drop: DROP,
	/** How many passed at the full rate since the last pause. */
	climbed: 0,
	nextAt: 0,
	/** When the last pause ended. */
	recoveredAt: 0,
	/** How long the last pause was. */
	pausedMs: 0,
};

/** The pace of one kind of request. Pure: all times, in milliseconds since the epoch, are passed in. */
export class Pace {
	private known = { ...NOTHING_KNOWN };
	private pause: Pause | undefined;
	/** Since when nothing has passed, if the last answers were refusals; else Infinity. */
	refusingSince = Infinity;
	private passed = new PassedRequests();
	private lastAt = 0;

	/** @param random a number from 0 to 1: processes that share an account should not try at the same moment */
	constructor(private readonly random: () => number) {}

	/** How long until a request may be sent; Infinity while a trial is under progress. */
	waitMs(now: number): number {
		const { nextAt } = this.known;
		const isOld = now - this.lastAt > REMEMBERED_MS && now >= nextAt;
		// Where the clock was put back, nothing has to wait until it is as late again.
		if (isOld || now < this.lastAt - LATE_MS) this.forget();
		return this.pause?.isTried ? Infinity : Math.max(0, this.known.nextAt - now);
	}

	/** Records that a request is sent. */
	send(now: number): Sending {
		const { known, pause } = this;
		this.lastAt = now;
		if (pause) pause.isTried = true;
		const isAtFullRate = now - known.nextAt < Math.max(known.intervalMs / 4, LATE_MS);
		known.nextAt = Math.max(known.nextAt, now - LATE_MS) + known.intervalMs;
		return { at: now, isTrial: pause !== undefined, isAtFullRate };
	}

	/** Records what a request came to. `retryAfterMs` is what the service asked for. */
	record(sent: Sending, now: number, outcome: SendOutcome, retryAfterMs?: number): void {
		this.lastAt = now;
		if (outcome === 'refused') this.refuse(sent, now, retryAfterMs);
		else if (outcome === 'passed') this.pass(sent, now);
		else if (sent.isTrial && this.pause) this.tryLater(this.pause, now);
	}

	private pass(sent: Sending, now: number): void {
		const { known, pause } = this;
		this.refusingSince = Infinity;
		this.passed.add(now);
		if (sent.isTrial && pause) this.recover(pause, sent.at, now);
		else if (known.intervalMs > 0 && sent.isAtFullRate && sent.at >= known.recoveredAt) {
			known.climbed += 1;
			const progress = known.climbed / CLIMB - 1;
			known.intervalMs = known.goalMs / (1 + (progress < 0 ? known.drop : RISE) * progress ** 3);
		}
	}

	private refuse(sent: Sending, now: number, retryAfterMs: number | undefined): void {
		const { known } = this;
		this.refusingSince = Math.min(this.refusingSince, now);
		if (retryAfterMs !== undefined) {
			const holdMs = Math.min(retryAfterMs, LONGEST_HOLD_MS) + this.random() * SHORTEST_PAUSE_MS;
			known.nextAt = Math.max(known.nextAt, now + holdMs);
		}
		if (this.pause ? !sent.isTrial : sent.at < known.recoveredAt) return;
		const pause = this.pause ? { ...this.pause, ms: 2 * this.pause.ms } : this.beginPause(now);
		this.pause = { ...pause, ms: Math.min(pause.ms, LONGEST_PAUSE_MS), isTried: false };
		// Where the service said when, the trial is in time.
		this.pause.earlyAt = retryAfterMs === undefined ? sent.at : undefined;
		if (retryAfterMs === undefined) this.tryLater(this.pause, now);
	}

	private beginPause(now: number): Pause {
		const { known } = this;
		const isSoon = known.climbed < SOON;
		known.drop = isSoon ? Math.min(2 * known.drop, MOST_DROP) : DROP;
		known.goalMs = known.intervalMs;
		known.intervalMs /= 1 - known.drop;
		const ms = Math.max(known.intervalMs / 4, known.pausedMs / 8, SHORTEST_PAUSE_MS);
		return { since: now, ms: known.intervalMs > 0 ? ms : FIRST_PAUSE_MS, isTried: false };
	}

	private tryLater(pause: Pause, now: number): void {
		pause.isTried = false;
		this.known.nextAt = Math.max(this.known.nextAt, now + pause.ms * (1 + this.random() * RISE));
	}

	/** Ends a pause: a trial, sent at `sentAt`, was taken. */
	private recover({ since, earlyAt }: Pause, sentAt: number, now: number): void {
		const { known } = this;
		known.pausedMs = sentAt - since;
		// The limit allowed it between the last trial that was refused and the one that was taken.
		const endedAt = ((earlyAt ?? sentAt) + sentAt) / 2;
		const isFirst = known.intervalMs === 0;
		const { from, count } = isFirst
			? this.passed.around(since, known.pausedMs, now)
			: this.passed.ofLate(now);
		if (isFirst || known.pausedMs > 2 * known.intervalMs) {
			known.intervalMs = Math.max(known.intervalMs, (endedAt - from) / Math.max(1, count));
			known.goalMs = known.intervalMs * (1 - RISE);
			known.drop = RISE;
		}
		known.climbed = 0;
		known.recoveredAt = now;
		known.nextAt = sentAt + known.intervalMs;
		this.pause = undefined;
	}

	private forget(): void {
		this.known = { ...NOTHING_KNOWN };
		this.pause = undefined;
		this.refusingSince = Infinity;
		this.passed = new PassedRequests();
	}
}
