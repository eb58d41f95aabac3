import type { INodeExecutionData } from 'n8n-workflow';
import type { JobState } from '../jobs/kinds';
import { isFinal, type Waited } from '../jobs/wait';
import { cancelledAt } from '../n8n/timeLimit';
import { goesOn, ItemFailure, toFailure } from '../operation/failure';
import { asError, ServiceError } from '../transport/errors';
import { SHORTEST_PARK_MS } from '../waits';
import { finish, outputOf, STILL_OPEN } from './finish';
import { settleKey } from './idempotency';
import { endOf, knownOf, noteOf, type JobRun, type Track } from './jobRun';
import { failedAt, type Outcome } from './outcome';
import { throwIfStopped } from './runContext';
import { giveUpSession } from './stop';
import { followRemade, remake, submit } from './submit';

/** Time for a last look and the output of its results. */
export const LAST_LOOK_MS = 60_000;

/** Where an item stands at the end of a leg: an outcome, or a job that a later leg goes on with. */
export type Interim = Outcome<INodeExecutionData> | 'pending';

/** Takes the job of one item from its create to its result, or as far as this leg gets. It fails alone. */
export async function attempt(jobRun: JobRun, track: Track): Promise<Interim> {
	try {
		return await advance(jobRun, track);
	} catch (error) {
		const failure = failed(jobRun, track, error);
		const isStopped = jobRun.run.environment.signal?.aborted;
		const whatBecameOfIt = isStopped ? undefined : await letGo(jobRun, track);
		if (whatBecameOfIt === undefined) return { ok: false, item: track.item, failure };
		const description = [whatBecameOfIt, failure.details.description].filter(Boolean).join(' ');
		const { message, details, stopsEverything } = failure;
		return failedAt(track.item, new ItemFailure(message, { ...details, description }, stopsEverything));
	}
}

async function advance(jobRun: JobRun, track: Track): Promise<Interim> {
	const { run, operation } = jobRun;
	if (track.state === undefined) {
		if (jobRun.isParking && !jobRun.halted && track.doubt === undefined) return 'pending';
		await jobRun.submissions(async () => {
			await submit(jobRun, track).catch((error: unknown) => {
				// A failure that ends the creating is known before the next item has its turn.
				throw failed(jobRun, track, error);
			});
		});
	}
	const { item, state, settings, duplicate } = track;
	if (state === undefined) throw new ItemFailure(`${operation.kind.label} was not created`);
	if (!settings.waitForCompletion) {
		const report = { kind: operation.kind, state, reference: settings.options.reference, duplicate };
		return { ok: true, value: await outputOf(run, item, { ...settings, downloadResult: false }, report) };
	}
	const waited = endOf(operation.kind, track) ?? (await waitFor(jobRun, track, state));
	if (waited === 'pending') {
		jobRun.isParking = true;
		return 'pending';
	}
	const isAgain = remake(jobRun, track, waited) || (await followRemade(jobRun, track));
	if (isAgain) return await advance(jobRun, track);
	return { ok: true, value: await handOut(jobRun, track, waited) };
}

/** Waits for a job in the process: to its end or its deadline, or until the run is to be parked. */
async function waitFor(jobRun: JobRun, track: Track, state: JobState): Promise<Waited | 'pending'> {
	const { run, operation, way, leg } = jobRun;
	const { submittedAt } = track;
	const until = way.looksUntil(leg, submittedAt);
	const deadline = (track.deadline ??= deadlineOf(jobRun, track, until));
	// It is not worth parking for a wait that is nearly over, and n8n would be late.
	const isToBeParked = until + SHORTEST_PARK_MS < deadline;
	try {
		const waited = await jobRun.watch.until({
			kind: operation.kind,
			state,
			since: submittedAt,
			// Made by an earlier leg or try.
			lookNow: submittedAt < leg.beganAt,
			seen: track.seen,
			deadline: isToBeParked ? until : deadline,
		});
		const { statusChecks, unfinishedAt, waitedMs, timedOut } = waited;
		Object.assign(track, { state: waited.state, seen: { statusChecks, unfinishedAt, waitedMs } });
		if (timedOut && run.environment.now() < deadline) return 'pending';
		if (!timedOut) jobRun.ledger.keep(noteOf(track));
		return waited;
	} catch (error) {
		// Jobs go on at the service while the account has a ban or no quota, which may pass.
		const mayPass = error instanceof ServiceError && error.stopsEverything;
		if (isToBeParked && leg.wokenBy && mayPass) return 'pending';
		throw asError(error);
	}
}

/** When the wait for a job ends: at its Timeout or, if the run is to be parked, in time before n8n's own time limit. */
function deadlineOf({ run, way, leg }: JobRun, { submittedAt, settings }: Track, parkedFrom: number): number {
	const own = Math.max(submittedAt, leg.beganAt) + settings.options.timeout * 60_000;
	const end = cancelledAt(run.context);
	// A run that would be stored past its end waits in the process instead.
	return way.parks && parkedFrom < end ? Math.min(own, Math.max(parkedFrom, end - LAST_LOOK_MS)) : own;
}

/** The output of a job whose wait is over, with its file. */
async function handOut(jobRun: JobRun, track: Track, waited: Waited): Promise<INodeExecutionData> {
	const { run, operation } = jobRun;
	const { item, settings, files, duplicate, remade } = track;
	await run.breathe();
	throwIfStopped(run);
	const known = { reference: settings.options.reference, files, duplicate, remade, closesSession: true };
	const output = await finish(run, operation.kind, item, settings, waited, known);
	// Those that n8n keeps in the execution itself would be stored with it at each park.
	const isStored = Object.values(output.binary ?? {}).every(({ id }) => id !== undefined);
	if (isStored) track.files = output.binary;
	return output;
}

/** The failure of an item, with what is known of its job. */
function failed(jobRun: JobRun, track: Track, error: unknown): ItemFailure {
	if (jobRun.halted !== undefined && error === jobRun.halted) return jobRun.halted;
	const failure = toFailure(error, knownOf(jobRun, track));
	haltAfter(jobRun, failure);
	return failure;
}

/** Ends the creating after a failure when the node stops on it, or the service would refuse all other creates. */
export function haltAfter(jobRun: JobRun, failure: ItemFailure): void {
	if (failure.stopsEverything || !goesOn(jobRun.run.context)) jobRun.halted ??= failure;
}

/**
 * Closes the live avatar session of a failed item that does not stream, and frees the key of an agent's call. Another try
 * makes a job that failed at the service again, and takes up one that was only not followed to its end.
 * @returns a sentence about what became of the job, or its key
 */
async function letGo(jobRun: JobRun, track: Track): Promise<string | undefined> {
	const { kind } = jobRun.operation;
	const { state, claim } = track;
	if (state === undefined || state.status === kind.ready) return undefined;
	if (claim && isFinal(kind, state)) {
		if (!claim.isImplicit) {
			return 'Its Idempotency Key stands for this job: to have another one made, give another key, unless the run that made it makes it again.';
		}
		// The same call of an agent makes the job again.
		await settleKey(jobRun.run, claim, 'free');
	}
	if (!kind.giveUp) return undefined;
	const why = await giveUpSession(jobRun, track);
	if (isFinal(kind, state)) return undefined;
	if (why !== undefined) return `${STILL_OPEN} Closing it failed: ${why}.`;
	return 'It was closed, so that it costs nothing more.';
}
