import type { Waited } from '../jobs/wait';
import { followFirst, lookUp, LOOK_MS } from './idempotency';
import { noteOf, type JobRun, type Track } from './jobRun';

/** How long a repeat waits for its failed job to be made again: as long as the other item may take to see the failure. */
const SEEN_BY_ALL_MS = 40_000;

/** What a track forgets with a failed job. */
const AFRESH: Partial<Track> = { state: undefined, seen: undefined, deadline: undefined };

/**
 * Begins to make the job of an item again, if it failed for a temporary reason, and never that of another create.
 * @returns whether it is to be made again
 */
export function remake(jobRun: JobRun, track: Track, { state, timedOut }: Waited): boolean {
	const { operation, ledger, halted, run } = jobRun;
	const { plan, duplicate, remade = 0 } = track;
	const { remakeFailed, maxJobs } = track.settings.options;
	if (timedOut || state.status !== 'failed' || plan === undefined || duplicate) return false;
	if (halted || run.environment.signal?.aborted || !operation.kind.mayPass?.(state)) return false;
	if (remade >= remakeFailed || (maxJobs > 0 && ledger.madeByAll() >= maxJobs)) return false;
	const { made } = ledger.run;
	if (made !== undefined) ledger.change({ made: made + 1 });
	Object.assign(track, { ...AFRESH, remade: remade + 1, remadeFrom: state.id });
	ledger.keep(noteOf(track));
	return true;
}

/**
 * Gives a repeat, whose job failed, the one that another item, perhaps in another process, makes in its place under the
 * same key.
 * @returns whether there is one; else the failure stands
 */
export async function followRemade(jobRun: JobRun, track: Track): Promise<boolean> {
	const { claim, duplicate, settings, state } = track;
	const mayPass = state?.status === 'failed' && jobRun.operation.kind.mayPass?.(state);
	if (!claim || !duplicate || !mayPass || settings.options.remakeFailed === 0) return false;
	for (let waitedMs = 0; waitedMs < SEEN_BY_ALL_MS; waitedMs += LOOK_MS) {
		const known = await lookUp(jobRun.run, claim);
		if (known && 'job' in known && known.job.id !== state.id) {
			Object.assign(track, AFRESH);
			await followFirst(jobRun, track, known.job);
			return true;
		}
		await jobRun.run.environment.sleep(LOOK_MS);
	}
	return false;
}
