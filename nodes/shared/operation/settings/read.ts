import { flag } from '../parameters/builders';
import {
	answerWithin,
	binaryPropertyName,
	consentReference,
	includeOtherFields,
	markAsAiMade,
	maxFileSize,
	onTimeout,
	simplify,
	timeout,
} from './shared';

/** What every operation that reads jobs has, beside its own parameters and options. */
export const readFields = {
	parameters: {
		waitForCompletion: flag('Wait for Completion', {
			description: 'Whether to wait until the result is there, when it is not yet',
		}),
		downloadResult: flag('Download Result', {
			description:
				'Whether to save the result as a file of the item. The service deletes results 7 days after completion.',
		}),
	},
	waitOptions: { answerWithin, timeout, onTimeout },
	options: {
		includeOtherFields,
		binaryPropertyName,
		maxFileSize,
		markAsAiMade,
		consentReference,
		simplify,
	},
};
