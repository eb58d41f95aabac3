/** The facts about one leg of a run on which a way to wait decides. Times are milliseconds since the epoch. */
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

/** A way to wait: a row of the table. */
export interface Way {
	/** The value of the parameter `waitUsing`. */
	value: string;
	/** Its name on the screen, and what happens. */
	name: string;
	description: string;
	/** Whether the run may be parked: n8n stores it, and runs the node again later. */
	parks: boolean;
	/** Whether the service is to call this run when a job is done. */
	isCalled?: true;
	/** Until when the process itself looks at a job, before the run is parked. */
	looksUntil(leg: Leg, submittedAt: number): number;
	/** When a parked run looks next, if nobody calls. */
	nextLook(leg: Leg, now: number, youngestSubmittedAt: number): number;
}

/** How long the process looks at a new job in any case: a job that is done within this time never causes a park. */
export const FIRST_LOOKS_MS = 10_000;
/** The shortest wait that n8n ends on time (n8n.md: Re-entry). */
export const SHORTEST_PARK_MS = 65_000;
const LONG_PARK_MS = 10 * 60_000;
/** How long the process looks after a call: the record may be a moment behind it. */
const AFTER_A_CALL_MS = 5_000;

const automatic: Way = {
	value: 'automatic',
	name: 'Look From Time to Time (Automatic)',
	description:
		'Waits in memory for the first minutes. After that n8n stores the execution and looks from time to time: it survives restarts and holds no worker.',
	parks: true,
	looksUntil: ({ startedAt, storeAfter }, submittedAt) =>
		Math.max(startedAt + storeAfter * 60_000, submittedAt + FIRST_LOOKS_MS),
	nextLook: (_, now, youngestSubmittedAt) =>
		now + Math.min(LONG_PARK_MS, Math.max(SHORTEST_PARK_MS, 0.08 * (now - youngestSubmittedAt))),
};

export const callback: Way = {
	value: 'callback',
	name: 'Be Called by the Service (Callback)',
	description:
		'The execution is stored after the first looks, and the service wakes it up when the jobs are done: the quickest for long jobs. The service has to reach the address of n8n.',
	parks: true,
	isCalled: true,
	looksUntil: ({ beganAt, wokenBy }, submittedAt) =>
		Math.max(submittedAt + FIRST_LOOKS_MS, wokenBy === 'call' ? beganAt + AFTER_A_CALL_MS : 0),
	// A call can get lost, so the run also looks by time.
	nextLook: ({ wokenBy }, now, youngestSubmittedAt) =>
		now +
		(wokenBy === 'call' ? SHORTEST_PARK_MS : Math.max(LONG_PARK_MS, 0.25 * (now - youngestSubmittedAt))),
};

export const polling: Way = {
	value: 'polling',
	name: 'Keep the Execution in Memory (Polling)',
	description:
		'The execution stays in memory until the results are there. A restart of n8n ends the wait, not the jobs.',
	parks: false,
	looksUntil: () => Infinity,
	nextLook: () => Infinity,
};

/** The table of the ways to wait, in the order of the screen. */
export const ways: readonly Way[] = [automatic, callback, polling];

/** The way with this name; the default where there is none. */
export function wayOf(value: string): Way {
	return ways.find((way) => way.value === value) ?? automatic;
}
