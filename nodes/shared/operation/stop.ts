import { ManualExecutionCancelledError } from 'n8n-workflow';
import { z } from 'zod';
import { isFinal } from '../jobs/wait';
import { createEnvironment } from '../transport/environment';
import { createTransport } from '../transport/transport';
import type { JobRun, Track } from './jobRun';
import { unstoppable } from './runContext';

/**
 * After Stop: cancels what can be cancelled where that is asked for, and closes the sessions.
 * @throws ManualExecutionCancelledError always, to end the node
 */
export async function tidyUpAfterStop(jobRun: JobRun): Promise<never> {
	const { kind } = jobRun.operation;
	const unfinished = jobRun.tracks.filter((track) => track.state && !isFinal(kind, track.state));
	const jobIds = unfinished
		.filter((track) => track.prepared.settings.options.cancelOnStop)
		.flatMap((track) => track.state?.jobId ?? []);
	if (kind.cancel && jobIds.length > 0) await tidy(jobRun, kind.cancel(jobIds));
	await closeSessions(jobRun);
	throw new ManualExecutionCancelledError(jobRun.run.context.getExecutionId());
}

/** Closes all sessions of a run that gives no output, also those that stream: nobody is told of them, and they cost on. */
export async function closeSessions(jobRun: JobRun): Promise<void> {
	if (!jobRun.operation.kind.giveUp) return;
	for (const track of jobRun.tracks) {
		const { item, fingerprint } = track.prepared;
		jobRun.memory.drop(item, fingerprint);
		await giveUpSession(jobRun, track);
	}
}

/** Closes a session that could not be brought to streaming: an open one goes on costing credits. */
export async function giveUpSession(jobRun: JobRun, track: Track): Promise<void> {
	const { giveUp } = jobRun.operation.kind;
	const { state } = track;
	if (!giveUp || !state || state.status === 'closed') return;
	track.state = { ...state, status: 'closed' };
	await tidy(jobRun, giveUp(state.id));
}

/** Sends a request that must go out even after Stop; what comes of it changes nothing any more. */
async function tidy({ run }: JobRun, request: Parameters<typeof run.transport.send>[0]): Promise<void> {
	const context = unstoppable(run.context);
	try {
		await createTransport(context, createEnvironment(context)).send(request, z.unknown());
	} catch (error) {
		run.context.logger.warn(`${request.path}: ${error instanceof Error ? error.message : String(error)}`);
	}
}
