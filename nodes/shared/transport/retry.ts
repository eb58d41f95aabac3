import type { ServiceRequest } from '../service/request';

/** Why a try got no answer, as far as it matters for sending again, and how often a request is sent then. */
const MOST_TRIES = {
	/** It never got to the service: no connection, no such host, no token to send with. */
	notReached: 5,
	/**
	 * The service did not take the token: code 1101 or 1102, HTTP 401. A new one may be refused, too: it lives shortly, or
	 * another process has replaced it.
	 */
	tokenRejected: 4,
	/** Nobody knows whether the service took it: a time-out, a reset, HTTP 5xx, an unreadable answer. */
	unclear: 6,
	/** Another try would get the same answer. */
	final: 1,
};
type Counted = keyof typeof MOST_TRIES;

/** `refusedForNow`: the service did not take it as it came too early, which is for the pace to mend (requestQueues.ts). */
export type Trouble = Counted | 'refusedForNow';

/** The tries of one request so far. */
export interface Tries {
	intent: ServiceRequest['intent'];
	trouble: Counted;
	/** How often it was sent, 1 after the first try; with a rejected token, how often that happened. */
	count: number;
	/** Milliseconds already waited between the tries. */
	waitedMs: number;
	/** What the service asked for by Retry-After, in milliseconds. */
	retryAfterMs?: number;
}

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** The limit for all waits of one request together. */
const WAIT_BUDGET_MS = 120_000;

/**
 * Milliseconds to wait before the request is sent again, or undefined when it must not be. A create is sent again only
 * when the service certainly did not take it: a second one would be paid for as well. The first new token is sent at once.
 * @param random a number from 0 to 1
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

/** Twice as long after each try, with jitter: parallel requests must not come back at the same time. */
const backOff = (count: number, random: number) =>
	Math.round(Math.min(FIRST_WAIT_MS * 2 ** (count - 1), LONGEST_WAIT_MS) * (0.5 + random / 2));

/** A shorter one is a word that means nothing, or a date of a clock that is behind: who keeps to it would hammer. */
const SHORTEST_ASKED_MS = 1_000;

/** Reads a Retry-After header, seconds or a date, as milliseconds from now; undefined for anything else, and for "at once". */
export function readRetryAfter(header: unknown, nowMs: number): number | undefined {
	if (typeof header !== 'string' && typeof header !== 'number') return undefined;
	const text = String(header).trim();
	const isSeconds = /^\d+(\.\d+)?$/.test(text);
	const date = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
	const ms = isSeconds ? Number(text) * 1_000 : date - nowMs;
	return ms >= SHORTEST_ASKED_MS ? ms : undefined;
}
