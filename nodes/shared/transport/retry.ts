import type { ServiceRequest } from '../service/request';

const MOST_TRIES = {
	/** It never got to the service: no connection, no such host, no token to send with. */
	notReached: 5,
	/** The service did not take the token. */
	tokenRejected: 4,
	/** Nobody knows whether the service took it: a time-out, a reset, HTTP 5xx, an unreadable answer. */
	unclear: 6,
	/** Another try would get the same answer. */
	final: 1,
};
type Counted = keyof typeof MOST_TRIES;

/** The service did not take it as it came too early, and its rate limiter sends it again (async/rateLimiter.ts). */
export type Trouble = Counted | 'refusedForNow';

export interface Tries {
	intent: ServiceRequest['intent'];
	trouble: Counted;
	count: number;
	waitedMs: number;
	retryAfterMs?: number;
}

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
const WAIT_BUDGET_MS = 120_000;

/**
 * Milliseconds to wait before the request is sent again, or undefined when it must not be. A create is sent again only
 * when the service certainly did not take it. A second one would be paid for as well.
 */
export function waitBeforeNextTry(
	{ intent, trouble, count, waitedMs, retryAfterMs }: Tries,
	random: number,
): number | undefined {
	if ((trouble === 'unclear' && intent === 'create') || count >= MOST_TRIES[trouble]) return undefined;
	if (trouble === 'tokenRejected') return count === 1 ? 0 : backOff(count - 1, random);
	const wait =
		retryAfterMs === undefined ? backOff(count, random) : Math.round(retryAfterMs + random * FIRST_WAIT_MS);
	return waitedMs + wait > WAIT_BUDGET_MS ? undefined : wait;
}

/** Parallel requests must not come back at the same time. */
const backOff = (count: number, random: number) =>
	Math.round(Math.min(FIRST_WAIT_MS * 2 ** (count - 1), LONGEST_WAIT_MS) * (0.5 + random / 2));

/** Who keeps to it would hammer. */
const SHORTEST_ASKED_MS = 1_000;

export function readRetryAfter(header: unknown, nowMs: number): number | undefined {
	if (typeof header !== 'string' && typeof header !== 'number') return undefined;
	const text = String(header).trim();
	const isSeconds = /^\d+(\.\d+)?$/.test(text);
	const date = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
	const ms = isSeconds ? Number(text) * 1_000 : date - nowMs;
	return ms >= SHORTEST_ASKED_MS ? ms : undefined;
}
