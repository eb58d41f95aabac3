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

const waitUntilItStreams = (isCreate: boolean) => ({
	waitForCompletion: flag('Wait Until It Streams', {
		default: isCreate,
		description: 'Whether to wait until the session streams: nobody can talk to the avatar before',
	}),
});

export const sessionFields = {
	parameters: waitUntilItStreams(true),
	waitOptions: { answerWithin, timeout },
	options: { reference, simplify, extraFields },
};

export const readSessionFields = {
	parameters: waitUntilItStreams(false),
	waitOptions: { answerWithin, timeout, onTimeout },
	options: { includeOtherFields, simplify },
};
