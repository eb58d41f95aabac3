import { extraFieldsSchema, optionalUrlSchema } from '../parameters/schemas';
import * as build from '../parameters/builders';

/** n8n drops entries that `show` excludes before it knows Download Result (n8n.md: Hidden fields). */
const WHERE_IT_DOWNLOADS = { hide: { '/downloadResult': [false] } };

export const simplify = build.flag('Simplify', {
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
});

export const ofFiles = {
	binaryPropertyName: build.textOrDefault('Put Output File in Field', {
		default: 'data',
		displayOptions: WHERE_IT_DOWNLOADS,
		hint: 'The name of the output binary field to put the file in',
		description: 'Several results get a number after the name, such as data_1',
	}),
	fileName: build.optionalText('File Name', {
		displayOptions: WHERE_IT_DOWNLOADS,
		placeholder: 'e.g. {{ $json.orderNumber }}',
		description: 'Name of the saved file, without its extension. Empty means the reference, or else the ID.',
	}),
	maxFileSize: build.numberOrDefault('Maximum File Size (MB)', {
		default: 500,
		min: 0,
		displayOptions: WHERE_IT_DOWNLOADS,
		description: 'A larger result fails its item, and the error has its URL. 0 means no limit.',
	}),
};

export const includeOtherFields = build.switchedOn('Include Other Fields', {
	description: "Whether to keep the input item's fields and files. Fields named like results move to input.",
});

export const waiting = {
	toolTimeout: build.numberOrDefault('Tool Timeout (Seconds)', {
		default: 0,
		min: 0,
		displayOptions: { show: { '@tool': [true] } },
		description: 'How long the agent waits before it gets the ID, and the job continues. 0: the usual time.',
	}),
	timeout: build.numberOrDefault('Timeout (Minutes)', {
		default: 180,
		above: 0,
		description: 'How long to wait for each job, more than 0. Long videos can take hours.',
	}),
	onTimeout: build.choice('On Timeout', {
		default: 'error',
		options: [
			{ name: 'Stop With an Error', value: 'error', description: 'The error has the ID' },
			{ name: 'Return the Last Status', value: 'returnPending', description: 'Adds timedOut: true' },
		],
		description: 'What to do when the time is up. The job itself continues at the service.',
	}),
};

export const reference = build.optionalText('Reference', {
	placeholder: 'e.g. row 12',
	description: 'Your own text that comes back in the output, so that you can find the job',
});

export const extraFields = build.parameter('json', extraFieldsSchema, 'Extra Fields (JSON)', {
	default: '{}',
	description: 'Fields for the request that this node does not have, as a JSON object such as {"seed": 7}',
});

export const webhookUrl = (description: string, displayOptions = {}) =>
	build.parameter('string', optionalUrlSchema, 'Webhook URL', {
		placeholder: 'e.g. https://n8n.example.com/webhook/1234',
		displayOptions,
		description,
	});

export const howMany = {
	returnAll: build.flag('Return All', {
		description: 'Whether to return all results or only up to a given limit',
	}),
	limit: build.numberOrDefault('Limit', {
		default: 50,
		min: 1,
		whole: true,
		displayOptions: { show: { returnAll: [false] } },
		description: 'Max number of results to return',
	}),
};

export const readFields = {
	parameters: {
		waitForCompletion: build.flag('Wait for Completion', {
			description: 'Whether to wait until the job has its result',
		}),
		downloadResult: build.flag('Download Result', {
			displayOptions: { hide: { '@tool': [true] } },
			description: 'Whether to save the result as a file. The service deletes results after 7 days.',
		}),
	},
	waitOptions: waiting,
	limits: {},
	options: { includeOtherFields, ...ofFiles, simplify },
};

const waitUntilItStreams = (isCreate: boolean) => ({
	waitForCompletion: build.flag('Wait Until It Streams', {
		default: isCreate,
		description: 'Whether to wait until the session streams. You can talk to the avatar only then.',
	}),
});

export const sessionFields = {
	parameters: waitUntilItStreams(true),
	waitOptions: { toolTimeout: waiting.toolTimeout, timeout: waiting.timeout },
	limits: {},
	options: {
		webhookUrl: webhookUrl('URL of a Webhook node that the service calls when the status changes'),
		reference,
		simplify,
		extraFields,
	},
};

export const readSessionFields = {
	parameters: waitUntilItStreams(false),
	waitOptions: waiting,
	limits: {},
	options: { includeOtherFields, simplify },
};
