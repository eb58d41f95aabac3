/** The pause between two polls, by the job's age: a share of it. */
export const pauseAt = (ageMs: number) => 0.08 * ageMs;
const SHORTEST_MS = 1_000;
const LONGEST_MS = 30_000;
const JITTER = 0.05;
/** No poll is further away than this. */
export const LONGEST_PAUSE_MS = LONGEST_MS * (1 + JITTER);

/** How many finished jobs a shared poll should find: more frequent polls cost calls, rarer ones cost lag. */
const FINDS_A_POLL = 2.7;
const SHORTEST_SHARED_MS = 250;
/** Growth of the pause with each poll that finds too few. */
const MOST_GROWTH = 1.25;

/**
 * Milliseconds until the next poll of a job of this age: a share of the age, so that the lag stays a small share of the
 * job's duration and the calls grow with its logarithm. Jitter keeps many jobs from being polled together.
 * @param random 0 (included) to 1 (excluded)
 */
export function pollAfter(ageMs: number, random: number): number {
	return jitter(Math.min(LONGEST_MS, Math.max(SHORTEST_MS, pauseAt(ageMs))), random);
}

/**
 * The same for a poll that reads all pending jobs with one call: as for the youngest of them, but closer to the last
 * poll while jobs finish fast, so that a poll finds a few of them.
 * @param pauseMs the pause before the last poll, which found so many jobs finished
 */
export function sharedPollAfter(
	pauseMs: number,
	found: number,
	youngestAgeMs: number,
	random: number,
): number {
	// The square root evens out what chance adds to one poll.
	const byFinds = pauseMs * Math.min(MOST_GROWTH, Math.sqrt(FINDS_A_POLL / found));
	return Math.min(pollAfter(youngestAgeMs, random), jitter(Math.max(SHORTEST_SHARED_MS, byFinds), random));
}

function jitter(ms: number, random: number): number {
	return ms * (1 - JITTER + 2 * JITTER * random);
}
