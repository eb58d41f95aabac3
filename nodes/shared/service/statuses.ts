import { keysOf, readInteger } from './values';

/* The statuses of a job, and all that follows from each. The service says a number (service.md: Jobs and states). */

interface Status {
	/** The service's numbers for it, in the record of a job. */
	job?: readonly number[];
	session?: readonly number[];
	/** How far a job is. A record with a lower rank than its callback lags behind. */
	rank: number;
	/** Nothing changes it any more. A session that streams is ready, and not final. */
	isFinal?: true;
	/** The record has a result. An address in another record may lead to a file that is not there yet. */
	hasResult?: true;
	/** The job has no result, and the record may say why. `credits` is the cost that no record names. */
	failure?: { what: string; next?: 'nothing'; credits?: number };
	event?: { name: string; description: string };
}

/** Also of a failed job whose words say so. */
export const CANCELED: NonNullable<Status['failure']> = { what: 'was canceled', next: 'nothing' };
const FINAL = { rank: Infinity, isFinal: true } as const;

const table = {
	/** The service says a number that is not in this table. */
	unknown: { rank: 0 },
	queued: { job: [1], session: [1], rank: 1 },
	processing: {
		...{ job: [2], rank: 2 },
		event: { name: 'Processing', description: 'The service has begun to work on a job' },
	},
	streaming: { session: [2], rank: 2 },
	completed: {
		...{ job: [3], ...FINAL, hasResult: true },
		event: { name: 'Completed', description: 'A job has its result' },
	},
	closed: { session: [3], ...FINAL },
	failed: {
		...{ job: [4], session: [4], ...FINAL, failure: { what: 'could not be made' } },
		event: { name: 'Failed', description: 'The service could not do a job' },
	},
} as const satisfies Record<string, Status>;

export type JobStatus = keyof typeof table;
export const STATUSES: Readonly<Record<JobStatus, Status>> = table;
const names = keysOf(table);

const namedBy = (whose: 'job' | 'session') => {
	const isNamed = (number?: number) => (name: JobStatus) =>
		STATUSES[name][whose]?.some((each) => each === number);
	return (given: unknown): JobStatus => names.find(isNamed(readInteger(given))) ?? 'unknown';
};

export const jobStatus = namedBy('job');
export const sessionStatus = namedBy('session');

/** For a status in an item, whose type is not known. */
export const statusOf = (word: unknown): Status | undefined =>
	names.filter((name) => name === word).map((name) => STATUSES[name])[0];

/** Statuses that the trigger can start on, in the order of the screen. */
export const EVENTS = names.filter((name) => STATUSES[name].event !== undefined).sort();
