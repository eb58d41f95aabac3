import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { createLimit } from '../transport/limit';
import { attempt, haltAfter } from './attempt';
import { requireMinimumCredit } from './credit';
import { requireSuspending } from './durable/watched/canSuspend';
import { lookOnceMore } from './durable/callback/lastLook';
import { resumeUrl } from './durable/callback/resumeUrl';
import { suspend, type Interim } from './durable/suspend';
import { suspendWatched } from './durable/watched/suspendWatched';
import { failedItem, goesOn, nodeError, toFailure, type ItemFailure } from './failure';
import { knownOf, openJobRun, type JobRun } from './jobRun';
import { checkAll, planAll, previewOf, type Outcome } from './prepare';
import type { Run } from './runContext';
import { waitsBy } from './settings';
import { closeSessions, tidyUpAfterStop } from './stop';
import type { CreateOperation } from './types';

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
	const watched = settings.filter((one) => waitsBy('suspend', one));
	let wakeUp: string | undefined;
	try {
		if (settings.some((one) => waitsBy('callback', one))) wakeUp = await resumeUrl(run.context);
		if (watched.length > 0) requireSuspending(run, watched);
	} catch (error) {
		return allFailed(run, toFailure(error, { kind: operation.kind.name, submitted: 'no' }));
	}
	jobRun.wakeUp = wakeUp;
	const isStored = wakeUp !== undefined || watched.length > 0;
	const planned = await planAll(run, operation, checked, jobRun.memory, wakeUp);
	// A second try has paid jobs already: they are waited for and listed before the node stops.
	const takesUpJobs = planned.some((outcome) => outcome.ok && outcome.value.plan === undefined);
	if (!takesUpJobs) stopOnFailure(run, planned);
	for (const outcome of planned) if (!outcome.ok) haltAfter(jobRun, outcome.failure);

	await requireMinimumCredit(jobRun, planned);
	const inProgress = createLimit((!isStored && first?.options.maxInProgress) || Infinity);
	let outcomes = await Promise.all(
		planned.map(async (outcome): Promise<Interim> => {
			if (!outcome.ok) return outcome;
			const { settings, item } = outcome.value;
			if (settings.options.checkOnly) return { ok: true, value: itemOf(previewOf(outcome.value), item) };
			return await inProgress(async () => await attempt(jobRun, outcome.value));
		}),
	);
	if (wakeUp !== undefined && !run.environment.signal?.aborted) {
		outcomes = await lookOnceMore(jobRun, outcomes);
	}
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

/** What concerns the whole run is a failure of each item. */
function allFailed(run: Run, failure: ItemFailure): INodeExecutionData[] {
	if (!goesOn(run.context)) throw nodeError(run.context.getNode(), failure, 0);
	return run.items.map((_, item) => itemOf(failedItem(failure), item));
}

function isEnded(outcome: Interim): outcome is Outcome<INodeExecutionData> {
	return outcome.ok !== 'pending';
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
