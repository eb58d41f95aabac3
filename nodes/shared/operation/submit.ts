import type { JobState } from '../jobs/kinds';
import { asError, ServiceError } from '../transport/errors';
import { ItemFailure } from './failure';
import type { JobRun, Track } from './jobRun';
import { throwIfStopped } from './runContext';

/**
 * Creates the job of an item, or takes up the one that an earlier try of this run made: nothing is paid twice. The ID
 * is logged at once, so that a crash leaves a trace.
 * @throws ServiceError, or ItemFailure when nothing more is to be created
 */
export async function submit(jobRun: JobRun, track: Track): Promise<void> {
	const { operation, run, memory } = jobRun;
	const { item, fingerprint, plan, settings } = track.prepared;
	const handle = memory.recall(item, fingerprint);
	if (handle) {
		const { submittedAt, ...known } = handle;
		// What an item says that does not wait: the same as at its create.
		const status = settings.waitForCompletion ? 'unknown' : 'queued';
		track.state = { ...known, status, record: {} };
		track.submittedAt = submittedAt;
		track.submitted = 'yes';
		track.recalled = true;
		return;
	}
	const doubt = memory.doubtOf(item, fingerprint);
	if (doubt !== undefined) throw notSentAgain(operation.kind.label, doubt);
	if (jobRun.halted) throw notCreated(jobRun.halted);
	if (plan === undefined) return;
	throwIfStopped(run);
	try {
		track.state = await run.transport.send(plan.request, operation.kind.created);
	} catch (error) {
		if (error instanceof ServiceError) track.submitted = error.submitted;
		else if (run.environment.signal?.aborted) track.submitted = 'unknown';
		if (track.submitted !== 'no') memory.doubt(item, fingerprint, asError(error).message);
		throw asError(error);
	}
	track.submitted = 'yes';
	track.submittedAt = run.environment.now();
	keepHandle(jobRun, track, track.state);
	const { id, jobId } = track.state;
	const { reference } = settings.options;
	run.context.logger.info(`${operation.kind.label} ${id} was created`, { id, jobId, item, reference });
}

function keepHandle({ memory }: JobRun, { prepared, submittedAt }: Track, state: JobState): void {
	const { id, jobId, streamUrls } = state;
	memory.keep(prepared.item, prepared.fingerprint, {
		id,
		submittedAt,
		...(jobId !== undefined && { jobId }),
		...(streamUrls !== undefined && { streamUrls }),
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
