import { waitMethods } from '../async/waitMethods';
import * as build from './parameters/builders';
import { extraFieldsSchema, optionalExecutionSchema, optional, urlSchema } from './parameters/schemas';

/** n8n drops entries that `show` excludes before it knows Download Result (n8n.md: Hidden fields). */
const WHERE_IT_DOWNLOADS = { hide: { '/downloadResult': [false] } };

export const simplify = build.flag('Simplify', {
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
});

export const ofFiles = {
	binaryPropertyName: build.orDefault<string>(
		build.optionalText('Put Output File in Field', {
			builderHint: 'Plain text without an expression. Later nodes name the same binary field.',
			default: 'data',
			displayOptions: WHERE_IT_DOWNLOADS,
			hint: 'The name of the output binary field to put the file in',
			description: 'The second of several results gets a number after the name, such as data_2',
		}),
		'data',
	),
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
	builderHint: 'Turn it on to write results back into rows. The id of the row is then $json.input.id.',
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
			{ name: 'Fail the Item', value: 'error', description: 'The error has the ID' },
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

const webhookUrl = (description: string) =>
	build.parameter('string', optional(urlSchema), 'Webhook URL', {
		builderHint: 'Leave it empty. Only a person can copy the URL of a trigger into it.',
		placeholder: 'Empty: nobody is called',
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

export const search = build.optionalText('Search', {
	placeholder: 'e.g. woman',
	description: 'Words of the name or the ID. Return only the entries that have all of them.',
});

const payNotice = (what: string) => build.notice(`<b>Execute step</b> ${what}`);

export const createParameters = (makesImages: boolean) => ({
	payNotice: payNotice(
		'runs and pays for the jobs, each time. To go on building for free, turn off <b>Download Result</b> and pin the output, because n8n pins no files. <b>Dry Run</b> only shows what would be sent. Nothing is shown until the end. A long wait is usually saved after five minutes, and you can close the page.',
	),
	waitForCompletion: build.flag('Wait for Completion', {
		builderHint: 'Keep it on: the node returns the finished job, and needs no Wait node or loop after it.',
		default: true,
		description: 'Whether to wait for the result. If not, you get the ID immediately.',
	}),
	downloadResult: build.flag('Download Result', {
		builderHint: 'Turn it on if a later node needs the file. For its URL, resultUrl is enough for 7 days.',
		default: makesImages,
		// n8n drops the files of a tool.
		displayOptions: { show: { waitForCompletion: [true] }, hide: { '@tool': [true] } },
		description: 'Whether to save the result as a file. The service deletes results after 7 days.',
	}),
	webhookUrl: webhookUrl('URL that the service calls when the job is done, such as the URL of a trigger'),
});

export const createWaitOptions = {
	waitMethod: build.choice('Wait Method', {
		builderHint: 'Leave it at automatic. callback and webhookUrl need a public n8n.',
		default: 'automatic',
		isOfRun: true,
		options: waitMethods,
		displayOptions: { hide: { '@tool': [true] } },
		description: 'How to wait, the same for all items, with the same results. Choose Automatic for lists.',
	}),
	...waiting,
	saveAfter: build.optionalNumber('Save Execution After (Minutes)', {
		min: 0,
		default: 5,
		isOfRun: true,
		displayOptions: { hide: { '@tool': [true] } },
		description: 'How long Automatic waits in memory, the same for all items. Default: 5, on a worker 1.',
	}),
	cancelOnStop: build.switchedOn('Cancel on Stop', {
		description: 'Whether a Stop cancels unfinished jobs. A saved execution cancels nothing.',
	}),
};

export const createOptions = {
	includeOtherFields,
	reference,
	idempotencyKey: build.optionalText('Idempotency Key', {
		builderHint:
			'Set it in scheduled batches to the name of the row (orderNumber), never a date or itemIndex.',
		needsStore: true,
		placeholder: 'e.g. {{ $json.orderNumber }}',
		description: 'Text that stands for one job. This node pays for it only once, ever.',
	}),
	continueExecution: build.parameter('string', optionalExecutionSchema, 'Continue Execution', {
		isOfRun: true,
		needsStore: true,
		placeholder: 'e.g. 812',
		displayOptions: { hide: { '@tool': [true] } },
		description: 'Number of an earlier execution whose jobs are reused. Only the others are sent.',
	}),
	dryRun: build.guardSwitch('Dry Run', {
		builderHint: 'Turn it on to test a workflow without paying. It returns request, not resultUrl.',
		description: 'Whether to show the request instead of sending it. Otherwise, Execute step costs money.',
	}),
	...ofFiles,
	simplify,
	extraFields,
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
	options: { includeOtherFields, ...ofFiles, simplify },
};

const waitUntilItStreams = (isCreate: boolean) => ({
	waitForCompletion: build.flag('Wait Until It Streams', {
		default: isCreate,
		description: 'Whether to wait until the session streams. You can talk to the avatar only then.',
	}),
});

export const sessionFields = {
	parameters: {
		payNotice: payNotice(
			'opens a session that costs credits until you run <b>Session › Close</b>. Each click opens another session.',
		),
		...waitUntilItStreams(true),
		webhookUrl: webhookUrl('URL of a Webhook node that the service calls when the status changes'),
	},
	waitOptions: { toolTimeout: waiting.toolTimeout, timeout: waiting.timeout },
	options: { reference, simplify, extraFields },
};

export const readSessionFields = {
	parameters: waitUntilItStreams(false),
	waitOptions: waiting,
	options: { includeOtherFields, simplify },
};
