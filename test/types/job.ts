/* The states of a job, because money depends on the requests they allow. `npm run types` checks this file. Nothing runs. */
import type { Attempt } from '../../nodes/shared/run/create';
import {
	observed,
	reused,
	type Ended,
	type Job,
	type Planned,
	type Running,
} from '../../nodes/shared/waiting/state';
import type { Claims, Made, Mine, Claim } from '../../nodes/shared/claims/claims';

declare const attempt: Attempt;
declare const [planned, running, ended]: [Planned, Running, Ended];
declare const [kind, , waited]: Parameters<typeof observed>;
declare const [claims, claim, made]: [Claims, Claim, Made];

export async function onlyAPlannedJobIsSent(job: Job): Promise<void> {
	await attempt.send(planned);
	if (job.is === 'planned') await attempt.send(job);
	// @ts-expect-error It is paid.
	await attempt.send(running);
	// @ts-expect-error It is paid.
	await attempt.send(ended);
	// @ts-expect-error Its state is not checked yet.
	await attempt.send(job);
	// @ts-expect-error Another state has no request.
	void job.request;
}

export async function onlyWhoHasTheClaimEndsIt(mine: Mine): Promise<void> {
	const taken = await claims.take(claim);
	if (taken.is === 'mine') await taken.end({ made: 'id' });
	// @ts-expect-error It may be the claim of another process.
	await taken.end('refused');
	// @ts-expect-error A check takes no claim.
	await (await claims.look(claim)).end('refused');
	// @ts-expect-error A created job has an ID.
	await mine.end('made');
}

export function eachChangeGoesFromOneStateToTheNext(): void {
	reused(made, false);
	observed(kind, running, waited);
	// @ts-expect-error It has no job yet.
	reused(planned, false);
	// @ts-expect-error There is nothing to poll yet.
	observed(kind, planned, waited);
	// @ts-expect-error It is not awaited any more.
	observed(kind, ended, waited);
}
