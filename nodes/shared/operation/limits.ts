import * as build from './parameters/builders';

/* A limit with a period is an entry here alone. The others are kept in run/gate.ts and run/plan.ts. */

const noLimit = { default: 0, min: 0, whole: true };

export const createLimits = {
	maxJobs: build.guardNumber('Maximum Jobs per Execution', {
		...noLimit,
		description: 'Nothing is created if this node would make more jobs in an execution. 0 means no limit.',
	}),
	maxJobsPerDay: build.guardNumber('Maximum Jobs per Day', {
		builderHint: 'Each job is paid. Set it, such as to 100, if a schedule, a webhook or an agent runs this.',
		...noLimit,
		period: { name: 'day', dates: { dateStyle: 'short' }, full: 'no place is left today' },
		description: 'Jobs of this node from midnight to midnight, over all executions. 0 means no limit.',
	}),
	minimumCredit: build.guardNumber('Minimum Credit', {
		default: 0,
		min: 0,
		description: 'Nothing is created if the face swap balance is below this. It is read once per run.',
	}),
	concurrentSubmissions: build.numberOrDefault('Concurrent Submissions', {
		default: 5,
		min: 1,
		max: 50,
		whole: true,
		isOfRun: true,
		description: 'How many jobs are sent at the same time, from 1 to 50, the same for all items',
	}),
	maxOpenJobs: build.numberOrDefault('Maximum Open Jobs', {
		...noLimit,
		isOfRun: true,
		description: 'Open jobs at the service when waiting, the same for all items. 0 means no limit.',
	}),
};
