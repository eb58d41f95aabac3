import { choice } from '../choice';

/** How callbacks are delivered (service.md: Callbacks). */
export const defaultCallbackSettings = {
	/** Whether the body is the signed envelope or the bare fields. */
	mode: choice('signed', 'plain'),
	/** Whether a callback with status 2 comes before the final one. */
	processing: true,
	/** How many times each callback is sent. */
	repeat: 1,
	/** Whether the final callback comes before the one with status 2. */
	outOfOrder: false,
	/** Whether callbacks are not sent at all (they are logged as lost). */
	lost: false,
	/** Whether each callback is preceded by forged ones: a wrong signature, and one signed with another account. */
	forged: false,
	/** Whether the fields stand at the top, or under `data` as in an answer: as an object, a list of one, or its `result`. */
	under: choice('top', 'data', 'list', 'result'),
	/** The name of the record's ID. */
	idField: choice('_id', 'id', 'video_model_id'),
	timestampIn: choice('milliseconds', 'seconds'),
	/** The letters of the signature. */
	signatureIn: choice('small', 'capitals'),
	/** Wait before the second try; it doubles with each further one, up to a minute. */
	retryMs: 200,
	/** Tries until the sender gives up. */
	maxTries: 10,
};
export type CallbackSettings = typeof defaultCallbackSettings;

/** One delivery that was tried, or lost. */
export interface DeliveredCallback {
	at: number;
	url: string;
	jobId: string;
	status: number;
	/** The body as sent, parsed. */
	body: unknown;
	/** The fields in it, before they are encrypted. */
	content: object;
	variant: 'genuine' | 'forged' | 'lost';
	/** 1 for the first try. */
	attempt: number;
	/** HTTP status of the answer; 0 when nobody answered. */
	httpStatus: number;
}
