import { hint } from '../n8n/hintsAndCustomData';
import { resumeUrlOf, runAgainAt } from '../n8n/reentry';
import { z } from '../zod';
import { resourceOf } from '../jobs/kinds';
import { Failure } from '../service/failure';
import { sentences } from '../service/values';
import { changedSettings, defaultsOf, type CreateOperation } from '../operation/defineOperation';
import {
	storedFailure,
	storedItem,
	storedRow,
	type State,
	type StoredRow,
	type Suspended,
} from '../waiting/state';
import { Leg, progressOf, settingsOfRun } from './leg';
import { failedState, Row, type RowState } from './row';
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
	const refusal = watch.refusal;
	const open = leg.open.flatMap(({ job }) => job ?? []);
	const left = leg.open.length - open.length;
	// A place that is free now is not kept for the jobs that others still wait for.
	const at = wakeAt(timing, open, left > 0 && open.length < gate.mostOpen, leg.now, refusal);
	state.suspended = {
		startedAt,
		limitAt: Number.isFinite(limitAt) ? limitAt : undefined,
		strategy: strategy.value,
		wakeAt: at,
		kind: leg.kind.name,
		open: open.map(({ state: { id } }) => id),
		left,
		refusedSince: gate.refusedSince,
		rows,
	};
	await runAgainAt(run.context, new Date(at));
	const clock = new Date(at).toLocaleTimeString('sv-SE', {
		timeZone: run.context.getTimezone(),
		timeStyle: 'short',
	});
	const message = sentences(
		`${progressOf(leg)}, next look at ${clock} (${run.context.getTimezone()})`,
		refusal !== undefined && `The last poll was refused: ${refusal}`,
	);
	run.context.logger.info(`n8n saves the execution. ${message}`);
	hint(run.context, message);
	return true;
}

/** The next leg of a run that was suspended. */
export async function resume(
	run: Run,
	operation: CreateOperation,
	state: State,
	saved: Suspended,
): Promise<Leg> {
	state.suspended = undefined;
	run.transport.hasWorked = saved.open.length > 0;
	const rows: Row[] = [];
	for (const item of run.items.keys()) {
		rows.push(restore(run, operation, item, saved.rows[item]));
		await run.yieldToEventLoop();
	}
	const strategy = strategyOf(saved.strategy);
	const wakeUpUrl = strategy.isCalled ? resumeUrlOf(run.context) : undefined;
	const wokenBy = run.environment.now() < saved.wakeAt - ON_TIME_MS ? 'call' : 'time';
	const store = await storeOf(run, settingsOfRun(operation, rows));
	return new Leg(run, operation, state, rows, store, { strategy, wakeUpUrl }, { ...saved, wokenBy });
}

function store(operation: CreateOperation, row: Row): StoredRow {
	const { outcome, claim, isOwn, failedIds, settings, now } = row;
	let job = now.is === 'planned' ? now : row.job;
	if (job && job.is !== 'planned' && settings.simplify) job = { ...job, state: { ...job.state, record: {} } };
	const known = { settings: changedSettings(operation, settings), claim, isOwn, failedIds, job };
	if (outcome?.ok === false) {
		const { message, details, scope } = outcome.failure;
		return { ...known, failure: { message, details: { ...details }, scope } };
	}
	const isDerived = job?.is === 'ended' && settings.waitForCompletion;
	return { ...known, output: isDerived ? undefined : outcome?.value.json };
}

/** The row of an item as the last leg has stored it. */
function restore(run: Run, operation: CreateOperation, item: number, given: unknown): Row {
	const { success, data } = storedRow.safeParse(given);
	const settings = { ...defaultsOf(operation), ...data?.settings };
	if (!success) return new Row(item, settings, { state: { is: 'failed', failure: lost(operation, given) } });
	const { failure, output, job, claim, isOwn, failedIds } = data;
	const made = job?.is === 'planned' ? undefined : job;
	const begun = (state?: RowState) => new Row(item, settings, { state, claim, isOwn, failedIds });
	if (failure) return begun(failedState(storedFailure(failure), made));
	if (!output) return begun(job);
	const value = storedItem(output, item);
	const { binary } = run.items[item] ?? {};
	if (settings.includeOtherFields && binary) value.binary = binary;
	return begun({ is: 'done', output: value, job: made });
}

const anyJob = z.object({ job: z.object({ state: z.object({ id: z.string() }) }) });

function lost({ kind }: CreateOperation, given: unknown): Failure {
	const id = anyJob.safeParse(given).data?.job.state.id;
	const submitted = id === undefined ? 'unknown' : 'yes';
	const description = `Read the job with ${kind.get}. n8n's log of this execution names its ID.`;
	const details = { id, kind: kind.name, submitted, resource: resourceOf(kind), description } as const;
	return new Failure("The saved state of this item can't be read", 'readJob', details);
}
