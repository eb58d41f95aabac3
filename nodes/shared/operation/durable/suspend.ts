import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { jobItem } from '../../jobs/output';
import { failedItem, goesOn } from '../failure';
import { othersOf } from '../finish';
import type { JobRun, Track } from '../jobRun';
import type { Outcome } from '../prepare';
import { leaveState, type SuspendedEntry, type SuspendedState } from './state';

/** A year: the jobs are paid for, and a date beyond all calendars would lose them. */
const LONGEST_WAIT_MS = 365 * 24 * 60 * 60_000;

/** What became of an item by the time that the run is suspended: its output, or a job that goes on. */
export type Interim = Outcome<INodeExecutionData> | { ok: 'pending'; track: Track };

/** A run at the moment at which it is suspended. */
export interface Standing {
	state: SuspendedState;
	/** What goes out when nothing more becomes known. */
	known: INodeExecutionData[];
	/** How long the jobs are waited for from now on, in milliseconds. */
	waitMs: number;
}

/**
 * Suspends the execution: n8n stores it, and it holds neither memory nor a worker until it is woken up or its time is
 * up. Then it goes on with what is known now.
 */
export async function suspend(jobRun: JobRun, outcomes: readonly Interim[]): Promise<INodeExecutionData[]> {
	const { context, environment } = jobRun.run;
	const standing = standingOf(jobRun, outcomes);
	leaveState(context.getContext('node'), { ...standing.state, wakeUp: jobRun.wakeUp });
	return await sleepUntil(context, environment.now() + standing.waitMs, standing.known);
}

/** Has n8n store the execution up to a date, to hand on `items` then: it hands on what stands as the node's input. */
export async function sleepUntil(
	context: IExecuteFunctions,
	date: number,
	items: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	context.getExecuteData().data.main = [items];
	await context.putExecutionToWait(new Date(date));
	return items;
}

/** What a run has come to by the time that it is suspended. */
export function standingOf(jobRun: JobRun, outcomes: readonly Interim[]): Standing {
	const { context, items } = jobRun.run;
	const { kind } = jobRun.operation;
	const pending = outcomes.flatMap((outcome) => (outcome.ok === 'pending' ? [outcome.track] : []));
	const timeout = Math.max(...pending.map(({ prepared }) => prepared.settings.options.timeout));
	const entries = outcomes.map((outcome, item): SuspendedEntry => {
		const isAsked = outcome.ok === 'pending' && outcome.track.prepared.settings.options.includeOtherFields;
		const otherFields = isAsked ? { otherFields: othersOf(items[item]?.json) } : {};
		return { item, ...otherFields, ...entryOf(outcome) };
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
	return {
		state: { kind: kind.name, stopOnFailure: !goesOn(context), timeout, entries },
		known,
		waitMs: Math.min(timeout * 60_000, LONGEST_WAIT_MS),
	};
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
