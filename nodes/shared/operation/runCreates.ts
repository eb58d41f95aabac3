import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { isFinal } from '../jobs/wait';
import { createLimit } from '../transport/limit';
import { requireMinimumCredit } from './credit';
import { requireSuspending } from './durable/canSuspend';
import { resumeUrl } from './durable/resumeUrl';
import { suspend, type Interim } from './durable/suspend';
import { suspendWatched } from './durable/suspendWatched';
import { failedItem, goesOn, ItemFailure, nodeError, toFailure } from './failure';
import { finish, outputOf } from './finish';
import { knownOf, openJobRun, type JobRun, type Track } from './jobRun';
import { checkAll, planAll, previewOf, type Outcome, type Prepared } from './prepare';
import type { Run } from './runContext';
import type { CreateSettings } from './settings';
import { closeSessions, giveUpSession, tidyUpAfterStop } from './stop';
import { submit } from './submit';
import type { CreateOperation } from './types';

/**
 * How long a run looks by itself before it is suspended: short jobs end in it, and a call that comes before n8n has
 * stored the run is lost.
 */
const LOOKS_BEFORE_SUSPENDING_MS = 10_000;

/**
 * Runs an operation that makes jobs, for all items of a run: parameters -> plan -> create -> wait -> result. Nothing
 * is created before every item was looked at; one scheduler waits for all jobs.
 * @throws NodeOperationError when an item failed and the node is to stop then, after all other jobs were waited for
 */
export async function runCreates(run: Run, operation: CreateOperation): Promise<INodeExecutionData[]> {
	const checked = checkAll(run, operation);
	stopOnFailure(run, checked);
	const settings = checked.flatMap((outcome) => (outcome.ok ? outcome.value.settings : []));
	const [first] = settings;
	const jobRun = openJobRun(run, operation, first?.options.maxConcurrent ?? 1);
	const wakeUp = settings.some((one) => waitsBy('callback', one)) ? await wakeUpAddress(run) : undefined;
	const watched = settings.filter((one) => waitsBy('suspend', one));
	if (watched.length > 0) requireSuspending(run, watched);
	const isStored = wakeUp !== undefined || watched.length > 0;
	const planned = await planAll(run, operation, checked, jobRun.memory, wakeUp);
	// A second try has paid jobs already: they are waited for and listed before the node stops.
	const takesUpJobs = planned.some((outcome) => outcome.ok && outcome.value.plan === undefined);
	if (!takesUpJobs) stopOnFailure(run, planned);
	for (const outcome of planned) if (!outcome.ok) haltAfter(jobRun, outcome.failure);

	await requireMinimumCredit(jobRun, planned);
	const inProgress = createLimit((!isStored && first?.options.maxInProgress) || Infinity);
	const outcomes = await Promise.all(
		planned.map(async (outcome): Promise<Interim> => {
			if (!outcome.ok) return outcome;
			const { settings, item } = outcome.value;
			if (settings.options.checkOnly) return { ok: true, value: itemOf(previewOf(outcome.value), item) };
			return await inProgress(async () => await attempt(jobRun, outcome.value));
		}),
	);
	if (run.environment.signal?.aborted) await tidyUpAfterStop(jobRun);
	const ended = outcomes.filter(isEnded);
	if (ended.length < outcomes.length) {
		return await (watched.length > 0 ? suspendWatched : suspend)(jobRun, outcomes);
	}
	if (!goesOn(run.context) && ended.some((outcome) => !outcome.ok)) await closeSessions(jobRun);
	stopOnFailure(run, ended, jobRun);
	if (ended.every((outcome) => outcome.ok)) jobRun.memory.clear();
	return ended.map((outcome, item) =>
		outcome.ok ? outcome.value : itemOf(failedItem(outcome.failure), item),
	);
}

function waitsBy(
	way: CreateSettings['waitUsing'],
	{ waitForCompletion, waitUsing, options }: CreateSettings,
): boolean {
	return waitForCompletion && waitUsing === way && !options.checkOnly;
}

async function wakeUpAddress(run: Run): Promise<string> {
	try {
		return await resumeUrl(run.context);
	} catch (error) {
		throw nodeError(run.context.getNode(), toFailure(error), 0);
	}
}

function isEnded(outcome: Interim): outcome is Outcome<INodeExecutionData> {
	return outcome.ok !== 'pending';
}

/** One item's job from its create to its result; a failure stays its own, and may end the creating. */
async function attempt(jobRun: JobRun, prepared: Prepared): Promise<Interim> {
	const { run } = jobRun;
	const track: Track = { prepared, submitted: 'no', submittedAt: run.environment.now() };
	jobRun.tracks.push(track);
	try {
		const output = await runJob(jobRun, track);
		return output === 'pending' ? { ok: 'pending', track } : { ok: true, value: output };
	} catch (error) {
		const failure = failed(jobRun, track, error);
		if (!run.environment.signal?.aborted) await letGo(jobRun, track);
		return { ok: false, failure };
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
function haltAfter(jobRun: JobRun, failure: ItemFailure): void {
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
	if (suspends && waited.timedOut) return 'pending';
	const finishing = { ...run, closesSessions: true };
	return await jobRun.results(async () => await finish(finishing, kind, item, settings, waited, reference));
}

/**
 * Of a job that failed, the next try makes a new one; one that was only not seen through (a time-out, a download) is
 * taken up again. A session that does not stream is closed.
 */
async function letGo(jobRun: JobRun, track: Track): Promise<void> {
	const { kind } = jobRun.operation;
	const { prepared, state } = track;
	if (state === undefined || state.status === kind.ready) return;
	if (isFinal(kind, state) || kind.giveUp) jobRun.memory.drop(prepared.item, prepared.fingerprint);
	await giveUpSession(jobRun, track);
}

function itemOf(json: IDataObject, item: number): INodeExecutionData {
	return { json, pairedItem: { item } };
}

function stopOnFailure(run: Run, outcomes: ReadonlyArray<Outcome<unknown>>, jobRun?: JobRun): void {
	if (goesOn(run.context)) return;
	const failures = outcomes.flatMap((outcome, item) =>
		outcome.ok ? [] : [{ item, failure: outcome.failure }],
	);
	// The first that failed of its own, not one that was left out because of it.
	const first = failures.find(
		({ failure }) => failure.details.submitted !== 'no' || failure === jobRun?.halted,
	);
	const { item, failure } = first ?? failures[0] ?? {};
	if (item === undefined || failure === undefined) return;
	const jobs = jobRun?.tracks
		.filter((track) => track.submitted !== 'no')
		.map((track) => ({ item: track.prepared.item, ...knownOf(jobRun, track) }));
	throw nodeError(run.context.getNode(), failure, item, jobs);
}
