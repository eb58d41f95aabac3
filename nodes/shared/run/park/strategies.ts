import { SHARE_OF_AGE } from '../../jobs/pollInterval';
import type { CreateSettings } from '../../operation/settings';

/** The facts about one leg of a run on which a strategy decides. Times are milliseconds since the epoch. */
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
export const FIRST_POLLS_MS = 10_000;
/** The shortest wait that n8n ends on time (n8n.md: Re-entry). */
export const SHORTEST_PARK_MS = 65_000;
const LONG_PARK_MS = 10 * 60_000;
/** How long the process polls after a call: the record may be a moment behind it. */
const AFTER_A_CALL_MS = 5_000;

const automatic: Strategy = {
	value: 'automatic',
	parks: true,
	pollsUntil: ({ startedAt, storeAfter }, submittedAt) =>
		Math.max(startedAt + storeAfter * 60_000, submittedAt + FIRST_POLLS_MS),
	wakesAt: (_, now, youngestSubmittedAt) =>
		now + Math.min(LONG_PARK_MS, Math.max(SHORTEST_PARK_MS, SHARE_OF_AGE * (now - youngestSubmittedAt))),
};

export const callback: Strategy = {
	value: 'callback',
	parks: true,
	isCalled: true,
	pollsUntil: ({ beganAt, wokenBy }, submittedAt) =>
		Math.max(submittedAt + FIRST_POLLS_MS, wokenBy === 'call' ? beganAt + AFTER_A_CALL_MS : 0),
	// A call can get lost, so the run also wakes up by time.
	wakesAt: ({ wokenBy }, now, youngestSubmittedAt) =>
		now +
		(wokenBy === 'call' ? SHORTEST_PARK_MS : Math.max(LONG_PARK_MS, 0.25 * (now - youngestSubmittedAt))),
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
