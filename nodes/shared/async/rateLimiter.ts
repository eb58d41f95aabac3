import type { Environment } from './environment';

/* Finds how fast a service takes requests, which says neither its limit nor how it counts.
 *
 *   free --refused--> paused --passed--> trying --refused, the same measure--> sure --refused--> paused ...
 *                                        trying --passed--> free, or as fast as before
 *
 * - A service that refuses nothing costs nothing: no wait, no order.
 * - In a pause, one request at a time tries whether the service takes again. The others wait for its answer.
 * - After a pause, the requests taken and their time are a measure of the limit. An outage gives one too, so the pace
 *   rises from there in a few requests. If the limiter measures the same twice more, it is sure.
 * - A sure pace starts 5 % lower, is back after `span` requests, and then rises ever faster (CUBIC, RFC 9438). The next
 *   pause brings it between the pace that was refused and the measure, so it can't fall below what the service took.
 *
 * Rejected: the version that corrected its rate by the last 40 requests. In a simulation it fell to a quarter of the
 * limit in saved runs (131 of 2,771 minutes below 70 %, now none), took up to 114 s for 400 creates with outages of 6 s
 * and 3 s, and up to 1.87 times the ideal at 60 a second. Additive increase and multiplicative decrease without a
 * measure was not tried. It would halve the rate seven times to come from 25 a second to 10 a minute. */

/** An unused turn was not sent, and the next request gets it. */
export type Outcome = 'passed' | 'refused' | 'unknown' | 'unused';

export interface Waiting {
	environment: Pick<Environment, 'now' | 'sleep'>;
	/** Gives up once the service has taken nothing for `patienceMs` since this time, and at `until`. */
	since: number;
	patienceMs: number;
	until: number;
	order: number;
	sentAt: number;
	/** When the service takes the next request, if it said so and the request can't wait so long. */
	retryAt?: number;
	wake?: () => void;
}

interface Pace {
	/** Milliseconds from one request to the next. 0 is unlimited. */
	goalMs: number;
	/** How many measures agreed. */
	measures: number;
	/** Requests since the last pause, and how many bring the pace back to the goal. */
	passed: number;
	span: number;
	/** How many requests the service took between two pauses. A faster rise would only fill its next window early. */
	window: number;
}

interface Pause {
	since: number;
	/** The service took nothing until here, as far as we know. */
	earlyAt: number;
	refusals: number;
	trial?: Waiting;
	/** When the service takes the next request, if it said so. */
	retryAt?: number;
	intervalMs: number;
}

/** How many measures must agree. Two outages give two, so a draft with 1 was slower after them. */
const SURE = 2;
const [REMEMBERED_MS, NAP_MS] = [180_000, 15_000];
const LONGEST_HOLD_MS = 600_000;
/** A limit counts a minute at most, and a trial may come late. A longer pause is an outage. */
const OUTAGE_MS = 65_000;
/** Twice takes 1.31 instead of 1.27 times the ideal at 60 a second. Half changes nothing. */
const DROP = 0.05;
/** Half or twice changes one or two requests of 21 rows. */
const FIRST_GAP_MS = 250;
/** A trial follows after this part of the pause. With 0.2 a new account sends 13 requests in six seconds instead of 11.
 * With 0.8 the two outages take 37 s. */
const [GAP, SHORTEST_GAP_MS, LONGEST_GAP_MS] = [0.4, 100, 10_000];
/** Retry-After has whole seconds, so the limit may end sooner. Half takes 1.32 times the ideal at 60 a second, and 1,000
 * takes 1.44 at 20 a second. */
const ROUNDED_MS = 700;
/** Requests until the pace is back, for each request that a pause cost. Half takes 1.36 times the ideal at 60 a second.
 * Twice takes a tenth longer after a limit that fell for a while. */
const [SPAN, LONGEST_SPAN, SPAN_MS] = [6, 400, 240_000];
/** Half takes 1.38 times the ideal at 60 a second. Twice changes nothing. */
const MOST_SLOWER = 1.1;
/** A measure that is so much slower than the pace is a new limit, or an outage. Twice changes no law by 2 %. */
const SURPRISE = 1.5;

const UNKNOWN = {
	pace: { goalMs: 0, measures: SURE, passed: 0, span: 1, window: 0 },
	/** The pace before an outage, or before a limit that only showed once. */
	before: undefined as Pace | undefined,
	measuredMs: 0,
	measures: 0,
	pause: undefined as Pause | undefined,
	nextAt: 0,
	answeredAt: 0,
	lastSent: undefined as Waiting | undefined,
	recoveredAt: 0,
	/** Requests taken since the last pause, in a time that moves on while no request waits. */
	taken: 0,
	takenSince: 0,
	/** The same before, where the measure was about the same. */
	past: { ms: 0, taken: 0 },
};

function intervalOf({ goalMs, measures, passed, span }: Pace): number {
	if (measures < SURE) return goalMs / 3 ** (passed / 8 ** measures);
	return goalMs / (1 + DROP * (passed / span - 1) ** 3);
}

/** A pause of more than Retry-After's second cost no more, because the service counts in long windows. */
function spanOf({ goalMs, window }: Pace, pausedMs: number): number {
	const span = SPAN * (1 + Math.min(pausedMs, 1_100) / goalMs);
	return Math.max(window, Math.min(span, LONGEST_SPAN), Math.min(10, SPAN_MS / goalMs));
}

export class RateLimiter {
	private known = { ...UNKNOWN, pace: { ...UNKNOWN.pace } };
	private readonly line: Waiting[] = [];
	private requests = 0;
	private inFlight = 0;

	constructor(
		private readonly random: () => number,
		/** A longer Retry-After is not believed. */
		private readonly longestHoldMs = LONGEST_HOLD_MS,
	) {}

	/** Returns true when you may send the request, and must report it. Returns false when it gives up. */
	async turn(request: Waiting): Promise<boolean> {
		const { environment, since, patienceMs, until } = request;
		request.order ||= ++this.requests;
		this.line.push(request);
		this.line.sort((a, b) => a.order - b.order);
		try {
			for (;;) {
				const now = environment.now();
				const ms = request === this.line[0] ? this.waitMs(now) : Infinity;
				if (ms === 0) return this.send(request, now);
				const { pause, nextAt } = this.known;
				const patientUntil = Math.max(pause?.since ?? Infinity, since) + patienceMs;
				const endsAt = pause?.trial ? until : Math.min(until, patientUntil);
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

	report(request: Waiting, outcome: Outcome, retryAfterMs = 0): void {
		const { known } = this;
		known.answeredAt = request.environment.now();
		this.inFlight -= 1;
		const isTrial = known.pause?.trial === request;
		if (known.pause && isTrial && outcome !== 'passed') known.pause.trial = undefined;
		if (outcome === 'passed') this.pass(request);
		else if (outcome === 'refused') this.refuse(request, retryAfterMs);
		else if (outcome === 'unused' && known.lastSent === request) known.nextAt = request.sentAt;
		else if (outcome === 'unknown' && isTrial) known.nextAt = known.answeredAt + FIRST_GAP_MS;
		this.line[0]?.wake?.();
	}

	/** Infinity while the first in the line waits for an answer. */
	private waitMs(now: number): number {
		const { answeredAt, nextAt } = this.known;
		const isOld = now - Math.max(answeredAt, nextAt) > REMEMBERED_MS && this.line.length === 1;
		if ((isOld || now < answeredAt) && this.inFlight === 0)
			this.known = { ...UNKNOWN, pace: { ...UNKNOWN.pace } };
		return this.known.pause?.trial ? Infinity : Math.max(0, this.known.nextAt - now);
	}

	private send(request: Waiting, now: number): true {
		const { known } = this;
		const { pause } = known;
		const idleMs = Math.max(0, now - Math.max(known.answeredAt, known.nextAt));
		if (this.inFlight++ === 0) {
			known.takenSince += idleMs;
			if (pause) Object.assign(pause, { since: pause.since + idleMs, earlyAt: pause.earlyAt + idleMs });
		}
		known.nextAt = now + intervalOf(known.pace);
		if (pause) pause.trial = request;
		known.lastSent = request;
		request.sentAt = now;
		return true;
	}

	private refuse({ sentAt }: Waiting, retryAfterMs: number): void {
		const { known } = this;
		const { answeredAt: now, pace } = known;
		// It was in flight when the last pause began.
		if (!known.pause && sentAt < known.recoveredAt) return;
		const intervalMs = intervalOf(pace);
		const pause = (known.pause ??= { since: now, earlyAt: 0, refusals: 0, intervalMs });
		const firstMs = pace.goalMs === 0 ? FIRST_GAP_MS : Math.max(SHORTEST_GAP_MS, pace.goalMs / 2);
		const gapMs = Math.min(LONGEST_GAP_MS, Math.max(firstMs, (now - pause.since) * GAP));
		const holdMs = retryAfterMs ? Math.min(this.longestHoldMs, retryAfterMs) : gapMs;
		const heldUntil = now + holdMs + (this.random() * Math.min(holdMs, 1_000)) / 10;
		known.nextAt = pause.refusals++ === 0 ? heldUntil : Math.max(known.nextAt, heldUntil);
		known.lastSent = undefined;
		pause.retryAt = retryAfterMs ? now + retryAfterMs : undefined;
		pause.earlyAt = retryAfterMs ? sentAt + holdMs - ROUNDED_MS : sentAt;
	}

	private pass(request: Waiting): void {
		const { known } = this;
		const { sentAt } = request;
		const { before, pause } = known;
		known.taken += 1;
		if (sentAt >= known.recoveredAt) known.pace.passed += 1;
		if (before && intervalOf(known.pace) <= Math.max(10, before.goalMs)) {
			known.pace = { ...before, passed: before.span };
			known.before = undefined;
		}
		if (pause?.trial !== request) return;
		known.past = this.measure(pause, sentAt);
		known.pace.passed = 1;
		Object.assign(known, { pause: undefined, recoveredAt: sentAt, taken: 1, takenSince: sentAt });
		// A failure that ends the run is known before the next request is sent.
		known.nextAt = Math.max(known.answeredAt + 20, sentAt + intervalOf(known.pace));
	}

	/** Sets the pace that follows a pause. Returns what counts in the next measure. */
	private measure(pause: Pause, sentAt: number): typeof UNKNOWN.past {
		const { known } = this;
		const { past, pace } = known;
		const endedAt = pause.retryAt ? pause.earlyAt : (pause.earlyAt + sentAt) / 2;
		const taken = past.taken + Math.max(1, known.taken - 1);
		const ms = past.ms + Math.max(1, endedAt - known.takenSince);
		const measuredMs = ms / taken;
		if (pause.earlyAt - pause.since > OUTAGE_MS || known.taken <= 1) {
			Object.assign(known, { pace: known.before ?? pace, before: undefined, measuredMs: 0, measures: 0 });
			return { ms: 0, taken: 0 };
		}
		if (known.before || measuredMs > SURPRISE * pace.goalMs) {
			const isLike = measuredMs < 2 * known.measuredMs && measuredMs > known.measuredMs / 2;
			const measures = isLike ? Math.min(SURE, known.measures + 1) : 0;
			known.before = measures === SURE ? undefined : (known.before ?? { ...pace });
			known.pace = { goalMs: measuredMs, measures, passed: 1, span: 10, window: known.taken - 1 };
			Object.assign(known, { measuredMs, measures });
			if (!isLike) return { ms: 0, taken: 0 };
		} else {
			const between = Math.sqrt(Math.max(1, pause.intervalMs) * measuredMs);
			pace.goalMs = Math.min(pace.goalMs * MOST_SLOWER, Math.max(pause.intervalMs, between));
			Object.assign(known, { measuredMs: 0, measures: 0 });
		}
		known.pace.span = spanOf(known.pace, sentAt - pause.since);
		// The past counts less and less.
		const weight = Math.min(1, 40 / taken);
		return { ms: ms * weight, taken: taken * weight };
	}
}
