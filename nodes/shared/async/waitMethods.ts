/* How a run waits for its jobs. All times are milliseconds since the epoch, and Infinity stands for never. */

export interface LegTimes {
	/** When n8n ran the node for the first leg. */
	startedAt: number;
	/** When n8n ran the node this time. */
	beganAt: number;
	wokenBy?: 'time' | 'call';
	/** Minutes in memory before n8n saves the execution. */
	saveAfter: number;
}

export interface Strategy {
	/** n8n stores it in workflows. */
	value: 'automatic' | 'callback' | 'polling';
	name: string;
	description: string;
	/** Whether n8n may save the execution and run the node again later. */
	suspends: boolean;
	/** Whether the service calls this execution when a job is done. */
	isCalled: boolean;
	/** Until when the process polls a job before the run is suspended. */
	pollsUntil(leg: LegTimes, submittedAt: number): number;
	/** How long a suspended run sleeps if nobody calls. `isSure` says that each call comes. */
	sleepMs(ageMs: number, isSure: boolean): number;
}

/** A job that takes less never suspends a run. */
export const FIRST_POLLS_MS = 10_000;
/** The shortest wait that n8n ends on time (n8n.md: Re-entry). n8n knows a later leg, so it polls new jobs that long. */
export const SHORTEST_SLEEP_MS = 65_000;
const LONGEST_SLEEP_MS = 10 * 60_000;
/** A run that is called wakes after this share of its jobs' age, because all calls may be lost. */
const SHARE_WITHOUT_CALLS = 0.25;
/** n8n refuses calls while it runs the node, so a leg that was called polls a little longer. */
const AFTER_A_CALL_MS = 3_000;

const pauseAt = (ageMs: number) => 0.08 * ageMs;
const sleepMs = (ageMs: number) => Math.min(LONGEST_SLEEP_MS, Math.max(SHORTEST_SLEEP_MS, pauseAt(ageMs)));

const SHORTEST_MS = 1_000;
const LONGEST_MS = 30_000;

/** How long after a poll the next one comes. Calls grow with the logarithm of the age. `random` is from 0 to 1. */
export const pollAfter = (ageMs: number, random: number): number =>
	Math.min(LONGEST_MS, Math.max(SHORTEST_MS, pauseAt(ageMs))) * (0.95 + random / 10);

export const waitMethods: readonly [Strategy, ...Strategy[]] = [
	{
		value: 'automatic',
		name: 'Automatic',
		description: 'Saves the execution after some minutes',
		suspends: true,
		isCalled: false,
		pollsUntil: ({ startedAt, saveAfter, wokenBy }, submittedAt) =>
			Math.max(startedAt + saveAfter * 60_000, submittedAt + (wokenBy ? SHORTEST_SLEEP_MS : FIRST_POLLS_MS)),
		sleepMs,
	},
	{
		value: 'callback',
		name: 'Callback',
		description: 'Saves the execution until the service calls',
		suspends: true,
		isCalled: true,
		pollsUntil: ({ beganAt, wokenBy }, submittedAt) =>
			Math.max(submittedAt + FIRST_POLLS_MS, wokenBy === 'call' ? beganAt + AFTER_A_CALL_MS : 0),
		sleepMs: (ageMs, isSure) =>
			isSure ? Math.max(LONGEST_SLEEP_MS, SHARE_WITHOUT_CALLS * ageMs) : sleepMs(ageMs),
	},
	{
		value: 'polling',
		name: 'Polling',
		description: 'Keeps the execution in memory',
		suspends: false,
		isCalled: false,
		pollsUntil: () => Infinity,
		sleepMs: () => Infinity,
	},
];

/** @param stored of an earlier version as well, which may have stored another one */
export const strategyOf = (stored: string): Strategy =>
	waitMethods.find(({ value }) => value === stored) ?? waitMethods[0];
