import type { FirstJob } from '../jobs/claim';
import type { Waited } from '../jobs/wait';
import { followFirst, lookUp, LOOK_MS } from './idempotency';
import { noteOf, type JobRun, type Track } from './jobRun';
import { countRemade, madeSoFar } from './maxJobs';

/** How long a repeat waits for its failed job to be made again: as long as the other item may take to see the failure. */
const SEEN_BY_ALL_MS = 40_000;

/** What a track forgets with a failed job. */
const AFRESH: Partial<Track> = {
	submitted: 'no',
	state: undefined,
	waited: undefined,
	seen: undefined,
	deadline: undefined,
	recalled: false,
};

/** Begins to make the job of an item again, if it failed and may be. @returns whether it is to be made again */
export function remake(jobRun: JobRun, track: Track, waited: Waited): boolean {
	if (!isToBeRemade(jobRun, track, waited)) return false;
	countRemade(jobRun);
	const remade = (track.remade ?? 0) + 1;
	Object.assign(track, { ...AFRESH, remade, remadeFrom: waited.state.id });
	jobRun.ledger.keep(track.item, noteOf(track));
	return true;
}

/** Gives a repeat, whose job failed, the one that another item makes again. @returns whether there is one */
export async function followRemade(jobRun: JobRun, track: Track): Promise<boolean> {
	const other = await remadeUnder(jobRun, track);
	if (other === undefined) return false;
	Object.assign(track, AFRESH);
	await followFirst(jobRun, track, other);
	return true;
}

/** Whether to make the failed job of an item again: for a temporary reason, and never the job of another create. */
function isToBeRemade(
	jobRun: JobRun,
	{ plan, duplicate, remade = 0, settings }: Track,
	{ state, timedOut }: Waited,
): boolean {
	const { operation, halted, run } = jobRun;
	if (timedOut || state.status !== 'failed' || plan === undefined || duplicate) return false;
	if (halted || run.environment.signal?.aborted || !operation.kind.mayPass?.(state)) return false;
	const { remakeFailed, maxJobs } = settings.options;
	return remade < remakeFailed && (maxJobs === 0 || madeSoFar(jobRun) < maxJobs);
}

/**
 * The job that another item, perhaps in another process, makes in the place of a failed one under the same key.
 * @returns undefined when there is none, and the failure stands
 */
async function remadeUnder(
	{ run, operation }: JobRun,
	{ claim, duplicate, settings, state }: Track,
): Promise<FirstJob | undefined> {
	const isFailed = state?.status === 'failed' && operation.kind.mayPass?.(state);
	if (!claim || !duplicate || !isFailed || settings.options.remakeFailed === 0) return undefined;
	for (let waitedMs = 0; waitedMs < SEEN_BY_ALL_MS; waitedMs += LOOK_MS) {
		const known = await lookUp(run, claim);
		if (known && 'job' in known && known.job.id !== state.id) return known.job;
		await run.environment.sleep(LOOK_MS);
	}
	return undefined;
}
