export const pauseAt = (ageMs: number) => 0.08 * ageMs;
const SHORTEST_MS = 1_000;
const LONGEST_MS = 30_000;
const JITTER = 0.05;
export const LONGEST_PAUSE_MS = LONGEST_MS * (1 + JITTER);

const FINDS_A_POLL = 2.7;
const SHORTEST_SHARED_MS = 250;
const MOST_GROWTH = 1.25;

/** In milliseconds. Calls grow with the logarithm of the age. Jitter keeps jobs from being polled together. */
export function pollAfter(ageMs: number, random: number): number {
	return jitter(Math.min(LONGEST_MS, Math.max(SHORTEST_MS, pauseAt(ageMs))), random);
}

/** For a poll of all pending jobs. Goes by the youngest, but closer to the last poll while jobs finish fast. */
export function sharedPollAfter(
	pauseMs: number,
	found: number,
	youngestAgeMs: number,
	random: number,
): number {
	const byFinds = pauseMs * Math.min(MOST_GROWTH, Math.sqrt(FINDS_A_POLL / found));
	return Math.min(pollAfter(youngestAgeMs, random), jitter(Math.max(SHORTEST_SHARED_MS, byFinds), random));
}

function jitter(ms: number, random: number): number {
	return ms * (1 - JITTER + 2 * JITTER * random);
}
