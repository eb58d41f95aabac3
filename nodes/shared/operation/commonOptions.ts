import { moreFields } from './looks';
import { choice, flag, numberOrDefault, optionalText, parameter } from './parameter';
import { extraFields, json } from './inputs';

/* The entries of the options that all operations of a type have beside their own. */

/** Of everything that can wait for a job. */
export const waitOptions = {
	/** Minutes. */
	timeout: numberOrDefault('Timeout (Minutes)', {
		default: 180,
		above: 0,
		description:
			'How long to wait for each job. Videos can take hours; when a swap or an age change takes more than three, check its pictures.',
	}),
	onTimeout: choice('On Timeout', {
		default: 'error',
		options: [
			{
				name: 'Stop With an Error',
				value: 'error',
				description: 'The error names the ID, for a Get later on',
			},
			{
				name: 'Return What Is Known',
				value: 'returnPending',
				description: 'The item goes on with its last status and timedOut: true',
			},
		],
		description:
			'What to do when the time is up before the result is there. The job itself goes on at the service.',
	}),
	includeOtherFields: flag('Include Other Fields', {
		description:
			"Whether to put the input item's own fields beside those of the result. Where both can have a field, such as status, credits or avatarId, only the result's is put out.",
	}),
	maxFileSize: numberOrDefault('Maximum File Size (MB)', {
		default: 500,
		min: 0,
		displayOptions: { show: { '/downloadResult': [true] } },
		description:
			'The item of a larger result fails, and its error names the address and the ID. 0 means no limit.',
	}),
};

const reference = optionalText('Reference', {
	placeholder: 'e.g. row 12',
	description: 'A text of your own that comes back in the output, to know the job by',
});

const extra = parameter('json', json(extraFields.optional()), 'Extra Fields (JSON)', {
	default: '{}',
	description:
		'Fields for the request that this node does not know, as a JSON object such as {"seed": 7}: they are sent as they stand',
});

/** Of everything that makes a job. */
export const createOptions = {
	...waitOptions,
	/** Minutes. */
	storeAfter: numberOrDefault('Store After (Minutes)', {
		default: 5,
		min: 0,
		displayOptions: { show: { '/waitUsing': ['automatic'] }, hide: { '@tool': [true] } },
		description:
			'How long the execution waits in memory before n8n stores it. 0 stores it as soon as the first looks of ten seconds are over.',
	}),
	maxConcurrent: numberOrDefault('Submissions at a Time', {
		default: 5,
		min: 1,
		max: 50,
		whole: true,
		description: 'How many jobs are handed to the service at the same time',
	}),
	maxInProgress: numberOrDefault('Jobs in Progress at a Time', {
		default: 0,
		min: 0,
		whole: true,
		description:
			'How many jobs of this node may be at the service at the same time, when waiting. 0 means no limit.',
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
			'This node makes at most so many jobs from midnight to midnight, over all executions. Items beyond that are not sent. 0 means no limit.',
	}),
	moreFields: moreFields('Wait Using, Webhook URL, Simplify and Put Output File in Field'),
	minimumCredit: numberOrDefault('Minimum Credit', {
		default: 0,
		min: 0,
		description:
			'Nothing is created when the face swap balance of the account is below this. It is read once, before the first job.',
	}),
	idempotencyKey: optionalText('Idempotency Key', {
		placeholder: 'e.g. {{ $json.orderNumber }}',
		description:
			'A text that stands for one job, such as the number of an order. This node pays for it once, whoever starts the workflow and however often: a repeat gets the result of the first job. Empty pays each time.',
	}),
	reference,
	checkOnly: flag('Check Only', {
		description: 'Whether to show what would be sent, without making the job. Faces are still looked for.',
	}),
	extraFields: extra,
	remakeFailed: numberOrDefault('Make Failed Jobs Again', {
		default: 0,
		min: 0,
		max: 2,
		whole: true,
		displayOptions: { show: { '/waitForCompletion': [true] } },
		description:
			'How often a job is made again when the service gives a temporary reason for its failure (busy, a time-out, try again later). It may be paid each time.',
	}),
	cancelOnStop: flag('Cancel on Stop', {
		description:
			'Whether to cancel the unfinished jobs at the service when this node is stopped: by hand, or by n8n when it shuts down. Nothing is cancelled while the execution is stored (Wait Using): no node runs then.',
	}),
};
