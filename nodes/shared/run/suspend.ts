import { jsonParse, type IDataObject, type INodeExecutionData } from 'n8n-workflow';
import { z } from '../zod';
import { hint } from '../n8n/hintsAndCustomData';
import { isTool } from '../n8n/storedExecution';
import { enterAgain, resumeUrlOf, runAgainAt } from '../n8n/reentry';
import { Failure } from '../service/failure';
import { sentences } from '../service/values';
import { changedSettings, defaultsOf, type CreateOperation } from '../operation/defineOperation';
import { numbered } from './follow';
import { State, storedRow, type StoredRow } from '../waiting/state';
import { Leg, settingsOfRun, type Before } from './leg';
import { itemOf } from './output';
import { Row, failedState, type RowState } from './row';
import type { Run } from './runContext';
import { storeOf } from './identity';
import { strategyOf, wakeAt } from '../waiting/strategies';

/** n8n wakes a run a little early or late. */
const ON_TIME_MS = 2_000;

/**
 * Suspends the run. n8n saves the execution with the state of all rows, and runs the node again at the next poll or on
 * a call (n8n.md: Re-entry).
 */
export async function suspend(leg: Leg): Promise<boolean> {
	const { run, state, gate, timing, watch } = leg;
	const { startedAt, limitAt, strategy } = timing;
	const rows: StoredRow[] = [];
	for (const row of leg.rows) {
		rows.push(store(leg.operation, row));
		await run.yieldToEventLoop();
	}
	if (leg.isStopped) return false;
	const refusal = watch.refusal();
	const open = leg.open.flatMap(({ job }) => job ?? []);
	const ids = open.map((job) => job.state.id);
	const left = leg.open.length - open.length;
	// A place that is free now is not kept for the jobs that others still wait for.
	const at = wakeAt(timing, open, left > 0 && open.length < gate.places, leg.now, refusal);
	state.suspend({
		startedAt,
		limitAt: Number.isFinite(limitAt) ? limitAt : undefined,
		strategy: strategy.value,
		wakeAt: at,
		kind: leg.kind.name,
		open: ids,
		left,
		refusedSince: gate.refusedSince,
		rows,
	});
	await runAgainAt(run.context, new Date(at));
	const more = ids.length > 1 ? ` and ${ids.length - 1} more` : '';
	const named = ids.length > 0 ? ` (ID ${ids[0]}${more})` : '';
	const later = left > 0 ? `; ${numbered(left, 'job')} still to be created` : '';
	const message = sentences(
		`Waiting for ${numbered(open.length, 'job')}${named}${later}`,
		refusal !== undefined && `The last poll was refused: ${refusal}`,
	);
	run.context.logger.info(`n8n saves the execution. ${message}`);
	hint(run.context, message);
	return true;
}

export async function resume(run: Run, operation: CreateOperation): Promise<Leg | undefined> {
	const state = new State(run.context);
	const known = state.takeSuspended();
	if (!isTool(run.context)) enterAgain(run.context);
	if (known === undefined) return undefined;
	const rows: Row[] = [];
	for (const item of run.items.keys()) {
		rows.push(restore(run, operation, item, known.rows[item], state.isRetry));
		await run.yieldToEventLoop();
	}
	const strategy = strategyOf(known.strategy);
	const wakeUpUrl = strategy.isCalled ? resumeUrlOf(run.context) : undefined;
	const wokenBy = run.environment.now() < known.wakeAt - ON_TIME_MS ? 'call' : 'time';
	const before: Before | undefined = state.isRetry ? undefined : { ...known, wokenBy };
	const store = await storeOf(run, settingsOfRun(operation, rows));
	return new Leg(run, operation, state, rows, store, { strategy, wakeUpUrl }, before);
}

function store(operation: CreateOperation, row: Row): StoredRow {
	const { outcome, claim, isOwn, settings, now } = row;
	let job = now.is === 'planned' ? now : row.job;
	if (job && job.is !== 'planned' && settings.simplify) job = { ...job, state: { ...job.state, record: {} } };
	const known = { settings: changedSettings(operation, settings), claim, isOwn, job };
	if (outcome?.ok === false) {
		const { message, details, scope } = outcome.failure;
		return { ...known, failure: { message, details: { ...details }, scope } };
	}
	const isDerived = job?.is === 'ended' && settings.waitForCompletion;
	return { ...known, output: isDerived ? undefined : outcome?.value.json };
}

function restore(run: Run, operation: CreateOperation, item: number, given: unknown, isRetry: boolean): Row {
	const { success, data } = storedRow.safeParse(given);
	const settings = { ...defaultsOf(operation), ...data?.settings };
	const log = (step: string) => run.context.logger.debug(step);
	if (!success) return new Row(item, settings, { state: { is: 'failed', failure: lost(operation, given) } });
	const { failure, output, job, claim, isOwn } = data;
	const made = job?.is === 'planned' ? undefined : job;
	const begun = (state?: RowState) => new Row(item, settings, { state, claim, isOwn, log });
	if (failure) return begun(failedState(new Failure(failure.message, failure.details, failure), made));
	// The retry of an execution begins a new wait.
	if (!output) return begun(job?.is === 'running' && isRetry ? { ...job, deadline: undefined } : job);
	const value: INodeExecutionData = itemOf(jsonParse<IDataObject>(JSON.stringify(output)), item);
	const { binary } = run.items[item] ?? {};
	if (settings.includeOtherFields && binary) value.binary = binary;
	return begun({ is: 'done', output: value, job: made });
}

const anyJob = z.object({ job: z.object({ state: z.object({ id: z.string() }) }) });

function lost({ kind }: CreateOperation, given: unknown): Failure {
	const id = anyJob.safeParse(given).data?.job.state.id;
	return new Failure("The saved state of this item can't be read", {
		...{ id, kind: kind.name, submitted: id === undefined ? 'unknown' : 'yes' },
		description: `Read the job with ${kind.get}. n8n's log of this execution names its ID.`,
	});
}
