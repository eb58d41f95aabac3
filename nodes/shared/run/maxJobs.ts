import { runIndexOf } from '../n8n/reentry';
import { ItemFailure } from '../operation/failure';
import { isObject, readInteger } from '../service/values';
import type { JobRun, Track } from './jobRun';

/** Where the node keeps how many jobs each of its runs was to make: a round of a loop or a call of an agent is one. */
const PLACE = 'made';

/**
 * Prevents all creates when the runs of the node in this execution would together make more jobs than an item allows.
 * Jobs that were made before, by another try or under the same key, do not count.
 */
export function requireMaxJobs(jobRun: JobRun, tracks: readonly Track[]): void {
	const toMake = tracks.filter(isToBeMade);
	const count = new Set(toMake.map(({ claim, item }) => claim?.key ?? item)).size;
	const most = toMake.reduce(
		(least, { settings }) => Math.min(least, settings.options.maxJobs || Infinity),
		Infinity,
	);
	if (count === 0 || most === Infinity) return;
	const { context } = jobRun.run;
	const before = sumOf({ ...keptIn(context), [runIndexOf(context)]: 0 });
	if (before + count <= most) {
		// For the other runs, those of an earlier try count, too.
		const taken = tracks.filter(({ state, duplicate }) => state !== undefined && !duplicate).length;
		noteMade(jobRun, taken + count);
		return;
	}
	const already = before > 0 ? `, after ${before} in this execution` : '';
	jobRun.halted = new ItemFailure(
		`This run would make ${count} ${count === 1 ? 'job' : 'jobs'}${already}, and At Most (Jobs) allows ${most}`,
		{ description: 'Nothing was created. Give it fewer items, or raise At Most (Jobs).' },
	);
}

/** Whether a new job is needed: none was made, or may have been, by another try or under the same key. */
export function isToBeMade({ settings, state, submitted }: Track): boolean {
	return !settings.options.checkOnly && state === undefined && submitted === 'no';
}

/** How many jobs the runs of the node in this execution were to make, where At Most (Jobs) is set. */
export function madeSoFar({ run: { context } }: JobRun): number {
	return sumOf(keptIn(context));
}

/** Counts a job that is made again. */
export function countRemade(jobRun: JobRun): void {
	const { context } = jobRun.run;
	const made = readInteger(keptIn(context)[runIndexOf(context)]);
	if (made !== undefined) noteMade(jobRun, made + 1);
}

function sumOf(kept: Record<string, unknown>): number {
	return Object.values(kept).reduce<number>((sum, made) => sum + (readInteger(made) ?? 0), 0);
}

function noteMade({ run: { context } }: JobRun, made: number): void {
	context.getContext('node')[PLACE] = { ...keptIn(context), [runIndexOf(context)]: made };
}

function keptIn(context: JobRun['run']['context']): Record<string, unknown> {
	const kept: unknown = context.getContext('node')[PLACE];
	return isObject(kept) ? kept : {};
}
