import type { TimeLimit } from '../n8n/executionFacts';
import { FIRST_POLLS_MS, SHORTEST_SLEEP_MS, type LegTimes, type Strategy } from '../async/waitMethods';

/* When a run polls, suspends, wakes and ends. Milliseconds since the epoch; Infinity stands for never. */

export interface Timing extends LegTimes {
	strategy: Strategy;
	ends: Ends;
	/** When n8n would have cancelled the first leg. */
	limitAt: number;
	/** When a tool must answer. */
	answerBy: number;
	/** When the service was last known to be silent. */
	silentUntil(): number;
}

/** A leg sends so long at least. The first is saved soon, because n8n then knows the execution, also after a kill. */
const SENDS_MINUTES = { first: 1, later: 4 };
/** A leg ends just before n8n's next look. With 0, each waits 50 s, and a limited service gets 75 % of its rate. */
const SAVING_MS = 10_000;

export function waitOf(
	timing: Timing,
	{ submittedAt, deadline }: { submittedAt: number; deadline?: number },
	timeoutMinutes: number,
	now: number,
	hasUnsent = false,
) {
	const { beganAt, strategy, ends, answerBy } = timing;
	const last = strategy.suspends ? Math.max(ends.inProcess, ends.stored) : ends.inProcess;
	const end = deadline ?? Math.min(Math.max(submittedAt, beganAt) + timeoutMinutes * 60_000, last);
	const storeBy = hasUnsent ? Math.min(ends.storeBy, sendsUntil(timing)) : ends.storeBy;
	const polled = Math.min(Math.max(strategy.pollsUntil(timing, submittedAt), 0), storeBy);
	// A wait that is nearly over is not worth a suspension, and n8n would be late.
	const isLong = polled + SHORTEST_SLEEP_MS < end || ends.inProcess < end;
	const inProcess = Math.min(end, ends.inProcess);
	if (strategy.suspends && now < end && canWake(ends, Math.max(polled, now)) && isLong)
		return { until: Math.min(polled, end), then: 'suspend', deadline: end } as const;
	const then = answerBy < inProcess ? 'answer' : 'timeOut';
	return { until: Math.min(answerBy, inProcess), then, deadline: end } as const;
}

/** Until when this leg may send creates; the rows that are left are for a later leg. Infinity where there is none. */
export function sendsUntil({ beganAt, saveAfter, wokenBy, strategy, ends, silentUntil }: Timing): number {
	if (!strategy.suspends) return Infinity;
	const ms = Math.max(saveAfter, wokenBy ? SENDS_MINUTES.later : SENDS_MINUTES.first) * 60_000;
	// While the service is silent, the leg stays, because n8n may wake the next one a minute late.
	const usual = beganAt + ms - (wokenBy === 'time' ? SAVING_MS : 0);
	const until = Math.min(Math.max(usual, silentUntil() + SENDS_MINUTES.first * 60_000), ends.storeBy);
	return canWake(ends, until) ? until : Infinity;
}

/** Whether a job that is created now can still be waited for, in this leg or a later one, before a tool must answer. */
export function hasTimeToCreate({ ends, strategy, answerBy }: Timing, now: number): boolean {
	const polled = now + FIRST_POLLS_MS;
	return now < answerBy && (polled < ends.inProcess || (strategy.suspends && canWake(ends, polled)));
}

/** Until when a create waits for its turn at a service that takes only so many a minute. */
export function waitsForTurnUntil(timing: Timing, timeoutMinutes: number, now: number): number {
	const { ends, answerBy } = timing;
	const last = Math.min(ends.inProcess - FIRST_POLLS_MS, answerBy);
	return Math.min(now + timeoutMinutes * 60_000, last, sendsUntil(timing));
}

/** Whether a run that is suspended at a time can wake before it must be over. */
export const canWake = ({ stored }: Ends, at: number): boolean => at + SHORTEST_SLEEP_MS <= stored;

export function wakeAt(
	timing: Timing,
	open: ReadonlyArray<{ submittedAt: number; deadline?: number; isCalled?: boolean }>,
	hasFreePlace: boolean,
	now: number,
	refusedPoll?: string,
): number {
	const { strategy, beganAt, wokenBy, ends } = timing;
	if (open.length === 0 || hasFreePlace) return Math.min(now, ends.stored);
	const youngest = open.reduce((latest, { submittedAt }) => Math.max(latest, submittedAt), -Infinity);
	// n8n refuses calls while it runs the node, so a leg that may have missed one is followed by an early poll.
	const isMissed = wokenBy === 'call' || youngest >= beganAt;
	const isSure = refusedPoll === undefined && !isMissed && open.every((job) => job.isCalled);
	const usual = now + strategy.sleepMs(now - youngest, isSure);
	return Math.min(usual, ends.stored, ...open.map(({ deadline = Infinity }) => deadline));
}

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

/** For the last polls, the output and n8n's own save. With half, a slow database would lose results. */
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
	const isOfFirst = wokenBy === 'time' && !limit.isPerLeg;
	return {
		inProcess: isOfFirst ? byTime : before(limit.at, beganAt),
		stored: limit.isPerLeg ? Infinity : byTime,
		storeBy: beganAt + (limit.at - beganAt) / 2,
		cancelledAt: isOfFirst ? Math.min(limitAt, limit.at) : limit.at,
	};
}
