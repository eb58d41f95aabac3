import { asError, ServiceError } from '../transport/errors';
import { ItemFailure, toFailure } from '../operation/failure';
import { claimKey, followFirst, settleKey } from './idempotency';
import { knownOf, noteOf, type JobRun, type Track } from './jobRun';
import { throwIfStopped } from './runContext';

/**
 * Creates the job of an item; its ID is kept and logged at once, so that a second try waits for it and a crash leaves a
 * trace.
 * @throws ItemFailure, also when nothing more must be created
 */
export async function submit(jobRun: JobRun, track: Track): Promise<void> {
	const { operation, run, ledger } = jobRun;
	const { plan, settings } = track;
	if (track.doubt !== undefined) throw notSentAgain(operation.kind.label, track.doubt);
	await run.breathe();
	throwIfOver(jobRun);
	if (plan === undefined) return;
	// A job that is made again has its key already.
	const claim = track.remade ? undefined : track.claim;
	const first = claim && (await claimKey(jobRun, claim));
	if (first) {
		await followFirst(jobRun, track, first);
		return;
	}
	try {
		throwIfOver(jobRun);
		const created = await run.transport.send(plan.request, operation.kind.created);
		track.state = { ...plan.asked, ...created };
	} catch (error) {
		const submitted = error instanceof ServiceError ? error.submitted : 'no';
		if (submitted === 'no') await settleKey(run, claim, 'free');
		else {
			track.doubt = asError(error).message;
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
	run.context.logger.info(`${operation.kind.label} ${id} was created`, {
		id,
		jobId,
		item: track.item,
		reference: settings.options.reference,
	});
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
	return new ItemFailure(`${label} was not sent again: an earlier try may have been taken. ${why}`, {
		submitted: 'unknown',
		description:
			'Look for the job on the website of the service, or compare the credits: no operation lists jobs without their IDs. If it is not there, start the workflow anew with this item: a retry of this execution does not send it.',
	});
}
