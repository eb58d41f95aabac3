/** n8n looks once a minute for what is to be woken up, so that looks closer together are of no use. */
const SHORTEST_MS = 65_000;
const LONGEST_MS = 10 * 60_000;
const SHARE_OF_AGE = 0.08;

/**
 * When a suspended run looks at its jobs again: after a share of the time that it is suspended already, and when its
 * time is up. All in milliseconds since the epoch.
 */
export function nextLook(now: number, suspendedAt: number, deadline: number): number {
	const pause = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, (now - suspendedAt) * SHARE_OF_AGE));
	return deadline > now ? Math.min(deadline, now + pause) : now + pause;
}
