import { asError, ServiceError } from '../transport/errors';
import { ItemFailure } from '../operation/failure';
import { claimKey, followFirst, settleKey } from './idempotency';
import { noteOf, type JobRun, type Track } from './jobRun';
import { throwIfStopped } from './runContext';

/**
 * Creates the job of an item; its ID is kept and logged at once, so that a second try waits for it and a crash leaves a
 * trace.
 * @throws ServiceError, or ItemFailure when nothing more must be created
 */
export async function submit(jobRun: JobRun, track: Track): Promise<void> {
	const { operation, run, ledger } = jobRun;
	const { item, fingerprint, plan } = track;
	const doubt = ledger.find(item, fingerprint)?.doubt;
	if (doubt !== undefined) {
		track.submitted = 'unknown';
		throw notSentAgain(operation.kind.label, doubt);
	}
	if (!isOver(jobRun)) await jobRun.turn();
	throwIfOver(jobRun);
	if (plan === undefined) return;
	// A job that is made again has its key already.
	const claim = track.remade ? undefined : track.claim;
	const first = claim && (await claimKey(jobRun, claim));
	if (first) {
		await followFirst(jobRun, track, first);
		return;
	}
	if (isOver(jobRun)) await settleKey(run, claim, 'free');
	throwIfOver(jobRun);
	try {
		const created = await run.transport.send(plan.request, operation.kind.created);
		track.state = { ...plan.asked, ...created };
	} catch (error) {
		if (error instanceof ServiceError) track.submitted = error.submitted;
		const doubt = asError(error).message;
		if (track.submitted !== 'no') ledger.keep(item, { fingerprint, doubt });
		if (track.submitted === 'no') await settleKey(run, claim, 'free');
		else await settleKey(run, track.claim, { doubt });
		throw asError(error);
	}
	track.submitted = 'yes';
	track.remadeFrom = undefined;
	track.submittedAt = run.environment.now();
	const { id, jobId } = track.state;
	const { options, simplify } = track.settings;
	if (!simplify) track.created = track.state.record;
	// The request is kept if the job may be made again.
	if (options.remakeFailed === 0) track.plan = undefined;
	ledger.keep(item, noteOf(track));
	run.context.logger.info(`${operation.kind.label} ${id} was created`, {
		id,
		jobId,
		item,
		reference: options.reference,
	});
	await settleKey(run, track.claim, { job: { id, jobId, at: track.submittedAt } });
}

function isOver({ halted, run }: JobRun): boolean {
	return halted !== undefined || run.environment.signal?.aborted === true;
}

/** @throws when nothing more must be created */
function throwIfOver({ halted, run }: JobRun): void {
	if (halted) throw notCreated(halted);
	throwIfStopped(run);
}

/** A retry must not pay again for what may have been paid. */
export function notSentAgain(label: string, why: string): ItemFailure {
	return new ItemFailure(`${label} was not sent again: an earlier try may have been taken. ${why}`, {
		submitted: 'unknown',
		description:
			'Look for the job on the website of the service, or compare the credits: no operation lists jobs without their IDs. If it is not there, start the workflow anew with this item: a retry of this execution does not send it.',
	});
}

function notCreated(halted: ItemFailure): ItemFailure {
	return new ItemFailure(`Not sent: ${halted.message}`, {
		submitted: 'no',
		description: [halted.details.description, 'This item was not paid for: it can be run again.']
			.filter(Boolean)
			.join(' '),
		errorCode: halted.details.errorCode,
	});
}
