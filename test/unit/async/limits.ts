import { numbers } from './simulation';

/* Services that refuse what comes too often, as services do it. */

/** Whether a request is taken, at a time in milliseconds; if not, after how many it would be. */
export interface ServiceLimit {
	name: string;
	take(at: number): number;
	/** The least milliseconds that so many take, sent as soon as they are taken. */
	leastMs(count: number): number;
}

/** Windows that follow each other, the first of which began `phaseMs` before the first request. */
export function fixedWindow(most: number, windowMs: number, phaseMs = 0): ServiceLimit {
	let began = 0;
	let taken = 0;
	return {
		name: `${most} in a fixed window of ${windowMs / 1_000} s, ${phaseMs / 1_000} s old`,
		take(at) {
			const window = Math.floor((at + phaseMs) / windowMs);
			if (window !== began) taken = 0;
			began = window;
			if (taken < most) {
				taken += 1;
				return 0;
			}
			return (window + 1) * windowMs - phaseMs - at;
		},
		leastMs: (count) => Math.max(0, (Math.ceil(count / most) - 1) * windowMs - phaseMs),
	};
}

/** Any span of this length. */
export function slidingWindow(most: number, windowMs: number): ServiceLimit {
	const taken: number[] = [];
	return {
		name: `${most} in a sliding window of ${windowMs / 1_000} s`,
		take(at) {
			while (taken[0] !== undefined && taken[0] <= at - windowMs) taken.shift();
			if (taken.length >= most) return (taken[0] ?? at) + windowMs - at;
			taken.push(at);
			return 0;
		},
		leastMs: (count) => (Math.ceil(count / most) - 1) * windowMs,
	};
}

/** So many at once, and one more in each interval (GCRA). */
export function bucket(burst: number, intervalMs: number): ServiceLimit {
	let tokens = burst;
	let filledAt = 0;
	return {
		name: `a bucket of ${burst}, one more each ${intervalMs / 1_000} s`,
		take(at) {
			tokens = Math.min(burst, tokens + (at - filledAt) / intervalMs);
			filledAt = at;
			if (tokens >= 1) {
				tokens -= 1;
				return 0;
			}
			return (1 - tokens) * intervalMs;
		},
		leastMs: (count) => Math.max(0, count - burst) * intervalMs,
	};
}

/** So many jobs at a time, each of which takes `jobMs`, give or take a twentieth. */
export function jobsAtATime(most: number, jobMs: number, seed: number): ServiceLimit {
	const random = numbers(seed);
	let ends: number[] = [];
	return {
		name: `${most} jobs of ${jobMs / 1_000} s at a time`,
		take(at) {
			ends = ends.filter((end) => end > at);
			if (ends.length >= most) return Math.min(...ends) - at;
			ends.push(at + jobMs * (0.95 + random() / 10));
			return 0;
		},
		leastMs: (count) => (count * jobMs) / most,
	};
}

/** Refuses the first requests, and then nothing. */
export function firstRefused(count: number): ServiceLimit {
	let refused = 0;
	return { name: `${count} at the start`, take: () => (refused++ < count ? 1 : 0), leastMs: () => 0 };
}

export const unlimited: ServiceLimit = { name: 'no limit', take: () => 0, leastMs: () => 0 };
