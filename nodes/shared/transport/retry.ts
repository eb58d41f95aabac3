import type { ServiceRequest } from '../service/request';

const MOST_TRIES = {
	/** No connection, no such host, or no token. */
	notReached: 5,
	tokenRejected: 4,
	/** A time-out, a reset, HTTP 5xx, or an unreadable answer. */
	unclear: 6,
	final: 1,
};
type Counted = keyof typeof MOST_TRIES;

/** The rate limiter sends it again. */
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

/** Milliseconds, or undefined for no other try. You would pay for a second create. */
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

/** A shorter wait would hammer the service. */
const SHORTEST_ASKED_MS = 1_000;

export function readRetryAfter(header: unknown, nowMs: number): number | undefined {
	if (typeof header !== 'string' && typeof header !== 'number') return undefined;
	const text = String(header).trim();
	const isSeconds = /^\d+(\.\d+)?$/.test(text);
	const date = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
	const ms = isSeconds ? Number(text) * 1_000 : date - nowMs;
	return ms >= SHORTEST_ASKED_MS ? ms : undefined;
}
