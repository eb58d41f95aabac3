import * as build from '../parameters/builders';
import { optionalExecutionSchema } from '../parameters/schemas';
import { extraFields, includeOtherFields, ofFiles, reference, simplify, waiting, webhookUrl } from './shared';

/* The settings of all creates. A session's are in shared.ts. */

export const createParameters = (makesImages: boolean) => ({
	payNotice: build.notice(
		'<b>Execute step</b> runs and pays for the jobs. To only see what it would send, add the option <b>Dry Run</b>.',
		{ displayOptions: { hide: { '@tool': [true] } } },
	),
	waitForCompletion: build.flag('Wait for Completion', {
		default: true,
		description: 'Whether to wait for the result. If not, you get the ID immediately.',
	}),
	downloadResult: build.flag('Download Result', {
		default: makesImages,
		// n8n drops the files of a tool.
		displayOptions: { show: { waitForCompletion: [true] }, hide: { '@tool': [true] } },
		description: 'Whether to save the result as a file. The service deletes results after 7 days.',
	}),
	webhookUrl: webhookUrl(
		'URL that the service calls when the job is done, such as the URL of a Media Generation Trigger',
		{ show: { waitForCompletion: [false] } },
	),
});

export const createWaitOptions = {
	waitMethod: build.choice('Wait Method', {
		default: 'automatic',
		options: [
			{ name: 'Automatic', value: 'automatic', description: 'Saves the execution after some minutes' },
			{ name: 'Callback', value: 'callback', description: 'Saves the execution until the service calls' },
			{ name: 'Polling', value: 'polling', description: 'Keeps the execution in memory' },
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
		description: 'Whether a Stop cancels unfinished jobs. A saved execution cancels nothing.',
	}),
	webhookUrl: webhookUrl('URL that the service also calls when the job is done. Callback uses its own URL.'),
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
		description: 'How many jobs are sent at the same time, from 1 to 50, the same for all items',
	}),
	maxOpenJobs: build.numberOrDefault('Maximum Open Jobs', {
		...noLimit,
		description: 'Open jobs at the service when waiting, the same for all items. 0 means no limit.',
	}),
};

export const createOptions = {
	includeOtherFields,
	reference,
	idempotencyKey: build.optionalText('Idempotency Key', {
		placeholder: 'e.g. {{ $json.orderNumber }}',
		description: 'Text that stands for one job. This node pays for it only once, ever.',
	}),
	continueExecution: build.parameter('string', optionalExecutionSchema, 'Continue Execution', {
		placeholder: 'e.g. 812',
		displayOptions: { hide: { '@tool': [true] } },
		description: 'Number of an earlier execution whose jobs are reused. Only the others are sent.',
	}),
	dryRun: build.switchedOn('Dry Run', {
		description: 'Whether to only show what would be sent. Without it, Execute step pays.',
	}),
	...ofFiles,
	simplify,
	extraFields,
};
