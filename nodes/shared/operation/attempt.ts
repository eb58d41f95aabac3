import type { INodeExecutionData } from 'n8n-workflow';
import { isFinal, type Waited } from '../jobs/wait';
import type { Interim } from './durable/suspend';
import { goesOn, ItemFailure, toFailure } from './failure';
import { finish, outputOf, STILL_OPEN } from './finish';
import { knownOf, type JobRun, type Track } from './jobRun';
import type { Prepared } from './prepare';
import { waitsBy } from './settings';
import { giveUpSession } from './stop';
import { submit } from './submit';

/**
 * How long a run looks by itself before it is suspended: short jobs end in it, and a call that comes before n8n has
 * stored the run is lost.
 */
const LOOKS_BEFORE_SUSPENDING_MS = 10_000;

/** One item's job from its create to its result; a failure stays its own, and may end the creating. */
export async function attempt(jobRun: JobRun, prepared: Prepared): Promise<Interim> {
	const track: Track = { prepared, submitted: 'no', submittedAt: jobRun.run.environment.now() };
	jobRun.tracks.push(track);
	return await outcomeOf(jobRun, track, async () => await runJob(jobRun, track));
}

/** What a step of an item's job has come to. */
export async function outcomeOf(
	jobRun: JobRun,
	track: Track,
	step: () => Promise<INodeExecutionData | 'pending'>,
): Promise<Interim> {
	try {
		const output = await step();
		return output === 'pending' ? { ok: 'pending', track } : { ok: true, value: output };
	} catch (error) {
		const failure = failed(jobRun, track, error);
		if (jobRun.run.environment.signal?.aborted) return { ok: false, failure };
		const whatBecameOfIt = await letGo(jobRun, track);
		return { ok: false, failure: saying(whatBecameOfIt, failure) };
	}
}

/** Creates the job of an item; when that ends the creating, it does so before the next item has its turn. */
async function create(jobRun: JobRun, track: Track): Promise<void> {
	try {
		await submit(jobRun, track);
	} catch (error) {
		throw failed(jobRun, track, error);
	}
}

/** The failure of an item, with what is known of its job; it may be one after which nothing more is created. */
function failed(jobRun: JobRun, track: Track, error: unknown): ItemFailure {
	if (jobRun.halted !== undefined && error === jobRun.halted) return jobRun.halted;
	const failure = toFailure(error, knownOf(jobRun, track));
	haltAfter(jobRun, failure);
	return failure;
}

/** Nothing more is created where the node is to stop, or where the service would take nothing more. */
export function haltAfter(jobRun: JobRun, failure: ItemFailure): void {
	if (failure.stopsEverything || !goesOn(jobRun.run.context)) jobRun.halted ??= failure;
}

/** Runs a job to its end, or as far as it gets before the run is suspended. */
async function runJob(jobRun: JobRun, track: Track): Promise<INodeExecutionData | 'pending'> {
	const { run, operation } = jobRun;
	const { kind } = operation;
	const { item, settings } = track.prepared;
	const { reference, timeout } = settings.options;
	await jobRun.submissions(async () => await create(jobRun, track));
	if (track.state === undefined) throw new ItemFailure(`${kind.label} was not created`);
	if (!settings.waitForCompletion) {
		return await outputOf(
			run,
			item,
			{ ...settings, downloadResult: false },
			{ kind, state: track.state, reference },
		);
	}
	// A job of an earlier execution calls that one's address: nothing will wake this one up.
	const suspends = waitsBy('suspend', settings) || (waitsBy('callback', settings) && !track.recalled);
	const since = track.submittedAt;
	const start = Math.max(since, run.environment.now());
	const waited = await jobRun.watch.until({
		kind,
		state: track.state,
		since,
		lookNow: track.recalled,
		deadline: start + (suspends ? LOOKS_BEFORE_SUSPENDING_MS : timeout * 60_000),
	});
	track.state = waited.state;
	track.waited = waited;
	if (suspends && waited.timedOut) return 'pending';
	return await handOut(jobRun, track, waited);
}

/** The result of a job that is waited for no longer, with its file. */
export async function handOut(jobRun: JobRun, track: Track, waited: Waited): Promise<INodeExecutionData> {
	const { run, operation } = jobRun;
	const { item, settings } = track.prepared;
	const { reference } = settings.options;
	const finishing = { ...run, closesSessions: true };
	return await jobRun.results(
		async () => await finish(finishing, operation.kind, item, settings, waited, reference),
	);
}

/**
 * Of a job that failed, the next try makes a new one; one that was only not seen through (a time-out, a download) is
 * taken up again. A session that does not stream is closed.
 * @returns what to say of it
 */
async function letGo(jobRun: JobRun, track: Track): Promise<string | undefined> {
	const { kind } = jobRun.operation;
	const { prepared, state } = track;
	if (state === undefined || state.status === kind.ready) return undefined;
	if (isFinal(kind, state)) jobRun.memory.drop(prepared.item, prepared.fingerprint);
	if (!kind.giveUp) return undefined;
	const why = await giveUpSession(jobRun, track);
	if (isFinal(kind, state)) return undefined;
	if (why !== undefined) return `${STILL_OPEN} To close it did not work: ${why}.`;
	return 'It was closed, so that it costs nothing more.';
}

function saying(sentence: string | undefined, failure: ItemFailure): ItemFailure {
	if (sentence === undefined) return failure;
	const { message, details, stopsEverything } = failure;
	const description = [sentence, details.description].filter(Boolean).join(' ');
	return new ItemFailure(message, { ...details, description }, stopsEverything);
}
