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
	/** Whether callbacks are not sent at all. */
	lost: false,
	/** Whether each callback is preceded by forged ones: a wrong signature, and one signed with another account. */
	forged: false,
	timestampIn: choice('milliseconds', 'seconds'),
	/** The letters of the signature. */
	signatureIn: choice('small', 'capitals'),
	/** Wait before the second try; it doubles with each further one, up to a minute. */
	retryMs: 200,
	/** Tries until the sender gives up. */
	maxTries: 10,
};
export type CallbackSettings = typeof defaultCallbackSettings;

/** One delivery that was tried: the job's status in it, and the HTTP status of the answer, 0 when nobody answered. */
export interface DeliveredCallback {
	status: number;
	variant: 'genuine' | 'forged';
	httpStatus: number;
}
