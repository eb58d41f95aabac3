import { pauseAt } from '../../jobs/pollInterval';
import type { TimeLimit } from '../../n8n/timeLimit';
import type { CreateSettings } from '../../operation/settings';

/*
 * When things happen in a run: until when a leg creates, polls and waits, and when a run that is stored wakes up. Pure:
 * all times are milliseconds since the epoch, and Infinity stands for never.
 */

/** One leg of a run: n8n runs the node once. */
export interface Leg {
	/** When the run began, perhaps many legs ago. */
	startedAt: number;
	/** When n8n ran the node this time. */
	beganAt: number;
	/** What woke the run up; undefined in its first leg. */
	wokenBy?: 'time' | 'call';
	/** The option Store After, in minutes. */
	storeAfter: number;
}

/** How a run waits for its jobs: a row of the table, behind each choice of Wait Using. */
export interface Strategy {
	/** The value of the parameter `waitUsing`. */
	value: CreateSettings['waitUsing'];
	/** Whether the run may be parked: n8n stores it, and runs the node again later. */
	parks: boolean;
	/** Whether the service is to call this run when a job is done. */
	isCalled?: true;
	/** Until when the process itself polls a job, before the run is parked. */
	pollsUntil(leg: Leg, submittedAt: number): number;
	/** When a parked run wakes up, if nobody calls. */
	wakesAt(leg: Leg, now: number, youngestSubmittedAt: number): number;
}

/** How long the process polls a new job in any case: a job that is done within this time never causes a park. */
const FIRST_POLLS_MS = 10_000;
/** The shortest wait that n8n ends on time (n8n.md: Re-entry). */
const SHORTEST_PARK_MS = 65_000;
const LONG_PARK_MS = 10 * 60_000;
/** Of the age of its jobs, a run that is called sleeps so much at the most: all calls may be lost. */
const SHARE_WITHOUT_CALLS = 0.25;
/** How long the process polls after a call: the record may be a moment behind it. */
const AFTER_A_CALL_MS = 5_000;

const automatic: Strategy = {
	value: 'automatic',
	parks: true,
	pollsUntil: ({ startedAt, storeAfter }, submittedAt) =>
		Math.max(startedAt + storeAfter * 60_000, submittedAt + FIRST_POLLS_MS),
	wakesAt: (_, now, youngestSubmittedAt) =>
		now + Math.min(LONG_PARK_MS, Math.max(SHORTEST_PARK_MS, pauseAt(now - youngestSubmittedAt))),
};

const callback: Strategy = {
	value: 'callback',
	parks: true,
	isCalled: true,
	pollsUntil: ({ beganAt, wokenBy }, submittedAt) =>
		Math.max(submittedAt + FIRST_POLLS_MS, wokenBy === 'call' ? beganAt + AFTER_A_CALL_MS : 0),
	// A call can get lost, above all while a leg creates jobs or is woken up: n8n refuses calls to a run that it runs.
	wakesAt: ({ beganAt, wokenBy }, now, youngestSubmittedAt) =>
		now +
		(wokenBy === 'call' || youngestSubmittedAt >= beganAt
			? SHORTEST_PARK_MS
			: Math.max(LONG_PARK_MS, SHARE_WITHOUT_CALLS * (now - youngestSubmittedAt))),
};

export const polling: Strategy = {
	value: 'polling',
	parks: false,
	pollsUntil: () => Infinity,
	wakesAt: () => Infinity,
};

const strategies: Record<Strategy['value'], Strategy> = { automatic, callback, polling };

/** The strategy of this name; the default where there is none. */
export function strategyOf(value: unknown): Strategy {
	return Object.values(strategies).find((strategy) => strategy.value === value) ?? automatic;
}

/** When a leg has to be over, so that n8n's time limit never cancels it. */
export interface Ends {
	/** When the process has to begin to put out what it has. */
	inProcess: number;
	/** Until when a run that is stored may wake up by time: after that n8n would cancel it at once. */
	stored: number;
	/** When the run is stored at the latest: a longer wait may not end in this leg. */
	storeBy: number;
	/** When n8n cancels the leg, and nothing comes out. */
	cancelledAt: number;
}

/** Time for a last poll and the output of its results. */
const MARGIN_MS = 60_000;

/**
 * When a leg has to end: a minute before n8n's limit, or half-way to one of less than two minutes. A leg has a limit of its
 * own on a worker of queue mode, and after a call. Otherwise, in one process, it has what is left of an earlier leg's: of
 * the first, or of the last that a call woke up. The earlier of the two counts (n8n.md: Time limit).
 * @param first of the first leg: when it began, and when n8n would have cancelled it
 */
export function endsOf(
	limit: TimeLimit,
	beganAt: number,
	wokenBy: Leg['wokenBy'],
	first: { startedAt: number; limitAt?: number },
): Ends {
	const inTime = (at: number, from: number) => at - Math.min(MARGIN_MS, (at - from) / 2);
	const { startedAt, limitAt = limit.at } = first;
	const byTime = Math.min(inTime(limitAt, startedAt), inTime(limit.at, beganAt));
	const isOfFirst = wokenBy === 'time' && !limit.isPerLeg;
	const cancelledAt = isOfFirst ? Math.min(limitAt, limit.at) : limit.at;
	if (limit.at === Infinity) return { inProcess: byTime, stored: byTime, storeBy: Infinity, cancelledAt };
	return {
		inProcess: isOfFirst ? byTime : inTime(limit.at, beganAt),
		stored: limit.isPerLeg ? Infinity : byTime,
		storeBy: beganAt + (limit.at - beganAt) / 2,
		cancelledAt,
	};
}

/** What a leg decides by. */
export interface Timing {
	leg: Leg;
	strategy: Strategy;
	ends: Ends;
	/** When a tool has to answer, whatever it has; Infinity where nobody gives up. */
	answerBy: number;
}

/** The wait for a job in this leg: what happens when it is not final by then, and when the wait is given up in any case. */
export interface Wait {
	until: number;
	then: 'park' | 'answer' | 'timeOut';
	/** When the wait for the job ends, whatever the leg does. */
	deadline: number;
}

/**
 * How long a job is waited for in this leg.
 * @param deadline when the wait for it ends, if an earlier leg has said so
 */
export function waitOf(
	{ leg, strategy, ends, answerBy }: Timing,
	{ submittedAt, deadline }: { submittedAt: number; deadline?: number },
	timeoutMinutes: number,
	now: number,
): Wait {
	const own = Math.max(submittedAt, leg.beganAt) + timeoutMinutes * 60_000;
	const last = strategy.parks ? Math.max(ends.inProcess, ends.stored) : ends.inProcess;
	const end = deadline ?? Math.min(own, last);
	const polled = Math.min(Math.max(strategy.pollsUntil(leg, submittedAt), 0), ends.storeBy);
	// It is not worth parking for a wait that is nearly over, and n8n would be late.
	const isLong = polled + SHORTEST_PARK_MS < end || ends.inProcess < end;
	if (strategy.parks && canWakeUp(ends, Math.max(polled, now)) && isLong)
		return { until: polled, then: 'park', deadline: end };
	const inProcess = Math.min(end, ends.inProcess);
	return answerBy < inProcess
		? { until: answerBy, then: 'answer', deadline: end }
		: { until: inProcess, then: 'timeOut', deadline: end };
}

/** What a wait that has run out comes to: it may have ended later than it was to. */
export function endOfWait({ then, deadline }: Wait, { ends }: Timing, now: number): Wait['then'] {
	const last = then === 'park' ? deadline : Math.min(deadline, ends.inProcess);
	return now < last ? then : 'timeOut';
}

/** Whether what is created now can still be waited for: in this leg, or in a later one. */
export function hasTimeToCreate({ ends, strategy }: Timing, now: number): boolean {
	const polled = now + FIRST_POLLS_MS;
	return polled < ends.inProcess || (strategy.parks && canWakeUp(ends, polled));
}

/** Until when a create waits for its turn at a service that takes only so many a minute; Infinity for any time. */
export function queuesUntil({ ends }: Timing, timeoutMinutes: number, now: number): number {
	return Math.min(now + timeoutMinutes * 60_000, ends.inProcess - FIRST_POLLS_MS);
}

/** Whether a run that is parked at a time can wake up before it has to be over. */
export function canWakeUp({ stored }: Ends, at: number): boolean {
	return at + SHORTEST_PARK_MS <= stored;
}

/**
 * When a run that is parked wakes up by time.
 * @param open the jobs that it waits for
 * @param hasFreePlace whether a job is to be created that need not wait for the end of another: then at once
 */
export function wakeUpAt(
	{ leg, strategy, ends }: Timing,
	open: ReadonlyArray<{ submittedAt: number; deadline?: number }>,
	hasFreePlace: boolean,
	now: number,
): number {
	const youngest = open.reduce((latest, { submittedAt }) => Math.max(latest, submittedAt), -Infinity);
	const usual = open.length > 0 && !hasFreePlace ? strategy.wakesAt(leg, now, youngest) : now;
	return open.reduce(
		(first, { deadline = Infinity }) => Math.min(first, deadline),
		Math.min(usual, ends.stored),
	);
}
