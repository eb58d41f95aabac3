import type { INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';
import type { FileContext } from '../../jobs/download';
import { jobKinds, type JobState } from '../../jobs/kinds';
import { ServiceError } from '../../transport/errors';
import { isObject } from '../../service/values';
import type { Environment } from '../../transport/types';
import { createLimit } from '../../transport/limit';
import { failedItem, ItemFailure, toFailure, type FailureDetails } from '../failure';
import { finish } from '../finish';
import type { ReadSettings } from '../settings';
import type { Finals } from './collect';
import type { SuspendedEntry, SuspendedState } from './state';

const DOWNLOADS_AT_A_TIME = 5;

/** The items of a run that is over, in the order of its input, and the first failure among them. */
export interface Outputs {
	items: INodeExecutionData[];
	failure?: { item: number; failure: ItemFailure; jobs: Array<FailureDetails & { item: number }> };
}

/**
 * Makes the output of a run from what was known when it was suspended and what is final now.
 * @param unfinished what is known of the other jobs, where the time is up: they go out as they stand
 */
export async function outputsOf(
	context: FileContext,
	environment: Environment,
	state: SuspendedState,
	finals: Finals,
	unfinished?: ReadonlyMap<string, JobState>,
): Promise<Outputs> {
	const limit = createLimit(DOWNLOADS_AT_A_TIME);
	const failures: Array<{ item: number; failure: ItemFailure }> = [];
	const items = await Promise.all(
		state.entries.map(async (entry): Promise<INodeExecutionData> => {
			const pairedItem = { item: entry.item };
			if (entry.done) return itemOf(entry.done, entry.item, failures);
			try {
				return await limit(
					async () => await finishOne(context, environment, state, entry, finals, unfinished),
				);
			} catch (error) {
				const failure = toFailure(error, knownOf(state, entry, finals));
				failures.push({ item: entry.item, failure });
				return { json: failedItem(failure), pairedItem };
			}
		}),
	);
	const [first] = failures.sort((a, b) => a.item - b.item);
	if (first === undefined) return { items };
	const jobs = state.entries
		.map((entry) => ({ item: entry.item, ...knownOf(state, entry, finals) }))
		.filter(({ submitted }) => submitted !== undefined && submitted !== 'no');
	return { items, failure: { ...first, jobs } };
}

async function finishOne(
	context: FileContext,
	environment: Environment,
	state: SuspendedState,
	{ item, job, otherFields }: SuspendedEntry,
	finals: Finals,
	unfinished?: ReadonlyMap<string, JobState>,
): Promise<INodeExecutionData> {
	const final = job === undefined ? undefined : finals.get(job.id);
	const found = final ?? (unfinished && job && (unfinished.get(job.id) ?? lastKnown(job)));
	if (job === undefined || found === undefined) throw new ItemFailure('The job of this item is not known');
	if (found instanceof ServiceError) throw found;
	const items: INodeExecutionData[] = [];
	items[item] = { json: otherFields ?? {} };
	const settings: ReadSettings = {
		waitForCompletion: true,
		downloadResult: job.downloadResult,
		binaryPropertyName: job.binaryPropertyName,
		simplify: job.simplify,
		options: {
			timeout: state.timeout,
			onTimeout: 'returnPending',
			includeOtherFields: otherFields !== undefined,
		},
	};
	return await finish(
		{ context, environment, items },
		jobKinds[state.kind],
		item,
		settings,
		{
			state: { ...found, jobId: found.jobId ?? job.jobId },
			timedOut: final === undefined,
			statusChecks: 1,
			waitedMs: environment.now() - job.submittedAt,
			missing: false,
		},
		job.reference,
	);
}

/** A job that could not be read when the time was up, as it stood when the run was suspended. */
function lastKnown({ id, jobId, status }: NonNullable<SuspendedEntry['job']>): JobState {
	return { id, jobId, status: openStatus.parse(status), record: {} };
}

const openStatus = z.enum(['queued', 'processing', 'unknown']).catch('unknown');

function itemOf(
	done: NonNullable<SuspendedEntry['done']>,
	item: number,
	failures: Array<{ item: number; failure: ItemFailure }>,
): INodeExecutionData {
	const { error, details } = done.json;
	if (typeof error === 'string') {
		failures.push({
			item,
			failure: new ItemFailure(error, typeof details === 'object' && details !== null ? details : {}),
		});
	}
	return { ...done, pairedItem: { item } };
}

/** What an item that was done before the run was suspended says of its job. */
const text = z.string().optional().catch(undefined);
const doneJob = z.object({
	id: text,
	jobId: text,
	status: text,
	resultUrl: text,
	submitted: z.enum(['yes', 'no', 'unknown']).optional().catch(undefined),
	reference: text,
});

function knownOf({ kind }: SuspendedState, { job, done }: SuspendedEntry, finals: Finals): FailureDetails {
	if (job === undefined) {
		const { error, details } = done?.json ?? {};
		if (error !== undefined) return { kind, ...doneJob.parse(isObject(details) ? details : {}) };
		const known = doneJob.parse(done?.json ?? {});
		return { ...known, kind, submitted: known.id === undefined ? 'no' : 'yes' };
	}
	const found: JobState | ServiceError | undefined = finals.get(job.id);
	const { status, resultUrl } =
		found === undefined || found instanceof ServiceError ? { status: job.status } : found;
	return {
		id: job.id,
		jobId: job.jobId,
		kind,
		status,
		resultUrl,
		submitted: 'yes',
		reference: job.reference,
	};
}
