/** What a way to wait is told of a run. Times are milliseconds since the epoch. */
export interface Session {
	/** When the run began, many sessions ago perhaps. */
	startedAt: number;
	/** When n8n ran the node this time. */
	beganAt: number;
	/** What has woken the run up; undefined in its first session. */
	wokenBy?: 'time' | 'call';
	/** The option Store After, in minutes. */
	storeAfter: number;
}

/** A way to wait. Each is one file, and one row of the table. */
export interface Way {
	/** The value of the parameter `waitUsing`. */
	value: string;
	/** The same on the screen, with what happens. */
	name: string;
	description: string;
	/** Whether the run may be parked: n8n stores it, and runs the node again later. */
	parks: boolean;
	/** Whether the service is to call this run when a job is done. */
	isCalled: boolean;
	/** Until when the process itself looks at a job, before the run is parked. */
	looksUntil(session: Session, submittedAt: number): number;
	/** When a parked run looks next, if nobody calls. */
	nextLook(session: Session, now: number, youngestSubmittedAt: number): number;
}

/** How long the process looks at a new job in any case: what is done that soon is never seen waiting. */
export const FIRST_LOOKS_MS = 10_000;

/** The shortest wait that n8n ends on time (n8n.md: Re-entry). */
export const SHORTEST_PARK_MS = 65_000;
