import { optionalUrlSchema } from '../parameters/schemas';
import { choice, flag, numberOrDefault, optionalText, parameter } from '../parameters/builders';
import { extraFields, includeOtherFields, ofFiles, reference, simplify, waiting } from './shared';

/* What every operation that makes something has, beside its own parameters and options: a new one is an entry here. */

/** An address that the service calls. */
export const webhookUrl = (description: string, displayOptions = {}) =>
	parameter('string', optionalUrlSchema, 'Webhook URL', {
		placeholder: 'e.g. https://n8n.example.com/webhook/…',
		displayOptions,
		description,
	});

/** @param makesImages whether their results are saved by default */
export const createParameters = (makesImages: boolean) => ({
	downloadResult: flag('Download Result', {
		default: makesImages,
		displayOptions: { show: { waitForCompletion: [true] } },
		description:
			'Whether to save the result as a file of the item, once the node has waited for it. The service deletes results 7 days after completion.',
	}),
	waitForCompletion: flag('Wait for Completion', {
		default: true,
		description:
			'Whether to wait until the result is there. Otherwise the node gives the ID at once, for a Get later on.',
	}),
	webhookUrl: webhookUrl(
		'Address that the service calls when the job is done, for example that of a Media Generation Trigger',
		{ show: { waitForCompletion: [false] } },
	),
});

/** The list Waiting. */
export const createWaitOptions = {
	waitUsing: choice('Wait Using', {
		default: 'automatic',
		options: [
			{
				name: 'Look From Time to Time (Automatic)',
				value: 'automatic',
				description:
					'Waits in memory for the first minutes. After that n8n stores the execution and looks from time to time: it survives restarts and holds no worker.',
			},
			{
				name: 'Be Called by the Service (Callback)',
				value: 'callback',
				description:
					'The execution is stored after the first looks, and the service wakes it up when the jobs are done: the quickest for long jobs. The service has to reach the address of n8n.',
			},
			{
				name: 'Keep the Execution in Memory (Polling)',
				value: 'polling',
				description:
					'The execution stays in memory until the results are there. A restart of n8n ends the wait, not the jobs.',
			},
		],
		displayOptions: { hide: { '@tool': [true] } },
		description: 'How to wait, the same for all items. All ways give the same results.',
	}),
	...waiting,
	/** In minutes. */
	storeAfter: numberOrDefault('Store After (Minutes)', {
		default: 5,
		min: 0,
		displayOptions: { hide: { '@tool': [true] } },
		description:
			'With Automatic: how long the execution waits in memory before n8n stores it, the same for all items. 0 stores it as soon as the first looks of ten seconds are over.',
	}),
	cancelOnStop: flag('Cancel on Stop', {
		description:
			'Whether to cancel the unfinished jobs at the service when this node is stopped: by hand, or by n8n when it shuts down. Nothing is cancelled while the execution is stored (Wait Using): no node runs then.',
	}),
	webhookUrl: webhookUrl(
		'Address that the service calls as well when the job is done, for example that of a Media Generation Trigger: a net under the wait. With Callback the service calls this execution instead.',
	),
};

/** The list Options. */
export const createOptions = {
	reference,
	idempotencyKey: optionalText('Idempotency Key', {
		placeholder: 'e.g. {{ $json.orderNumber }}',
		description:
			'A text that stands for one job, such as the number of an order. This node pays for it once, whoever starts the workflow and however often: a repeat gets the result of the first job. Empty pays each time.',
	}),
	checkOnly: flag('Check Only', {
		description: 'Whether to show what would be sent, without making the job. Faces are still looked for.',
	}),
	maxJobs: numberOrDefault('At Most (Jobs)', {
		default: 0,
		min: 0,
		whole: true,
		description:
			'Nothing is created when this node would make more jobs than this in an execution. 0 means no limit.',
	}),
	maxJobsPerDay: numberOrDefault('At Most a Day (Jobs)', {
		default: 0,
		min: 0,
		whole: true,
		description:
			'This node makes at most so many jobs from midnight to midnight, over all executions, counted from when this is set. Items beyond that are not sent. 0 means no limit.',
	}),
	minimumCredit: numberOrDefault('Minimum Credit', {
		default: 0,
		min: 0,
		description:
			'Nothing is created when the face swap balance of the account is below this. It is read once, before the first job.',
	}),
	maxConcurrent: numberOrDefault('Submissions at a Time', {
		default: 5,
		min: 1,
		max: 50,
		whole: true,
		description: 'How many jobs are handed to the service at the same time, the same for all items',
	}),
	maxInProgress: numberOrDefault('Jobs in Progress at a Time', {
		default: 0,
		min: 0,
		whole: true,
		description:
			'How many jobs of this node may be at the service at the same time, when waiting, the same for all items. 0 means no limit.',
	}),
	includeOtherFields,
	...ofFiles,
	consentRequired: flag('Consent Required', {
		description:
			'Whether to refuse an item without a Consent Reference, before anything is sent or paid for it',
	}),
	simplify,
	extraFields,
};
