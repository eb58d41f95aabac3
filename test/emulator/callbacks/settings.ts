import { choice } from '../choice';

/** How callbacks are delivered (service.md: Callbacks). */
export const defaultCallbackSettings = {
	/** Whether the body is the signed envelope or the bare fields. */
	mode: choice('signed', 'plain'),
	/** Whether a callback with status 2 comes before the final callback. */
	processing: true,
	repeat: 1,
	/** Whether the final callback comes before the callback with status 2. */
	outOfOrder: false,
	lost: false,
	/** Whether two forged callbacks come first: one with a wrong signature, and one signed by another account. */
	forged: false,
	timestampIn: choice('milliseconds', 'seconds'),
	/** Wait before the second try. It doubles with each further try, up to a minute. */
	retryMs: 200,
	maxTries: 10,
};
export type CallbackSettings = typeof defaultCallbackSettings;

/** A tried delivery: the job's status in it, and the HTTP status of the answer, or 0 without an answer. */
export interface DeliveredCallback {
	status: number;
	variant: 'genuine' | 'forged';
	httpStatus: number;
}
