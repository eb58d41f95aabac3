/* The states of a job: money hangs on what can be sent. Read by `npm run types`; nothing here runs. */
import { submit } from '../../nodes/shared/run/create/submit';
import {
	doubted,
	type Ended,
	type InDoubt,
	type Job,
	observed,
	plan,
	type Planned,
	type Running,
	started,
} from '../../nodes/shared/item/job';

declare const [batch, entry]: Parameters<typeof submit>;
declare const [planned, inDoubt, running, ended]: [Planned, InDoubt, Running, Ended];
declare const [kind, , waited]: Parameters<typeof observed>;

export async function onlyAPlannedJobIsSent(job: Job): Promise<void> {
	await submit(batch, entry, planned);
	if (job.is === 'planned') await submit(batch, entry, job);
	// @ts-expect-error It may have been taken.
	await submit(batch, entry, inDoubt);
	// @ts-expect-error It is paid.
	await submit(batch, entry, running);
	// @ts-expect-error It is paid.
	await submit(batch, entry, ended);
	// @ts-expect-error Nobody has asked what it is.
	await submit(batch, entry, job);
	// @ts-expect-error Another one has no request.
	void job.request;
}

export function aStateIsOneOfFour(): void {
	const job: Job = plan(planned.request, undefined);
	// @ts-expect-error A boolean is none.
	job.is = true;
	// @ts-expect-error None is called so.
	job.is = 'submitted';
}

export function aFieldIsSpeltRight(): Job[] {
	return [
		// @ts-expect-error It is `why`.
		{ ...inDoubt, reason: 'the connection broke off' },
		// @ts-expect-error It is `submittedAt`.
		{ is: 'running', state: running.state, submitedAt: 1 },
		// @ts-expect-error One that waits for its turn has no ID.
		{ ...planned, state: running.state },
	];
}

export function eachChangeGoesFromOneStateToTheNext(): void {
	started(planned, running.state, 1);
	doubted(planned, 'the connection broke off');
	observed(kind, running, waited);
	// @ts-expect-error Its create is over.
	started(running, running.state, 1);
	// @ts-expect-error It has an ID.
	doubted(running, 'the connection broke off');
	// @ts-expect-error There is nothing to look at yet.
	observed(kind, planned, waited);
	// @ts-expect-error It is waited for no more.
	observed(kind, ended, waited);
}
