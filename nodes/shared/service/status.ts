import { readInteger } from './values';

/** In the order of the service's numbers, which begin with 1. */
const JOB_STATUSES = ['unknown', 'queued', 'processing', 'completed', 'failed'] as const;
const SESSION_STATUSES = ['unknown', 'queued', 'streaming', 'closed', 'failed'] as const;

export type JobStatus = (typeof JOB_STATUSES)[number];

export type SessionStatus = (typeof SESSION_STATUSES)[number];

/** The name of a job's status, from a number or a numeric string (service.md: Jobs and states). */
export function jobStatus(value: unknown): JobStatus {
	return JOB_STATUSES[readInteger(value) ?? 0] ?? 'unknown';
}

/** The name of a session's status: 2 streams, 3 is over (service.md: Live avatar sessions). */
export function sessionStatus(value: unknown): SessionStatus {
	return SESSION_STATUSES[readInteger(value) ?? 0] ?? 'unknown';
}
