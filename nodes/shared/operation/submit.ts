import type { JobState } from '../jobs/kinds';
import { ServiceError } from '../transport/errors';
import { ItemFailure } from './failure';
import type { JobRun, Track } from './jobRun';

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
		track.state = { ...known, status: 'unknown', record: {} };
		track.submittedAt = submittedAt;
		track.submitted = 'yes';
		track.recalled = true;
		return;
	}
	if (jobRun.halted) throw notCreated(jobRun.halted);
	if (plan === undefined) return;
	try {
		track.state = await run.transport.send(plan.request, operation.kind.created);
	} catch (error) {
		if (error instanceof ServiceError) track.submitted = error.submitted;
		else if (run.environment.signal?.aborted) track.submitted = 'unknown';
		throw error;
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

function notCreated(halted: ItemFailure): ItemFailure {
	return new ItemFailure(`Not sent: ${halted.message}`, {
		submitted: 'no',
		description: [halted.details.description, 'This item was not paid for: it can be run again.']
			.filter(Boolean)
			.join(' '),
		errorCode: halted.details.errorCode,
	});
}
