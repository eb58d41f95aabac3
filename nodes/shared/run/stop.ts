import { ManualExecutionCancelledError } from 'n8n-workflow';
import { z } from 'zod';
import { isFinal } from '../jobs/wait';
import { createEnvironment } from '../transport/environment';
import { isAlreadyClosed, isNotFound } from '../service/codes';
import { ServiceError } from '../transport/errors';
import { createTransport } from '../transport/transport';
import { unstoppable } from '../n8n/unstoppable';
import type { JobRun, Track } from './jobRun';

/**
 * After Stop: cancels what can be cancelled where that is asked for, and closes the sessions.
 * @throws ManualExecutionCancelledError always, to end the node
 */
export async function tidyUpAfterStop(jobRun: JobRun): Promise<never> {
	const { kind } = jobRun.operation;
	// The job of an earlier create is that run's to cancel.
	const unfinished = jobRun.tracks.filter(
		({ state, duplicate }) => state && !duplicate && !isFinal(kind, state),
	);
	const jobIds = unfinished
		.filter((track) => track.settings().options.cancelOnStop)
		.flatMap((track) => track.state?.jobId ?? []);
	if (kind.cancel && jobIds.length > 0) await tidy(jobRun, kind.cancel(jobIds));
	await closeSessions(jobRun);
	throw new ManualExecutionCancelledError(jobRun.run.context.getExecutionId());
}

/**
 * Closes all live avatar sessions of a run that gives no output: nobody is told of them, and open ones go on costing.
 */
export async function closeSessions(jobRun: JobRun): Promise<void> {
	if (!jobRun.operation.kind.giveUp) return;
	for (const track of jobRun.tracks) await giveUpSession(jobRun, track);
}

/**
 * Closes a live avatar session: an open one goes on costing credits.
 * @returns why it is still open; undefined when it is not
 */
export async function giveUpSession(jobRun: JobRun, track: Track): Promise<string | undefined> {
	const { giveUp } = jobRun.operation.kind;
	const { state, item, fingerprint } = track;
	if (!giveUp || !state || track.isClosed) return undefined;
	const why = await tidy(jobRun, giveUp(state.id));
	if (why !== undefined) return why;
	track.state = { ...state, status: 'closed' };
	track.isClosed = true;
	jobRun.ledger.drop(item, fingerprint);
	return undefined;
}

/** Sends a request that must go out even after Stop. @returns why it came to nothing; undefined when it did not */
async function tidy(
	{ run }: JobRun,
	request: Parameters<typeof run.transport.send>[0],
): Promise<string | undefined> {
	const context = unstoppable(run.context);
	try {
		await createTransport(context, createEnvironment(context)).send(request, z.unknown());
		return undefined;
	} catch (error) {
		const code = error instanceof ServiceError ? error.code : undefined;
		if (isAlreadyClosed(code) || isNotFound(code)) return undefined;
		const why = error instanceof Error ? error.message : String(error);
		run.context.logger.warn(`${request.path}: ${why}`, { ...request.body });
		return why;
	}
}
