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

/** A way to wait. Each is one file, and one row of the table. */
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
