import { readInteger } from './values';

/** The service's numbers begin with 1. */
const JOB_STATUSES = ['unknown', 'queued', 'processing', 'completed', 'failed'] as const;
const SESSION_STATUSES = ['unknown', 'queued', 'streaming', 'closed', 'failed'] as const;

export type JobStatus = (typeof JOB_STATUSES)[number];

export type SessionStatus = (typeof SESSION_STATUSES)[number];

/** service.md: Jobs and states */
export function jobStatus(value: unknown): JobStatus {
	return JOB_STATUSES[readInteger(value) ?? 0] ?? 'unknown';
}

/** service.md: Live avatar sessions */
export function sessionStatus(value: unknown): SessionStatus {
	return SESSION_STATUSES[readInteger(value) ?? 0] ?? 'unknown';
}
