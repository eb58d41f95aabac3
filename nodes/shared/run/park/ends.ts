import type { TimeLimit } from '../../n8n/timeLimit';
import { SHORTEST_PARK_MS } from './strategies';

/** When a leg has to be over, so that n8n's time limit never cancels it: milliseconds since the epoch, Infinity for never. */
export interface Ends {
	/** When the process has to begin to put out what it has. */
	inProcess: number;
	/** Until when a run that is stored may wake up by time: after that n8n would cancel it at once. */
	stored: number;
	/** When the run is stored at the latest: a longer wait may not end in this leg. */
	storeBy: number;
}

/** Time for a last poll and the output of its results. */
const MARGIN_MS = 60_000;

/**
 * When a leg has to end: a minute before n8n's limit, or at half of it where it is shorter than two minutes. In one process
 * a leg that was woken up by time has what is left of the first leg's limit; one that was woken by a call has a new one,
 * and a later one by time may not have. Where it is unknown which of the two holds, the earlier one does (n8n.md: Time
 * limit).
 * @param first of the first leg: when it began, and when n8n would have cancelled it
 */
export function endsOf(
	limit: TimeLimit,
	beganAt: number,
	wokenBy: 'time' | 'call' | undefined,
	first: { startedAt: number; limitAt?: number },
): Ends {
	const inTime = (at: number, from: number) => at - Math.min(MARGIN_MS, (at - from) / 2);
	const { startedAt, limitAt = limit.at } = first;
	const byTime = Math.min(inTime(limitAt, startedAt), inTime(limit.at, beganAt));
	if (limit.at === Infinity) return { inProcess: byTime, stored: byTime, storeBy: Infinity };
	const inProcess = wokenBy === 'time' && !limit.isPerLeg ? byTime : inTime(limit.at, beganAt);
	return {
		inProcess,
		stored: limit.isPerLeg ? Infinity : byTime,
		storeBy: beganAt + (limit.at - beganAt) / 2,
	};
}

/** Whether a run that is parked at a time can wake up before it has to be over. */
export function canPark({ stored }: Ends, at: number): boolean {
	return at + SHORTEST_PARK_MS <= stored;
}
