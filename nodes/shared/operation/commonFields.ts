import type { INodeProperties } from 'n8n-workflow';
import type { JobKind } from '../jobs/kinds';
import type { CreateOperation, Operation, ReadOperation } from './types';

const fields = {
	waitForCompletion: {
		displayName: 'Wait for Completion',
		name: 'waitForCompletion',
		type: 'boolean',
		default: true,
		description:
			'Whether to wait until the result is there. Otherwise the node gives the ID at once, for a Get later on',
	},
	waitUsing: {
		displayName: 'Wait Using',
		name: 'waitUsing',
		type: 'options',
		default: 'polling',
		options: [
			{
				name: 'Polling',
				value: 'polling',
				description: 'The execution stays in memory and looks at the jobs until they are done',
			},
			{
				name: 'Callback',
				value: 'callback',
				description:
					'The execution is stored until the service calls: for long jobs, over restarts of n8n. It needs an n8n with a public address',
			},
		],
		description: 'How to wait. Both give the same output',
	},
	webhookUrl: {
		displayName: 'Webhook URL',
		name: 'webhookUrl',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://n8n.example.com/webhook/…',
		description:
			'Address that the service calls when the job is done, for example that of a Media Generation Trigger',
	},
	downloadResult: {
		displayName: 'Download Result',
		name: 'downloadResult',
		type: 'boolean',
		default: false,
		description:
			'Whether to save the result as a file of the item. The service deletes results 7 days after completion',
	},
	binaryPropertyName: {
		displayName: 'Put Output File in Field',
		name: 'binaryPropertyName',
		type: 'string',
		default: 'data',
		required: true,
		hint: 'The name of the output binary field to put the file in',
		description: 'Several results are put in fields with a number behind the name, as data_1',
	},
	simplify: {
		displayName: 'Simplify',
		name: 'simplify',
		type: 'boolean',
		default: true,
		description: 'Whether to return a simplified version of the response instead of the raw data',
	},
} satisfies Record<string, INodeProperties>;

const options = {
	cancelOnStop: {
		displayName: 'Cancel on Stop',
		name: 'cancelOnStop',
		type: 'boolean',
		default: false,
		description: 'Whether to cancel the unfinished jobs at the service when the execution is stopped by hand',
	},
	checkOnly: {
		displayName: 'Check Only',
		name: 'checkOnly',
		type: 'boolean',
		default: false,
		description: 'Whether to show what would be sent, without sending it. Nothing is paid',
	},
	includeOtherFields: {
		displayName: 'Include Other Fields',
		name: 'includeOtherFields',
		type: 'boolean',
		default: false,
		description: "Whether to put the input item's own fields beside those of the result",
	},
	maxInProgress: {
		displayName: 'Jobs in Progress at a Time',
		name: 'maxInProgress',
		type: 'number',
		default: 0,
		typeOptions: { minValue: 0 },
		description:
			'How many jobs of this node may be at the service at the same time, when waiting. 0 means no limit',
	},
	minimumCredit: {
		displayName: 'Minimum Credit',
		name: 'minimumCredit',
		type: 'number',
		default: 0,
		typeOptions: { minValue: 0 },
		description:
			'The face swap balance below which nothing is created. It is read once, before the first job',
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
			'What to do when the time is up before the result is there. The job itself goes on at the service',
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
	timeout: {
		displayName: 'Timeout (Minutes)',
		name: 'timeout',
		type: 'number',
		default: 30,
		typeOptions: { minValue: 0 },
		description: 'How long to wait for each job. Videos can take hours',
	},
} satisfies Record<string, INodeProperties>;

/** While the execution is suspended nobody is there to do what these options ask for. */
const suspended: NonNullable<INodeProperties['displayOptions']>['show'] = { '/waitUsing': ['callback'] };

/** The parameters that an operation of this type has beside its own, in the order of the screen. */
export function commonFields(operation: Operation): INodeProperties[] {
	if (operation.type === 'create') return createFields(operation);
	if (operation.type === 'read') return readFields(operation);
	return [];
}

/** The entries of the `options` collection that an operation of this type has beside its own. */
export function commonOptions(operation: Operation): INodeProperties[] {
	if (operation.type === 'call') return [];
	const waits = [options.timeout, options.onTimeout, options.includeOtherFields];
	if (operation.type === 'read') return waits;
	if (isSession(operation.kind)) return [options.timeout, options.reference];
	return [
		{ ...options.timeout, displayOptions: { hide: suspended } },
		{ ...options.timeout, default: 180, displayOptions: { show: suspended } },
		{ ...options.onTimeout, displayOptions: { hide: suspended } },
		options.includeOtherFields,
		options.maxConcurrent,
		{ ...options.maxInProgress, displayOptions: { hide: suspended } },
		options.minimumCredit,
		options.reference,
		options.checkOnly,
		...(operation.kind.cancel ? [options.cancelOnStop] : []),
	];
}

function createFields({ kind }: CreateOperation): INodeProperties[] {
	if (isSession(kind)) return [fields.waitForCompletion];
	return [
		fields.waitForCompletion,
		{
			...fields.waitUsing,
			displayOptions: { show: { waitForCompletion: [true] }, hide: { '@tool': [true] } },
		},
		{ ...fields.webhookUrl, displayOptions: { show: { waitForCompletion: [false] } } },
		{ ...fields.downloadResult, displayOptions: { show: { waitForCompletion: [true] } } },
		{
			...fields.binaryPropertyName,
			displayOptions: { show: { waitForCompletion: [true], downloadResult: [true] } },
		},
		fields.simplify,
	];
}

function readFields({ kind }: ReadOperation): INodeProperties[] {
	const wait: INodeProperties = {
		...fields.waitForCompletion,
		default: false,
		description: 'Whether to wait until the result is there, when it is not yet',
	};
	if (isSession(kind)) return [wait, fields.simplify];
	return [
		wait,
		fields.downloadResult,
		{ ...fields.binaryPropertyName, displayOptions: { show: { downloadResult: [true] } } },
		fields.simplify,
	];
}

/** A session has no result to fetch or to be told of: it streams. */
function isSession(kind: JobKind): boolean {
	return kind.ready === 'streaming';
}
