import { asError, ServiceError } from '../transport/errors';
import { ItemFailure } from '../operation/failure';
import { noteOf, type JobRun, type Track } from './jobRun';
import { throwIfStopped } from './runContext';

/**
 * Creates the job of an item; its ID is kept and logged at once, so that a second try waits for it and a crash leaves a
 * trace.
 * @throws ServiceError, or ItemFailure when nothing more is to be created
 */
export async function submit(jobRun: JobRun, track: Track): Promise<void> {
	const { operation, run, ledger } = jobRun;
	const { item, fingerprint, plan } = track;
	const doubt = ledger.find(item, fingerprint)?.doubt;
	if (doubt !== undefined) {
		track.submitted = 'unknown';
		throw notSentAgain(operation.kind.label, doubt);
	}
	if (jobRun.halted) throw notCreated(jobRun.halted);
	if (plan === undefined) return;
	throwIfStopped(run);
	try {
		const created = await run.transport.send(plan.request, operation.kind.created);
		track.state = { ...plan.asked, ...created };
	} catch (error) {
		if (error instanceof ServiceError) track.submitted = error.submitted;
		else if (run.environment.signal?.aborted) track.submitted = 'unknown';
		if (track.submitted !== 'no') ledger.keep(item, { fingerprint, doubt: asError(error).message });
		throw asError(error);
	}
	track.submitted = 'yes';
	track.submittedAt = run.environment.now();
	const { options, simplify } = track.settings();
	if (!simplify) track.created = track.state.record;
	ledger.keep(item, noteOf(track));
	const { id, jobId } = track.state;
	run.context.logger.info(`${operation.kind.label} ${id} was created`, {
		id,
		jobId,
		item,
		reference: options.reference,
	});
}

/** A try that n8n makes by itself must not pay for what may be paid for already. */
function notSentAgain(label: string, why: string): ItemFailure {
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
