import type { Account } from '../accounts';
import { Refusal } from '../http/refusal';
import type { Emulator } from '../index';
import { operations, type Job, type Operation } from './types';

/** Creates a job: first the limits (1005, 1006), then record, time and callbacks (service.md: Errors, Callbacks). */
export function createJob(
	world: Emulator,
	{ clientId }: Account,
	operation: Operation,
	request: Record<string, unknown> & { webhookUrl?: string },
): Job {
	const { kind, cost } = operations[operation];
	refuseTooMany(world, clientId);
	if (world.credit(clientId) < cost) throw new Refusal(1006, 'Quota is not enough');
	const now = world.now();
	const n = world.jobs.all.length + 1;
	const planned = world.jobs.takePlanned(operation) ?? world.options.outcome?.(operation, n, request);
	const outcome = { status: 3, ...planned };
	if (outcome.status === 4) outcome.reason ??= 'The task failed';
	// Speech is complete immediately (service.md: Voices and audio).
	const duration = outcome.jobMs ?? (operation === 'audio' ? 0 : drawDuration(world, operation));
	const job = world.jobs.add({
		...{ operation, kind, clientId, request, cost, createdAt: now, outcome },
		webhookUrl: request.webhookUrl === '' ? undefined : request.webhookUrl,
		startsAt: now + duration * 0.2,
		endsAt: now + duration,
	});
	if (job.webhookUrl !== undefined) world.callbacks.watch(job);
	return job;
}

function drawDuration(world: Emulator, operation: Operation): number {
	const jobMs = world.options.jobMs ?? [300, 900];
	if (typeof jobMs === 'function') return jobMs(operation);
	return typeof jobMs === 'number' ? jobMs : world.random.int(jobMs[0], jobMs[1]);
}

function refuseTooMany({ jobs, options: { maxOpenJobs = Infinity } }: Emulator, clientId: string): void {
	const isOpen = (job: Job) => job.clientId === clientId && !jobs.isFinal(job) && job.deletedAt === undefined;
	if (jobs.all.filter(isOpen).length >= maxOpenJobs) throw new Refusal(1005, 'Operation is too frequent');
}
