import { readInteger } from './values';

/* The statuses of a job, and all that follows from each. The service says a number (service.md: Jobs and states). */

interface Status {
	/** The service's number for it, in the record of a job. */
	job?: number;
	session?: number;
	/** How far a job is. A record with a lower rank than its callback lags behind. */
	rank: number;
	/** Nothing changes it any more. A session that streams is ready, and not final. */
	isFinal?: true;
	/** The record has a result. An address in another record may lead to a file that is not there yet. */
	hasResult?: true;
	/** The job has no result, and the record may say why. */
	isFailure?: true;
	event?: { name: string; description: string };
}

const FINAL = { rank: Infinity, isFinal: true } as const;

const table = {
	/** The service says a number that is not in this table. */
	unknown: { rank: 0 },
	queued: { job: 1, session: 1, rank: 1 },
	processing: {
		...{ job: 2, rank: 2 },
		event: { name: 'Processing', description: 'The service has begun to work on a job' },
	},
	streaming: { session: 2, rank: 2 },
	completed: {
		...{ job: 3, ...FINAL, hasResult: true },
		event: { name: 'Completed', description: 'A job has its result' },
	},
	closed: { session: 3, ...FINAL },
	failed: {
		...{ job: 4, session: 4, ...FINAL, isFailure: true },
		event: { name: 'Failed', description: 'The service could not do a job' },
	},
} as const satisfies Record<string, Status>;

export type JobStatus = keyof typeof table;
export const STATUSES: Readonly<Record<JobStatus, Status>> = table;

const isName = (name: string): name is JobStatus => Object.hasOwn(table, name);
const names = Object.keys(table).filter(isName);

const namedBy = (whose: 'job' | 'session') => {
	const byNumber = new Map(names.map((name) => [STATUSES[name][whose], name]));
	return (given: unknown): JobStatus => byNumber.get(readInteger(given) ?? 0) ?? 'unknown';
};

export const jobStatus = namedBy('job');
export const sessionStatus = namedBy('session');

/** For a status in an item, whose type is not known. */
export const statusOf = (word: unknown): Status | undefined =>
	names.filter((name) => name === word).map((name) => STATUSES[name])[0];

/** Statuses that the trigger can start on, in the order of the screen. */
export const EVENTS = names.filter((name) => STATUSES[name].event !== undefined).sort();
