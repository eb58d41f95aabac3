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
		forBuilder: 'Keep it on: the node returns the finished job, and needs no Wait node and no loop after it.',
		description:
			'Whether to wait for the result. If not, you get the ID immediately and can get the result later.',
	}),
	downloadResult: build.flag('Download Result', {
		default: makesImages,
		forBuilder:
			'Turn it on if a later node needs the file: it is in the binary field data (several: data_1 to data_4). For its URL, resultUrl is enough for 7 days.',
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
		forBuilder: 'Leave it at automatic. callback and webhookUrl need a public n8n.',
		options: [
			{
				name: 'Automatic',
				value: 'automatic',
				description:
					'Waits in memory for 5 minutes. Then n8n saves the execution, and the node checks every 1 to 10 minutes.',
			},
			{
				name: 'Callback',
				value: 'callback',
				description:
					'Saves the execution until the service calls. The service must be able to reach your n8n.',
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
	webhookUrl: webhookUrl('URL that the service also calls when the job is done. Callback uses its own URL.'),
};

const noLimit = { default: 0, min: 0, whole: true };

export const createLimits = {
	maxJobs: build.numberOrDefault('Maximum Jobs per Execution', {
		...noLimit,
		description: 'Nothing is created if this node would make more jobs in an execution. 0 means no limit.',
	}),
	maxJobsPerDay: build.numberOrDefault('Maximum Jobs per Day', {
		forBuilder:
			'Each job is paid. Set it, such as to 100, when a schedule, a webhook or an agent starts the workflow. maxJobs limits one execution.',
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
		description:
			'How many jobs may be open at the service when waiting, the same for all items. 0 means no limit.',
	}),
};

export const createOptions = {
	includeOtherFields,
	reference,
	idempotencyKey: build.optionalText('Idempotency Key', {
		forBuilder:
			'Set it in scheduled batches, to text that is the same whenever the row comes again, such as ={{ $json.orderNumber }}. Never a date, a random value or $itemIndex.',
		placeholder: 'e.g. {{ $json.orderNumber }}',
		description:
			'Text that stands for one job, such as an order number. This node pays for it only once, ever.',
	}),
	continueExecution: build.parameter('string', optionalExecutionSchema, 'Continue Execution', {
		placeholder: 'e.g. 812',
		displayOptions: { hide: { '@tool': [true] } },
		description:
			'Number of an earlier execution of this workflow. Its jobs are reused, and only the others are sent.',
	}),
	dryRun: build.switchedOn('Dry Run', {
		forBuilder: 'Turn it on to test a workflow without paying. It returns request, not resultUrl.',
		description:
			'Whether to only show what would be sent. Without it, Execute step runs and pays for the jobs.',
	}),
	...ofFiles,
	simplify,
	extraFields,
};
