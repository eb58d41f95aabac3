import type { TimeLimit } from '../n8n/timeLimit';

/*
 * When a leg ends, so that n8n's time limit never cancels it: n8n drops everything that a cancelled run has. Pure: all
 * times are milliseconds since the epoch, and Infinity stands for never.
 *
 * | where               | leg             | n8n cancels it at       | it ends                      | a later leg may begin until     |
 * |---------------------|-----------------|-------------------------|------------------------------|---------------------------------|
 * | one process         | first           | its limit               | a minute before              | a minute before its limit       |
 * | one process         | woken by time   | the first leg's limit   | a minute before              | a minute before the first limit |
 * | one process         | woken by a call | a limit of its own      | a minute before              | the earlier of both limits      |
 * | a worker (queue)    | any             | a limit of its own      | a minute before              | no limit                        |
 *
 * A limit of less than two minutes ends a leg at half of it.
 */

export interface Ends {
	inProcess: number;
	/** After that n8n would cancel it immediately. */
	stored: number;
	storeBy: number;
	/** When n8n cancels the leg. */
	cancelledAt: number;
}

const MARGIN_MS = 60_000;

export function endsAt(
	limit: TimeLimit,
	beganAt: number,
	wokenBy?: 'time' | 'call',
	first: { startedAt: number; limitAt?: number } = { startedAt: beganAt },
): Ends {
	const before = (at: number, from: number) => at - Math.min(MARGIN_MS, (at - from) / 2);
	const { startedAt, limitAt = limit.at } = first;
	const byTime = Math.min(before(limitAt, startedAt), before(limit.at, beganAt));
	if (limit.at === Infinity)
		return { inProcess: byTime, stored: byTime, storeBy: Infinity, cancelledAt: Infinity };
	const isOfFirst = wokenBy === 'time' && !limit.isPerLeg;
	return {
		inProcess: isOfFirst ? byTime : before(limit.at, beganAt),
		stored: limit.isPerLeg ? Infinity : byTime,
		storeBy: beganAt + (limit.at - beganAt) / 2,
		cancelledAt: isOfFirst ? Math.min(limitAt, limit.at) : limit.at,
	};
}
