import { readInteger } from './values';

/**
 * Names of a job's status as the nodes give them out. No number of the service means `cancelled`: only this package
 * sets it.
 */
export type JobStatus = 'queued' | 'processing' | 'completed' | 'failed' | 'cancelled' | 'unknown';

/** Names of a live avatar session's status as the nodes give them out. */
export type SessionStatus = 'queued' | 'streaming' | 'closed' | 'failed' | 'unknown';

/** In the order of the service's numbers, which begin with 1. */
const JOB_STATUSES: readonly JobStatus[] = ['unknown', 'queued', 'processing', 'completed', 'failed'];
const SESSION_STATUSES: readonly SessionStatus[] = ['unknown', 'queued', 'streaming', 'closed', 'failed'];

/** The name of a job's status, from a number or a numeric string (service.md: Jobs and states). */
export function jobStatus(value: unknown): JobStatus {
	return JOB_STATUSES[readInteger(value) ?? 0] ?? 'unknown';
}

/** The name of a session's status: 2 streams, 3 is over (service.md: Live avatar sessions). */
export function sessionStatus(value: unknown): SessionStatus {
	return SESSION_STATUSES[readInteger(value) ?? 0] ?? 'unknown';
}
