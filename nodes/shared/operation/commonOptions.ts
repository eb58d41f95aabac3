import type { INodeProperties } from 'n8n-workflow';
import type { JobKind } from '../jobs/kinds';
import { moreFields } from './moreFields';
import type { Operation } from './types';

const options = {
	cancelOnStop: {
		displayName: 'Cancel on Stop',
		name: 'cancelOnStop',
		type: 'boolean',
		default: false,
		description:
			'Whether to cancel the unfinished jobs at the service when this node is stopped: by hand, or by n8n when it shuts down. Nothing is cancelled while the execution is stored (Wait Using): no node runs then.',
	},
	checkOnly: {
		displayName: 'Check Only',
		name: 'checkOnly',
		type: 'boolean',
		default: false,
		description: 'Whether to show what would be sent, without making the job. Faces are still looked for.',
	},
	extraFields: {
		displayName: 'Extra Fields (JSON)',
		name: 'extraFields',
		type: 'json',
		default: '{}',
		description:
			'Fields for the request that this node does not know, as a JSON object such as {"seed": 7}: they are sent as they stand',
	},
	idempotencyKey: {
		displayName: 'Idempotency Key',
		name: 'idempotencyKey',
		type: 'string',
		default: '',
		placeholder: 'e.g. {{ $json.orderNumber }}',
		description:
			'A text that stands for one job, such as the number of an order. This node pays for it once, whoever starts the workflow and however often: a repeat gets the result of the first job. Empty pays each time.',
	},
	includeOtherFields: {
		displayName: 'Include Other Fields',
		name: 'includeOtherFields',
		type: 'boolean',
		default: false,
		description:
			"Whether to put the input item's own fields beside those of the result. Where both can have a field, such as status, credits or avatarId, only the result's is put out.",
	},
	maxFileSize: {
		displayName: 'Maximum File Size (MB)',
		name: 'maxFileSize',
		type: 'number',
		default: 500,
		typeOptions: { minValue: 0 },
		displayOptions: { show: { '/downloadResult': [true] } },
		description:
			'The item of a larger result fails, and its error names the address and the ID. 0 means no limit.',
	},
	maxInProgress: {
		displayName: 'Jobs in Progress at a Time',
		name: 'maxInProgress',
		type: 'number',
		default: 0,
		typeOptions: { minValue: 0 },
		description:
			'How many jobs of this node may be at the service at the same time, when waiting. 0 means no limit.',
	},
	maxJobs: {
		displayName: 'At Most (Jobs)',
		name: 'maxJobs',
		type: 'number',
		default: 0,
		typeOptions: { minValue: 0 },
		description:
			'Nothing is created when this node would make more jobs than this in an execution. 0 means no limit.',
	},
	moreFields: moreFields('Wait Using, Webhook URL, Simplify and Put Output File in Field'),
	minimumCredit: {
		displayName: 'Minimum Credit',
		name: 'minimumCredit',
		type: 'number',
		default: 0,
		typeOptions: { minValue: 0 },
		description:
			'Nothing is created when the face swap balance of the account is below this. It is read once, before the first job.',
	},
	onTimeout: {
		displayName: 'On Timeout',
		name: 'onTimeout',
		type: 'options',
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
	},
	remakeFailed: {
		displayName: 'Make Failed Jobs Again',
		name: 'remakeFailed',
		type: 'number',
		default: 0,
		typeOptions: { minValue: 0, maxValue: 2 },
		displayOptions: { show: { '/waitForCompletion': [true] } },
		description:
			'How often a job is made again when the service gives a temporary reason for its failure (busy, a time-out, try again later). It may be paid each time.',
	},
	reference: {
		displayName: 'Reference',
		name: 'reference',
		type: 'string',
		default: '',
		placeholder: 'e.g. row 12',
		description: 'A text of your own that comes back in the output, to know the job by',
	},
	maxConcurrent: {
		displayName: 'Submissions at a Time',
		name: 'maxConcurrent',
		type: 'number',
		default: 5,
		typeOptions: { minValue: 1, maxValue: 50 },
		description: 'How many jobs are handed to the service at the same time',
	},
	storeAfter: {
		displayName: 'Store After (Minutes)',
		name: 'storeAfter',
		type: 'number',
		default: 5,
		typeOptions: { minValue: 0 },
		displayOptions: { show: { '/waitUsing': ['automatic'] }, hide: { '@tool': [true] } },
		description:
			'How long the execution waits in memory before n8n stores it. 0 stores it as soon as the first looks of ten seconds are over.',
	},
	timeout: {
		displayName: 'Timeout (Minutes)',
		name: 'timeout',
		type: 'number',
		default: 180,
		typeOptions: { minValue: 0 },
		description:
			'How long to wait for each job. Videos can take hours; when a swap or an age change takes more than three, check its pictures.',
	},
} satisfies Record<string, INodeProperties>;

/** The entries of the `options` collection that an operation of this type has beside its own. */
export function commonOptions(operation: Operation): INodeProperties[] {
	if (operation.type === 'call') return [];
	const waits = [options.timeout, options.onTimeout, options.includeOtherFields];
	if (operation.type === 'read') return isSession(operation.kind) ? waits : [...waits, options.maxFileSize];
	if (isSession(operation.kind)) return [options.timeout, options.reference, options.extraFields];
	return [
		...waits,
		options.storeAfter,
		options.maxFileSize,
		options.maxConcurrent,
		options.maxInProgress,
		options.maxJobs,
		options.moreFields,
		options.minimumCredit,
		options.idempotencyKey,
		options.reference,
		options.checkOnly,
		options.extraFields,
		...(operation.kind.mayPass ? [options.remakeFailed] : []),
		...(operation.kind.cancel ? [options.cancelOnStop] : []),
	];
}

/** Whether a kind is the live avatar session: it streams, so there is no result to fetch or to be called about. */
export function isSession(kind: JobKind): boolean {
	return kind.ready === 'streaming';
}
