import type { JobStatus } from '../service/status';

/** What a callback says about a job. It is a hint: the record read back from the service is the truth. */
export interface Callback {
	/** The record's id. */
	id: string;
	status: Extract<JobStatus, 'queued' | 'processing' | 'completed' | 'failed'>;
	/** The sender's name for the kind of job, if it gives one. */
	type?: string;
	/** Where it says the result is. */
	url?: string;
	/** Whether the body was signed and encrypted with the keys of the credential. */
	signed: boolean;
	/** When a signed callback was made: milliseconds since the epoch. A plain body carries no time. */
	sentAt?: number;
}

/** Why a body is refused: `badKeys` is about the credential, the others about the body. */
export interface CallbackRefusal {
	why: 'noCallback' | 'notAuthentic' | 'badKeys';
	/** A sentence without a full stop and without a secret. */
	reason: string;
}

/** A body, opened. */
export type Opened<T> = { ok: true; value: T } | { ok: false; refusal: CallbackRefusal };

/** The keys that callbacks are signed and encrypted with. */
export interface CallbackKeys {
	clientId: string;
	clientSecret: string;
}

export function refuse(why: CallbackRefusal['why'], reason: string): Opened<never> {
	return { ok: false, refusal: { why, reason } };
}
