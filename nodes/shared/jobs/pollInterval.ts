export const pauseAt = (ageMs: number) => 0.08 * ageMs;
const SHORTEST_MS = 1_000;
const LONGEST_MS = 30_000;
const JITTER = 0.05;
/** With 1, 100 jobs of 3 to 25 s take 1.06 times the slowest instead of 1.03. With 1/4, nothing changes. */
const LEAST_SHARE = 1 / 2;

/**
 * In milliseconds. Calls grow with the logarithm of the age. Jitter keeps jobs from being polled together. When only a
 * share of the jobs is left, a poll is short, and they will end soon.
 */
export function pollAfter(ageMs: number, random: number, share = 1): number {
	const plain = pauseAt(ageMs) * Math.max(LEAST_SHARE, share);
	const ms = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, plain));
	return ms * (1 - JITTER + 2 * JITTER * random);
}
