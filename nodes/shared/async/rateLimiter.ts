import type { Environment } from './environment';

/* Finds how fast a service takes requests, which says neither its limit nor how it counts.
 *
 *   running --refused--> paused --a trial passed, with a measure--> running ...
 *
 * - A service that refuses nothing costs neither a wait nor an order.
 * - In a pause, one request at a time tries whether the service takes again. The others wait for its answer. If one of
 *   them was sent later than the first refused one and passes, Retry-After was rounded up, and the pause ends.
 * - After a pause, the requests taken and their time are a measure. It is the limit, or only an outage. If it is near
 *   the pace before, the goal lies between the two. If it is like the measure before, the limiter trusts it more.
 * - A pace starts 4 % below its goal, is back after `span` requests, and then rises ever faster (CUBIC, RFC 9438). A
 *   doubtful measure has a span of less than a request, so it costs seconds.
 *
 * Rejected, because it misses 48 of the 133 figures of the laws with 20 seeds: halving the rate after a pause, and adding
 * a twentieth per request. 21 rows take 90 requests instead of 45, and 20 a second take up to 2.04 times the ideal. */

/** An unused turn was not sent, and the next request gets it. */
export type Outcome = 'passed' | 'refused' | 'unknown' | 'unused';

type Sent = Pick<Waiting, 'sentAt'>;

interface Pause {
	since: number;
	/** The service took nothing until here, as far as all the refusals say, and the first one. */
	earlyAt: number;
	firstEarlyAt: number;
	/** Milliseconds from one request to the next when the pause began. */
	intervalMs: number;
	trial?: Sent;
	/** When the service takes the next request, if it said so. */
	retryAt?: number;
}

/* The figures come from the laws (pace.test.ts) at half and at twice a value. */
const REMEMBERED_MS = 180_000;
/** A limit counts a minute at most, so a longer pause is an outage. With half, a limit of a minute is never learned. */
const OUTAGE_MS = 65_000;
/** Half: 20 s instead of 15 s to recover from an outage. Twice: 23 s. */
const FIRST_GAP_MS = 250;
/** The part of a pause before a trial. Half: a new account sends 14 requests in six seconds. Twice: 21 rows take 156 s. */
const GAP = 0.35;
/** Half: 19 instead of 17 % are refused after outages. Twice: full speed comes 20 s after the last refusal. */
const LONGEST_GAP_MS = 10_000;
/** The first trial at a known pace. Half: 36 instead of 30 % are refused in legs. Twice: 21 rows take 160 s. */
const FIRST_GAP = 0.6;
/** Retry-After counts in seconds, so the limit may end sooner. */
const ROUNDED_MS = 1_000;
/** Requests may overtake each other. Half: 20 % are refused at 30 a second. Twice: 50 a second take 1.34, not 1.21. */
const LATER_MS = 100;
/** The limit ended in this part of the time before the trial. Twice: 60 a second take 1.55 instead of 1.18. */
const ENDED = 0.35;
/** The weight of a measure near the pace before. Half: 25 a second take 1.33, not 1.12. Twice: 50 take 1.38, not 1.21. */
const WEIGHT = 0.37;
/** Half: 26 s instead of 15 s to recover from an outage. Twice: 20 s, and 21 rows take 152 s instead of 149. */
const DROP = 0.04;
/** With 1.3, 40 a second take 1.54 times the ideal. With 2.3, two outages take 46 s instead of 28. */
const NEAR = 1.65;
/** With 1.25, 41 instead of 30 % are refused in legs at a fixed window. Twice changes nothing. */
const LIKE = 2.5;
/** Half: 21 rows take 48 requests instead of 45. Twice: 29 s instead of 15 s to recover from an outage. */
const DOUBTFUL_SPAN = 0.33;
/** Twice: with other seeds, some minutes of saved runs are below 70 %. */
const TRUST = 7;
/** Half: minutes of saved runs fall to 23 %. Twice: slower to notice that a limit has gone. */
const SPAN_MS = 60_000;
/** With 4, 17 instead of 12 % are refused at one a minute. */
const SHORTEST_SPAN = 10;
/** A few requests prove little. Twice: 18 s instead of 15 s to recover from an outage. */
const SPAN_OF_TAKEN = 4;

export class Pace {
	pause?: Pause;
	private heldUntil = 0;
	/** Milliseconds from one request to the next. 0 is unlimited. */
	private goalMs = 0;
	private span = 1;
	/** Requests taken since this time, which moves on while no request waits. */
	private taken = 0;
	private since = 0;
	/** The last measure that was not near. */
	private measuredMs = 0;
	private answeredAt = 0;
	private inFlight = 0;
	private last?: Sent;

	constructor(
		private readonly random: () => number,
		/** A longer Retry-After is not believed. */
		private readonly longestHoldMs: number,
	) {}

	/** After minutes without a request, or when the clock was put back. */
	isOver(now: number): boolean {
		const { answeredAt, nextAt, inFlight } = this;
		return inFlight === 0 && (now < answeredAt || now - Math.max(answeredAt, nextAt) > REMEMBERED_MS);
	}

	get nextAt(): number {
		return Math.max(this.heldUntil, this.pause ? 0 : (this.last?.sentAt ?? 0) + this.intervalMs);
	}

	/** Infinity while the next request waits for an answer. */
	waitMs(now: number): number {
		return this.pause?.trial ? Infinity : Math.max(0, this.nextAt - now);
	}

	send(request: Sent, now: number): void {
		const { pause } = this;
		if (this.inFlight++ === 0) {
			const idleMs = Math.max(0, now - Math.max(this.answeredAt, this.nextAt));
			this.since += idleMs;
			if (pause) Object.assign(pause, { since: pause.since + idleMs, earlyAt: pause.earlyAt + idleMs });
		}
		request.sentAt = now;
		this.last = request;
		if (pause) pause.trial = request;
	}

	report(request: Sent, outcome: Outcome, now: number, retryAfterMs = 0): void {
		const { pause } = this;
		this.inFlight -= 1;
		this.answeredAt = Math.max(this.answeredAt, request.sentAt, now);
		const isTrial = pause?.trial === request;
		if (isTrial) pause.trial = undefined;
		if (outcome === 'passed') {
			this.taken += 1;
			const isEarly = pause?.retryAt && this.goalMs > 0 && request.sentAt > pause.firstEarlyAt + LATER_MS;
			if (pause && (isTrial || isEarly)) this.resume(pause, request);
		} else if (outcome === 'refused') this.refuse(request, isTrial, retryAfterMs);
		else if (outcome === 'unused' && this.last === request) this.last = undefined;
		else if (outcome === 'unknown' && isTrial) this.heldUntil = now + FIRST_GAP_MS;
	}

	private get intervalMs(): number {
		return this.goalMs / (1 + DROP * (this.taken / this.span - 1) ** 3);
	}

	private refuse({ sentAt }: Sent, isTrial: boolean, retryAfterMs: number): void {
		const { answeredAt: now, goalMs, intervalMs, pause: before } = this;
		// It was sent at the pace before the last pause, so it says nothing about the new one.
		if (!before && sentAt < this.since) return;
		const earlyAt = sentAt + Math.max(0, Math.min(this.longestHoldMs, retryAfterMs) - ROUNDED_MS);
		const pause = (this.pause ??= { since: now, earlyAt, firstEarlyAt: earlyAt, intervalMs });
		pause.earlyAt = Math.max(pause.earlyAt, earlyAt);
		// The others were sent before the pause.
		if (before && !isTrial) return;
		pause.retryAt = retryAfterMs ? now + retryAfterMs : undefined;
		const firstMs = goalMs === 0 ? FIRST_GAP_MS : goalMs * FIRST_GAP;
		const gapMs = Math.min(LONGEST_GAP_MS, Math.max(firstMs, (now - pause.since) * GAP));
		const holdMs = retryAfterMs ? Math.min(this.longestHoldMs, retryAfterMs) : gapMs;
		this.heldUntil = now + holdMs + (this.random() * Math.min(holdMs, 1_000)) / 20;
	}

	private resume(pause: Pause, { sentAt }: Sent): void {
		this.pause = undefined;
		// A failure that ends the run is known before the next request is sent.
		this.heldUntil = this.answeredAt + 20;
		if (pause.earlyAt - pause.since < OUTAGE_MS) {
			if (this.taken > 1) this.measure(pause, sentAt);
			Object.assign(this, { taken: 1, since: Math.max(sentAt, pause.since) });
		} else this.since += sentAt - pause.since;
	}

	/** Sets the goal and the span from the requests that the service took, without the trial. */
	private measure({ since, earlyAt, intervalMs }: Pause, sentAt: number): void {
		const taken = this.taken - 1;
		const msUntil = (at: number) => (at - this.since) / taken;
		const ms = msUntil(earlyAt + (sentAt - earlyAt) * ENDED);
		const beforeMs = intervalMs || Math.max(1, msUntil(since));
		const isNear = msUntil(earlyAt) < NEAR * beforeMs;
		const isLike = ms < LIKE * this.measuredMs && ms > this.measuredMs / LIKE;
		const proven = taken * Math.max(SPAN_OF_TAKEN, taken / SPAN_OF_TAKEN);
		const most = Math.min(Math.max(SHORTEST_SPAN, SPAN_MS / ms), proven);
		if (isNear) this.span = most;
		else this.span = isLike ? Math.min(most, TRUST * this.span) : DOUBTFUL_SPAN;
		this.measuredMs = isNear ? 0 : ms;
		this.goalMs = isNear && this.goalMs > 0 ? beforeMs * (ms / beforeMs) ** WEIGHT : ms;
	}
}

export interface Waiting {
	sentAt: number;
	environment: Pick<Environment, 'now' | 'sleep'>;
	/** Gives up once the service has taken nothing for `patienceMs` since this time, and at `until`. */
	since: number;
	patienceMs: number;
	readonly until: number;
	order: number;
	/** When the service takes the next request, if it said so and the request can't wait so long. */
	retryAt?: number;
	wake?: () => void;
}

const NAP_MS = 15_000;

/** The line of requests that wait for their turn, in their order. `Pace` says when the next turn comes. */
export class RateLimiter {
	private pace?: Pace;
	private readonly line: Waiting[] = [];
	private requests = 0;

	constructor(
		private readonly longestHoldMs = 600_000,
		private readonly random = () => Math.random(),
	) {}

	/** Returns true when you may send the request, and must report it. Returns false when it gives up. */
	async turn(request: Waiting): Promise<boolean> {
		const { environment, since, patienceMs } = request;
		request.order ||= ++this.requests;
		this.line.push(request);
		this.line.sort((a, b) => a.order - b.order);
		try {
			for (;;) {
				const now = environment.now();
				if (this.pace?.isOver(now)) this.pace = undefined;
				const pace = (this.pace ??= new Pace(this.random, this.longestHoldMs));
				const { pause, nextAt } = pace;
				const ms = request === this.line[0] ? pace.waitMs(now) : Infinity;
				if (ms === 0) {
					pace.send(request, now);
					return true;
				}
				const patientUntil = Math.max(pause?.since ?? Infinity, since) + patienceMs;
				const endsAt = pause?.trial ? request.until : Math.min(request.until, patientUntil);
				request.retryAt = pause?.trial ? undefined : pause?.retryAt;
				if (now >= endsAt || (request.retryAt !== undefined && nextAt > endsAt)) return false;
				const woken = new Promise<void>((wake) => (request.wake = wake));
				await Promise.race([environment.sleep(Math.min(ms, endsAt - now, NAP_MS)), woken]);
			}
		} finally {
			this.line.splice(this.line.indexOf(request), 1);
			this.line[0]?.wake?.();
		}
	}

	report(request: Waiting, outcome: Outcome, retryAfterMs?: number): void {
		this.pace?.report(request, outcome, request.environment.now(), retryAfterMs);
		this.line[0]?.wake?.();
	}
}
