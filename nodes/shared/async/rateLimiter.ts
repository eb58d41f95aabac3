import type { Environment } from './environment';

/* Finds how fast a service takes requests, which says neither its limit nor how it counts. Rules that must not regress:
 * - A service that refuses nothing costs nothing: no wait, no order.
 * - After a refusal one request at a time tries whether the service takes again. The others wait for its answer.
 * - A pause of over a minute, or over three times as long as all before, may be an outage. The speed before it follows.
 * - Another pause gives the rate: requests taken, by their time.
 * - Then each pause lowers the rate. It is back after eight times as many requests as the pause cost, stays there for a
 *   while, and then rises ever faster (CUBIC, RFC 9438). So a limit that is gone is soon forgotten. */

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
	wake?: () => void;
}

const DROP_PER_PAUSE = 0.05;
const LONGEST = { gapMs: 15_000, holdMs: 600_000, quotaMs: 60_000 };
const [REMEMBERED_MS, NAP_MS] = [180_000, 15_000];

const UNKNOWN = {
	goalMs: 0,
	span: 1,
	nextAt: 0,
	answeredAt: 0,
	lastSent: undefined as Waiting | undefined,
	/** The service took nothing until `earlyAt`, as far as we know. */
	pause: undefined as { since: number; earlyAt: number; refusals: number; trial?: Waiting } | undefined,
	/** A longer pause may be an outage. */
	quotaMs: 0,
	/** When the last pause ended, and how many requests passed since. */
	recoveredAt: 0,
	passed: 0,
	/** How many requests were taken since a time, which moves on while no request waits. */
	taken: 0,
	takenSince: 0,
};

export class RateLimiter {
	private known = { ...UNKNOWN };
	private readonly line: Waiting[] = [];
	private requests = 0;
	private inFlight = 0;

	constructor(private readonly random: () => number) {}

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
				const patientUntil = Math.max(this.known.pause?.since ?? Infinity, since) + patienceMs;
				const endsAt = this.known.pause?.trial ? until : Math.min(until, patientUntil);
				if (now >= endsAt) return false;
				const woken = new Promise<void>((wake) => (request.wake = wake));
				await Promise.race([environment.sleep(Math.min(ms, endsAt - now, NAP_MS)), woken]);
			}
		} finally {
			this.line.splice(this.line.indexOf(request), 1);
			this.line[0]?.wake?.();
		}
	}

	report(request: Waiting, outcome: Outcome, retryAfterMs = 0): void {
		this.known.answeredAt = request.environment.now();
		this.inFlight -= 1;
		if (outcome === 'unused') this.giveBack(request);
		else if (outcome === 'passed') this.pass(request);
		else if (outcome === 'refused' || request === this.known.pause?.trial) this.refuse(request, retryAfterMs);
		this.line[0]?.wake?.();
	}

	private get intervalMs(): number {
		return this.known.goalMs / (1 + DROP_PER_PAUSE * (this.known.passed / this.known.span - 1) ** 3);
	}

	/** Infinity while the first in the line waits for an answer. */
	private waitMs(now: number): number {
		const { answeredAt, nextAt } = this.known;
		const isOld = now - Math.max(answeredAt, nextAt) > REMEMBERED_MS && this.line.length === 1;
		if ((isOld || now < answeredAt) && this.inFlight === 0) this.known = { ...UNKNOWN };
		return this.known.pause?.trial ? Infinity : Math.max(0, this.known.nextAt - now);
	}

	private send(request: Waiting, now: number): true {
		const { known } = this;
		const idleMs = now - Math.max(known.answeredAt, known.nextAt);
		if (this.inFlight++ === 0) known.takenSince += Math.max(0, idleMs);
		known.nextAt = now + this.intervalMs;
		if (known.pause) known.pause.trial = request;
		known.lastSent = request;
		request.sentAt = now;
		return true;
	}

	private giveBack(request: Waiting): void {
		const { known } = this;
		if (known.pause?.trial === request) known.pause.trial = undefined;
		if (known.lastSent === request) known.nextAt = request.sentAt;
	}

	private refuse(request: Waiting, retryAfterMs: number): void {
		const { known } = this;
		const { answeredAt: now, taken, recoveredAt } = known;
		// It was in flight when the last pause began.
		if (!known.pause && request.sentAt < recoveredAt) return;
		const pause = (known.pause ??= { since: now, earlyAt: 0, refusals: 0 });
		pause.refusals += 1;
		if (pause.trial === request) pause.trial = undefined;
		// The first trials come quickly while nothing was ever taken.
		const isFirst = taken === 0 && recoveredAt === 0 && pause.refusals < 20;
		const gapMs = isFirst ? 250 : Math.min(LONGEST.gapMs, Math.max(100, (now - pause.since) / 2));
		const holdMs = retryAfterMs ? Math.min(LONGEST.holdMs, retryAfterMs) : gapMs;
		known.nextAt = Math.max(known.nextAt, now + holdMs + (this.random() * Math.min(holdMs, 1_000)) / 10);
		known.lastSent = undefined;
		pause.earlyAt = retryAfterMs ? now + holdMs - 1_000 : request.sentAt;
	}

	private pass(request: Waiting): void {
		const { known, intervalMs } = this;
		const { sentAt } = request;
		known.taken += 1;
		if (sentAt >= known.recoveredAt) known.passed += 1;
		const { pause, passed, taken, takenSince, quotaMs } = known;
		if (pause?.trial !== request) return;
		const refusedMs = Math.max(1, pause.earlyAt - pause.since);
		known.quotaMs = Math.min(LONGEST.quotaMs, Math.max(quotaMs, 3 * refusedMs));
		if (refusedMs > quotaMs) Object.assign(known, { taken: 1, takenSince: sentAt });
		else {
			const [pausedMs, endedAt] = [sentAt - pause.since, 0.7 * pause.earlyAt + 0.3 * sentAt];
			const measuredMs = (endedAt - takenSince) / Math.max(1, taken - 1);
			// The rate was unknown, or far too high.
			const isWrong = pausedMs > passed * intervalMs;
			known.goalMs = (isWrong ? Math.max(intervalMs, measuredMs) : intervalMs) * (1 + DROP_PER_PAUSE / 3);
			const eightfold = 8 * (pause.refusals + pausedMs / known.goalMs);
			known.span = Math.max(10, Math.min(eightfold, 400, 240_000 / known.goalMs));
			known.passed = 1;
			// The past counts less and less.
			if (taken > 40) Object.assign(known, { taken: taken / 2, takenSince: (takenSince + endedAt) / 2 });
		}
		Object.assign(known, { pause: undefined, recoveredAt: sentAt });
		// A failure that ends the run is known before the next request is sent.
		known.nextAt = Math.max(known.answeredAt + 20, sentAt + this.intervalMs);
	}
}
