import type { Environment } from './environment';
import { Pace, type Outcome, type Sent } from './pace';

export interface Waiting extends Sent {
	environment: Pick<Environment, 'now' | 'sleep'>;
	/** Gives up once the service has taken nothing for `patienceMs` since this time, and at `until`. */
	since: number;
	patienceMs: number;
	until: number;
	order: number;
	/** When the service takes the next request, if it said so and the request can't wait so long. */
	retryAt?: number;
	wake?: () => void;
}

const NAP_MS = 15_000;
const LONGEST_HOLD_MS = 600_000;

/** The line of requests that wait for their turn, in their order. `pace.ts` says when the next turn comes. */
export class RateLimiter {
	private pace?: Pace;
	private readonly line: Waiting[] = [];
	private requests = 0;

	constructor(
		private readonly random: () => number,
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
				const pace = this.paceAt(now);
				const { pause, nextAt } = pace;
				const ms = request === this.line[0] ? pace.waitMs(now) : Infinity;
				if (ms === 0) {
					pace.send(request, now);
					return true;
				}
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

	report(request: Waiting, outcome: Outcome, retryAfterMs?: number): void {
		this.pace?.report(request, outcome, request.environment.now(), retryAfterMs);
		this.line[0]?.wake?.();
	}

	private paceAt(now: number): Pace {
		if (!this.pace || this.pace.isOver(now)) this.pace = new Pace(this.random, this.longestHoldMs);
		return this.pace;
	}
}
