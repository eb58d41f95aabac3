import { flag } from '../parameters/builders';
import {
	answerWithin,
	extraFields,
	includeOtherFields,
	onTimeout,
	reference,
	simplify,
	timeout,
} from './shared';

/* What the Create and the Get of a live avatar session have, beside their own parameters: a session is no job. */

export const sessionParameters = (isCreate: boolean) => ({
	waitForCompletion: flag('Wait Until It Streams', {
		default: isCreate,
		description: 'Whether to wait until the session streams: nobody can talk to the avatar before',
	}),
});

export const sessionWaitOptions = { answerWithin, timeout };
export const sessionOptions = { reference, simplify, extraFields: extraFields };

export const readSessionWaitOptions = { answerWithin, timeout, onTimeout };
export const readSessionOptions = { includeOtherFields, simplify };
