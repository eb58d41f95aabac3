import * as build from '../parameters/builders';
import { optionalExecutionSchema } from '../parameters/schemas';
import { extraFields, includeOtherFields, ofFiles, reference, simplify, waiting, webhookUrl } from './shared';

/* The settings of all creates. A session's are in shared.ts. */

export const createParameters = (makesImages: boolean) => ({
	waitForCompletion: build.flag('Wait for Completion', {
		default: true,
		description:
			'Whether to wait for the result. If not, you get the ID immediately and can get the result later.',
	}),
	downloadResult: build.flag('Download Result', {
		default: makesImages,
		displayOptions: { show: { waitForCompletion: [true] } },
		description: 'Whether to save the result as a file. The service deletes results after 7 days.',
	}),
	webhookUrl: webhookUrl(
		'Address that the service calls when the job is done, such as a trigger of this package',
		{ show: { waitForCompletion: [false] } },
	),
});

export const createWaitOptions = {
	waitMethod: build.choice('Wait Method', {
		default: 'automatic',
		options: [
			{
				name: 'Automatic',
				value: 'automatic',
				description: 'Waits in memory for some minutes, then n8n saves the execution and polls now and then',
			},
			{
				name: 'Callback',
				value: 'callback',
				description: 'Saves the execution, and the service wakes it. The service must reach your n8n.',
			},
			{
				name: 'Polling',
				value: 'polling',
				description: 'The execution stays in memory. A restart of n8n ends the wait, but not the jobs.',
			},
		],
		displayOptions: { hide: { '@tool': [true] } },
		description: 'How to wait, the same for all items. All methods give the same results.',
	}),
	...waiting,
	saveAfter: build.optionalNumber('Save Execution After (Minutes)', {
		min: 0,
		default: 5,
		displayOptions: { hide: { '@tool': [true] } },
		description: 'How long Automatic waits in memory, the same for all items. Default: 5, on a worker 1.',
	}),
	cancelOnStop: build.switchedOn('Cancel on Stop', {
		description:
			'Whether to cancel unfinished jobs when you stop the execution. A saved execution cancels nothing.',
	}),
	webhookUrl: webhookUrl(
		'Address that the service also calls when the job is done. Callback uses its own address.',
	),
};

const noLimit = { default: 0, min: 0, whole: true };

export const createLimits = {
	maxJobs: build.numberOrDefault('Maximum Jobs per Execution', {
		...noLimit,
		description: 'Nothing is created if this node would make more jobs in an execution. 0 means no limit.',
	}),
	maxJobsPerDay: build.numberOrDefault('Maximum Jobs per Day', {
		...noLimit,
		description: 'Jobs of this node from midnight to midnight, over all executions. 0 means no limit.',
	}),
	minimumCredit: build.numberOrDefault('Minimum Credit', {
		default: 0,
		min: 0,
		description: 'Nothing is created if the face swap balance is below this. It is read once per run.',
	}),
	concurrentSubmissions: build.numberOrDefault('Concurrent Submissions', {
		default: 5,
		min: 1,
		max: 50,
		whole: true,
		description: 'How many jobs are sent to the service at the same time, the same for all items',
	}),
	maxOpenJobs: build.numberOrDefault('Maximum Open Jobs', {
		...noLimit,
		description:
			'How many jobs may be open at the service when waiting, the same for all items. 0 means no limit.',
	}),
};

export const createOptions = {
	includeOtherFields,
	reference,
	idempotencyKey: build.optionalText('Idempotency Key', {
		placeholder: 'e.g. {{ $json.orderNumber }}',
		description: 'Text that stands for one job, such as an order number. This node pays for it only once.',
	}),
	continueExecution: build.parameter('string', optionalExecutionSchema, 'Continue Execution', {
		placeholder: 'e.g. 812',
		displayOptions: { hide: { '@tool': [true] } },
		description:
			'Number of an earlier execution of this workflow. Its jobs are reused, and only the others are sent.',
	}),
	dryRun: build.switchedOn('Dry Run', {
		description: 'Whether to show what would be sent, and send nothing. Faces are still detected.',
	}),
	...ofFiles,
	simplify,
	extraFields,
};
