import { asError, ServiceError } from '../transport/errors';
import { ItemFailure, toFailure } from '../operation/failure';
import type { Waited } from '../jobs/wait';
import { giveBack, takeDayPlace } from './dayLimit';
import { claimKey, followFirst, inDoubt, LOOK_MS, lookUp, settleKey } from './idempotency';
import { knownOf, noteOf, type JobRun, type Track } from './jobRun';
import type { Place } from './keys/day';
import { throwIfStopped } from './runContext';

/**
 * Creates the job of an item; its ID is kept and logged at once, for a second try and after a crash.
 * @throws ItemFailure, also when nothing more must be created
 */
export async function submit(jobRun: JobRun, track: Track): Promise<void> {
	const { operation, run, ledger } = jobRun;
	const { plan, settings } = track;
	if (track.doubt !== undefined) throw notSentAgain(operation.kind.label, track.doubt);
	if (jobRun.halted === undefined) await jobRun.turn();
	throwIfOver(jobRun);
	if (plan === undefined) return;
	// A job that is made again has its key already.
	const claim = track.remade ? undefined : track.claim;
	const first = claim && (await claimKey(jobRun, claim));
	if (first) {
		await followFirst(jobRun, track, first);
		return;
	}
	let place: Place | undefined;
	try {
		throwIfOver(jobRun);
		place = await takeDayPlace(run, settings);
		const created = await run.transport.send(plan.request, operation.kind.created);
		track.state = { ...plan.asked, ...created };
	} catch (error) {
		const submitted = error instanceof ServiceError ? error.submitted : 'no';
		if (submitted === 'no') {
			await giveBack(run, place);
			await settleKey(run, claim, 'free');
		} else {
			track.doubt = asError(error).message;
			track.wasTaken = submitted === 'yes';
			ledger.keep(noteOf(track));
			await settleKey(run, track.claim, { doubt: track.doubt });
		}
		throw toFailure(error, { ...knownOf(jobRun, track), submitted });
	}
	track.remadeFrom = undefined;
	track.submittedAt = run.environment.now();
	// The request is kept if the job may be made again.
	if (settings.options.remakeFailed === 0) track.plan = undefined;
	ledger.keep(noteOf(track));
	const { id, jobId } = track.state;
	const named = { id, jobId, item: track.item, reference: settings.options.reference };
	run.context.logger.info(`${operation.kind.label} ${id} was created`, named);
	await settleKey(run, track.claim, { job: { id, jobId, at: track.submittedAt } });
}

/** @throws when nothing more must be created */
function throwIfOver({ halted, run }: JobRun): void {
	throwIfStopped(run);
	if (!halted) return;
	const { description, errorCode } = halted.details;
	throw new ItemFailure(`Not sent: ${halted.message}`, {
		submitted: 'no',
		description: [description, 'This item was not paid for: it can be run again.'].filter(Boolean).join(' '),
		errorCode,
	});
}

/** A retry must not pay again for what may have been paid. */
export function notSentAgain(label: string, why: string): ItemFailure {
	return inDoubt(
		`${label} was not sent again: an earlier try may have been taken. ${why}`,
		'start the workflow anew with this item: a retry of this execution does not send it',
	);
}

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
