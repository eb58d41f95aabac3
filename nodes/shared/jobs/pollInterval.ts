export const pauseAt = (ageMs: number) => 0.08 * ageMs;
const SHORTEST_MS = 1_000;
const LONGEST_MS = 30_000;
const JITTER = 0.05;

/** In milliseconds. Calls grow with the logarithm of the age. Jitter keeps jobs from being polled together. */
export function pollAfter(ageMs: number, random: number): number {
	const ms = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, pauseAt(ageMs)));
	return ms * (1 - JITTER + 2 * JITTER * random);
}
