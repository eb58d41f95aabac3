import type { JobKind } from '../jobs/kinds';
import { ways } from '../waits';
import { createOptions, waitOptions } from './commonOptions';
import { rare } from './looks';
import { choice, flag, numberOrDefault, parameter, textOrDefault, type Parameters } from './parameter';
import { optionalUrl } from './inputs';
import type { Operation } from './types';

/* The parameters that all operations of a type have beside their own. */

const UNTIL_IT_STREAMS = 'Whether to wait until the session streams: nobody can talk to the avatar before';

/** Whether the output is what people need of the service's answer, or all of it. */
export const simplify = flag('Simplify', {
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
});

const waitForCompletion = flag('Wait for Completion', {
	default: true,
	description:
		'Whether to wait until the result is there. Otherwise the node gives the ID at once, for a Get later on.',
});

const downloadResult = (look: { default?: boolean; description: string }) => flag('Download Result', look);

const fileField = textOrDefault('Put Output File in Field', {
	default: 'data',
	required: true,
	displayOptions: { show: { downloadResult: [true] } },
	hint: 'The name of the output binary field to put the file in',
	description: 'Several results are put in fields with a number behind the name, as data_1',
});

/** How many records a list gives, up to a limit or all of them. */
export const howMany = {
	returnAll: flag('Return All', {
		description: 'Whether to return all results or only up to a given limit',
	}),
	limit: numberOrDefault('Limit', {
		default: 50,
		min: 1,
		whole: true,
		displayOptions: { show: { returnAll: [false] } },
		description: 'Max number of results to return',
	}),
};

/** What operations that make something have. @param makesImages whether their results are saved by default */
export const createParameters = (makesImages: boolean) => ({
	downloadResult: downloadResult({
		default: makesImages,
		description:
			'Whether to save the result as a file of the item, once the node has waited for it. The service deletes results 7 days after completion.',
	}),
	binaryPropertyName: rare(fileField),
	waitForCompletion,
	waitUsing: rare(
		choice('Wait Using', {
			default: 'automatic',
			options: ways.map(({ name, value, description }) => ({ name, value, description })),
			displayOptions: { show: { waitForCompletion: [true] }, hide: { '@tool': [true] } },
			description: 'How to wait. All ways give the same results.',
		}),
	),
	webhookUrl: rare(
		parameter('string', optionalUrl, 'Webhook URL', {
			placeholder: 'e.g. https://n8n.example.com/webhook/…',
			displayOptions: { hide: { waitUsing: ['callback'] } },
			description:
				'Address that the service calls when the job is done, for example that of a Media Generation Trigger, beside any wait of this node',
		}),
	),
	simplify: rare(simplify),
});

/** What operations that read jobs have. */
export const readParameters = {
	waitForCompletion: flag('Wait for Completion', {
		description: 'Whether to wait until the result is there, when it is not yet',
	}),
	downloadResult: downloadResult({
		description:
			'Whether to save the result as a file of the item. The service deletes results 7 days after completion.',
	}),
	binaryPropertyName: fileField,
	simplify,
};

/** The parameters and options that an operation has beside its own. */
export function commonOf(operation: Operation): { parameters: Parameters; options: Parameters } {
	if (operation.type === 'call') return { parameters: {}, options: {} };
	const { type, kind } = operation;
	if (isSession(kind)) {
		const { timeout, onTimeout, includeOtherFields } = waitOptions;
		const { reference, extraFields } = createOptions;
		const isCreate = type === 'create';
		const streams = flag('Wait Until It Streams', { default: isCreate, description: UNTIL_IT_STREAMS });
		return {
			parameters: { waitForCompletion: streams, simplify },
			options: isCreate ? { timeout, reference, extraFields } : { timeout, onTimeout, includeOtherFields },
		};
	}
	if (type === 'read') return { parameters: readParameters, options: waitOptions };
	const { remakeFailed, cancelOnStop, ...options } = createOptions;
	return {
		parameters: createParameters(operation.makesImages),
		options: {
			...options,
			...(kind.mayPass && { remakeFailed }),
			...(kind.cancel && { cancelOnStop }),
		},
	};
}

/** Whether a kind is the live avatar session: it streams, so there is no result to fetch or to be called about. */
export function isSession(kind: JobKind): boolean {
	return kind.ready === 'streaming';
}
