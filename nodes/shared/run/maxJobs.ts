import { firstOf } from '../jobs/firstJobs';
import { runIndexOf } from '../n8n/reentry';
import { ItemFailure } from '../operation/failure';
import { isObject, readInteger } from '../service/values';
import { learnKeyOf } from './idempotency';
import type { JobRun, Track } from './jobRun';
import type { Outcome } from './prepare';

/**
 * Where the node keeps how many jobs each of its runs was to make: each round of a loop and each call of an agent is a
 * run.
 */
const PLACE = 'made';

/**
 * Prevents all creates when the runs of the node in this execution would together make more jobs than an item allows.
 * Jobs that were made before, by another try or under the same key, do not count.
 */
export function requireMaxJobs(jobRun: JobRun, planned: ReadonlyArray<Outcome<Track>>): void {
	const tracks = planned.flatMap((outcome) => (outcome.ok ? [outcome.value] : []));
	for (const { claim } of tracks) if (claim) learnKeyOf(jobRun.run, claim);
	const toMake = tracks.filter(
		({ settings, state, claim }) =>
			!settings.options.checkOnly && state === undefined && !(claim && firstOf(claim.key)?.job),
	);
	const count = new Set(toMake.map(({ claim, item }) => claim?.key ?? item)).size;
	jobRun.made = count;
	const most = toMake.reduce(
		(least, { settings }) => Math.min(least, settings.options.maxJobs || Infinity),
		Infinity,
	);
	if (count === 0 || most === Infinity) return;
	const context = jobRun.run.context.getContext('node');
	const kept: unknown = context[PLACE];
	const others = { ...(isObject(kept) ? kept : {}), [runIndexOf(jobRun.run.context)]: 0 };
	const before = Object.values(others).reduce<number>((sum, made) => sum + (readInteger(made) ?? 0), 0);
	if (before + count <= most) {
		context[PLACE] = { ...others, [runIndexOf(jobRun.run.context)]: count };
		return;
	}
	const already = before > 0 ? `, after ${before} in this execution` : '';
	jobRun.halted = new ItemFailure(
		`This run would make ${count} ${count === 1 ? 'job' : 'jobs'}${already}, and At Most (Jobs) allows ${most}`,
		{ submitted: 'no', description: 'Nothing was created. Give it fewer items, or raise At Most (Jobs).' },
	);
}
