import { readInteger } from './values';

/**
 * Names of a job's status as the nodes give them out. No number of the service means `cancelled`: only this package
 * sets it.
 */
export type JobStatus = 'queued' | 'processing' | 'completed' | 'failed' | 'cancelled' | 'unknown';

/** Names of a live avatar session's status as the nodes give them out. */
export type SessionStatus = 'queued' | 'streaming' | 'closed' | 'failed' | 'unknown';

const JOB_STATUSES = new Map<number, JobStatus>([
	[1, 'queued'],
	[2, 'processing'],
	[3, 'completed'],
	[4, 'failed'],
]);

const SESSION_STATUSES = new Map<number, SessionStatus>([
	[1, 'queued'],
	[2, 'streaming'],
	[3, 'closed'],
	[4, 'failed'],
]);

/** The name of a job's status, from a number or a numeric string (service.md: Jobs and states). */
export function jobStatus(value: unknown): JobStatus {
	return JOB_STATUSES.get(readInteger(value) ?? 0) ?? 'unknown';
}

/** The name of a session's status: 2 streams, 3 is over (service.md: Live avatar sessions). */
export function sessionStatus(value: unknown): SessionStatus {
	return SESSION_STATUSES.get(readInteger(value) ?? 0) ?? 'unknown';
}
