/* The usual rate limits of services. */

/** 0 if a request at this time (in milliseconds) is accepted, otherwise the milliseconds until it would be. */
export interface ServiceLimit {
	name: string;
	take(at: number): number;
	/** The fewest milliseconds for so many requests, each sent as soon as it would be accepted. */
	leastMs(count: number): number;
}

/** Windows that follow each other. The first began `phaseMs` before the first request. */
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

/** At most so many in any span of this length. */
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

/** So many at the same time, and one more per interval (GCRA). */
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

/** Refuses only the first requests. */
export function firstRefused(count: number): ServiceLimit {
	let refused = 0;
	return { name: `${count} at the start`, take: () => (refused++ < count ? 1 : 0), leastMs: () => 0 };
}

/** Refuses everything for a while once it has taken so many. */
export function outage(limit: ServiceLimit, after: number, ms: number): ServiceLimit {
	let [taken, until] = [0, 0];
	const take = (at: number) => {
		if (taken >= after) until ||= at + ms;
		const earlyMs = at < until ? until - at : limit.take(at);
		if (earlyMs === 0) taken += 1;
		return earlyMs;
	};
	return { ...limit, take };
}

export const unlimited: ServiceLimit = { name: 'no limit', take: () => 0, leastMs: () => 0 };
