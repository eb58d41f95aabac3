import { ManualExecutionCancelledError } from 'n8n-workflow';
import { z } from 'zod/v3';
import { cancelTasks } from '../jobs/cancel';
import { isFinal } from '../jobs/wait';
import { createEnvironment } from '../async/environment';
import { isAlreadyClosed, isNotFound } from '../service/codes';
import { ServiceError } from '../transport/errors';
import { createTransport } from '../transport/transport';
import type { Transport } from '../transport/types';
import { unstoppable } from '../n8n/unstoppable';
import type { JobRun, Track } from './jobRun';

type Ask = (transport: Transport) => Promise<unknown>;

/**
 * After Stop: cancels the jobs of items that want it, and closes the live avatar sessions.
 * @throws ManualExecutionCancelledError always, to end the node
 */
export async function tidyUpAfterStop(jobRun: JobRun): Promise<never> {
	const { kind } = jobRun.operation;
	// The job of an earlier create belongs to the run that made it.
	const jobIds = jobRun.tracks
		.filter(({ duplicate, settings }) => !duplicate && settings.options.cancelOnStop)
		.flatMap(({ state }) => (state && !isFinal(kind, state) ? (state.jobId ?? []) : []));
	const { context } = jobRun.run;
	const cancel: Ask = async (transport) => {
		for (const [jobId, error] of await cancelTasks(transport, kind, jobIds)) {
			context.logger.warn(`Cancel ${jobId}: ${error.message}`, { jobId });
		}
	};
	if (jobIds.length > 0) await tidy(jobRun, 'Cancel', cancel);
	await closeSessions(jobRun);
	throw new ManualExecutionCancelledError(context.getExecutionId());
}

/** Closes all live avatar sessions of a run without output: nobody learns of them, and they go on costing credits. */
export async function closeSessions(jobRun: JobRun): Promise<void> {
	for (const track of jobRun.tracks) await giveUpSession(jobRun, track);
}

/**
 * Closes a live avatar session: an open one goes on costing credits.
 * @returns why it is still open; undefined when it is not
 */
export async function giveUpSession(jobRun: JobRun, track: Track): Promise<string | undefined> {
	const { giveUp } = jobRun.operation.kind;
	const { state } = track;
	if (!giveUp || !state || track.isClosed) return undefined;
	const close: Ask = async (transport) => await transport.send(giveUp(state.id), z.unknown());
	const why = await tidy(jobRun, `Close ${state.id}`, close);
	if (why !== undefined) return why;
	Object.assign(track, { state: { ...state, status: 'closed' }, isClosed: true });
	jobRun.ledger.drop(track);
	return undefined;
}

/** Sends a request even after Stop. @returns why it failed; undefined when it succeeded */
async function tidy({ run: { context } }: JobRun, what: string, ask: Ask): Promise<string | undefined> {
	const untilTheEnd = unstoppable(context);
	try {
		await ask(createTransport(untilTheEnd, createEnvironment(untilTheEnd), { patienceMs: 120_000 }));
		return undefined;
	} catch (error) {
		const code = error instanceof ServiceError ? error.code : undefined;
		if (isAlreadyClosed(code) || isNotFound(code)) return undefined;
		const why = error instanceof Error ? error.message : String(error);
		context.logger.warn(`${what}: ${why}`);
		return why;
	}
}
