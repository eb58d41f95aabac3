import type { INodeExecutionData } from 'n8n-workflow';
import { jobItem } from '../../jobs/output';
import { failedItem, goesOn } from '../failure';
import { othersOf } from '../finish';
import type { JobRun, Track } from '../jobRun';
import type { Outcome } from '../prepare';
import { leaveState, type SuspendedEntry } from './state';

/** A year: the jobs are paid for, and a date beyond all calendars would lose them. */
const LONGEST_WAIT_MS = 365 * 24 * 60 * 60_000;

/** What became of an item by the time that the run is suspended: its output, or a job that goes on. */
export type Interim = Outcome<INodeExecutionData> | { ok: 'pending'; track: Track };

/**
 * Suspends the execution: n8n stores it, and it holds neither memory nor a worker until it is woken up or its time is
 * up. Then it goes on with what is known now; n8n hands on what stands as the node's input, so that is put there.
 */
export async function suspend(jobRun: JobRun, outcomes: readonly Interim[]): Promise<INodeExecutionData[]> {
	const { context, environment, items } = jobRun.run;
	const { kind } = jobRun.operation;
	const pending = outcomes.flatMap((outcome) => (outcome.ok === 'pending' ? [outcome.track] : []));
	const timeout = Math.max(...pending.map(({ prepared }) => prepared.settings.options.timeout));
	const entries = outcomes.map((outcome, item): SuspendedEntry => {
		const isAsked = outcome.ok === 'pending' && outcome.track.prepared.settings.options.includeOtherFields;
		const otherFields = isAsked ? { otherFields: othersOf(items[item]?.json) } : {};
		return { item, ...otherFields, ...entryOf(outcome) };
	});
	leaveState(context.getContext('node'), {
		kind: kind.name,
		stopOnFailure: !goesOn(context),
		timeout,
		entries,
	});
	const known = outcomes.map((outcome, item): INodeExecutionData => {
		if (outcome.ok === true) return outcome.value;
		if (outcome.ok === false) return { json: failedItem(outcome.failure), pairedItem: { item } };
		const { state, prepared } = outcome.track;
		const { simplify, options } = prepared.settings;
		const { reference } = options;
		const json = state ? jobItem({ kind, state, reference, timedOut: true }, simplify) : {};
		return { json: { ...entries[item]?.otherFields, ...json }, pairedItem: { item } };
	});
	context.getExecuteData().data.main = [known];
	const waitMs = Math.min(timeout * 60_000, LONGEST_WAIT_MS);
	await context.putExecutionToWait(new Date(environment.now() + waitMs));
	return known;
}

function entryOf(outcome: Interim): Partial<SuspendedEntry> {
	if (outcome.ok === false) return { done: { json: failedItem(outcome.failure) } };
	if (outcome.ok === true) {
		const { json, binary } = outcome.value;
		return { done: { json, ...(binary && { binary }) } };
	}
	const { state, submittedAt, prepared } = outcome.track;
	if (state === undefined) return {};
	const { id, jobId, status } = state;
	const { downloadResult, binaryPropertyName, simplify, options } = prepared.settings;
	const { reference } = options;
	return {
		job: { id, jobId, status, submittedAt, reference, downloadResult, binaryPropertyName, simplify },
	};
}
