import { jsonParse, ManualExecutionCancelledError } from 'n8n-workflow';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { z } from '../zod';
import { each } from '../async/limit';
import { jobKinds, resourceOf } from '../jobs/kinds';
import { hint } from '../n8n/hintsAndCustomData';
import { resumeUrlOf, runAgainAt } from '../n8n/reentry';
import { changedSettings, defaultSettings, type CreateOperation } from '../operation/defineOperation';
import { continuesOnFail, toFailure } from '../operation/failure';
import { asError, Failure } from '../service/failure';
import { isNextStep, NEXT_STEPS } from '../service/nextStep';
import { sentences, timeAt, withoutAbsent } from '../service/values';
import { storedRow, type State, type StoredRow, type Suspended } from '../waiting/state';
import { strategyOf } from '../async/waitMethods';
import { wakeAt } from '../waiting/strategies';
import { stopOnRows } from './follow';
import { Leg, settingsOfRun, storeOf } from './leg';
import { itemOf, itemsOf } from './output';
import { callBefore, wayBack } from './fail';
import { detailsOfRow, isOpen, Row } from './row';
import { withoutFiles } from './save';
import type { Run } from './runContext';

/*
 * An execution's knowledge of its own earlier legs and tries. n8n stores it with the execution (waiting/state.ts). It is
 * read before anything else, because whatever a leg then refuses must not deny the jobs that are paid. Of each row it says
 * the stored job by ID, else that it may be paid if an earlier leg or try may have sent it, else that it was not sent.
 */

/**
 * The output of a node of which all fails. If a node throws and continues, n8n passes its input on as a success. So a row
 * that was done keeps its output, and each other row fails with the known facts of its job.
 * @throws NodeOperationError that lists the jobs, where the node stops on failures; the error of a Stop
 */
export function failedAtDoor(run: Run, error: unknown): INodeExecutionData[] {
	const { context, items, past } = run;
	// n8n shows the next step of its own errors alone.
	const isShown = error instanceof Failure || continuesOnFail(context);
	if (error instanceof ManualExecutionCancelledError || !isShown) throw asError(error);
	const why = toFailure(error);
	const { saved } = past ?? {};
	const kind = Object.values(jobKinds).find(({ name }) => name === saved?.kind);
	const rows = Array.from({ length: Math.max(1, items.length) }, (_, item) => {
		const row = saved ? restore(run, saved, item) : new Row(item, defaultSettings);
		if (!isOpen(row)) return row;
		const { idempotencyKey, continueExecution } = row.settings;
		const isOfOthers = context.getMode() === 'retry' || (idempotencyKey ?? continueExecution) !== undefined;
		// n8n may have put a saved run back, after a leg that sent the row.
		const isSent = saved !== undefined || isOfOthers || past?.run.sent[item] !== undefined;
		const known = detailsOfRow(kind, row);
		const words = sentences(why.details.description, NEXT_STEPS.readJob.say(known));
		const job = { ...known, next: 'readJob', description: words } as const;
		const before = isSent ? wayBack(context) : callBefore(run, row, why.details);
		const { message, details } = toFailure(why.with(row.job ? job : { ...before }), known);
		// Nobody is to look for the cause of a refusal of the run in a row.
		row.fail(new Failure(message, details.next, details, { scope: 'leftOut' }));
		return row;
	});
	stopOnRows(run, rows, kind);
	return itemsOf(run, rows);
}

/** n8n wakes a run a little early or late. */
const ON_TIME_MS = 2_000;

/** n8n saves the execution with all rows, and runs the node again at the next poll or on a call (n8n.md: Re-entry). */
export async function suspend(leg: Leg): Promise<boolean> {
	const { run, kind, state, gate, timing, watch } = leg;
	const { startedAt, limitAt, strategy } = timing;
	const rows = await each(leg.rows, { turn: run.yieldToEventLoop }, async (row) => store(row));
	if (leg.isStopped) return false;
	const { refusal } = watch;
	const open = leg.open.flatMap(({ job }) => job ?? []);
	const unsent = leg.open.length - open.length;
	// A place that is free now is not kept for the jobs that others still wait for.
	const at = wakeAt(timing, open, unsent > 0 && open.length < gate.mostOpen, leg.now, refusal);
	state.keep({
		first: { startedAt, limitAt: Number.isFinite(limitAt) ? limitAt : undefined },
		suspended: {
			...{ strategy: strategy.value, wakeAt: at, kind: kind.name, unsent, rows },
			open: open.map(({ state: { id } }) => id),
			refusedSince: gate.refusedSince,
			outage: unsent > 0 ? (run.transport.outage?.known ?? run.transport.known) : undefined,
		},
	});
	await runAgainAt(run.context, state.run.index, new Date(at));
	const oldest = open.reduce((first, { submittedAt }) => Math.min(first, submittedAt), leg.now);
	const progress = [
		`${kind.label}: ${rows.length - leg.open.length} of ${rows.length} done`,
		open.length > 0 && `${open.length} open (oldest ${Math.round((leg.now - oldest) / 60_000)} min)`,
		unsent > 0 && `${unsent} not sent yet`,
		`next look at ${timeAt(at, run.context.getTimezone())}`,
	];
	const why = refusal !== undefined && `The last poll was refused: ${refusal}`;
	const message = sentences(progress.filter(Boolean).join(', '), why);
	run.context.logger.info(`n8n saves the execution. ${message}`);
	hint(run.context, message);
	return true;
}

export async function resume(run: Run, operation: CreateOperation, state: State, saved: Suspended) {
	state.keep({ suspended: undefined });
	run.transport.hasWorked = saved.open.length > 0;
	run.transport.known = saved.outage ?? {};
	const restored = async (_: INodeExecutionData, item: number) => restore(run, saved, item);
	const rows = await each(run.items, { turn: run.yieldToEventLoop }, restored);
	const strategy = strategyOf(saved.strategy);
	const wakeUpUrl = strategy.isCalled ? resumeUrlOf(run.context) : undefined;
	const wokenBy = run.environment.now() < saved.wakeAt - ON_TIME_MS ? 'call' : 'time';
	warnIfLate(run, saved.wakeAt);
	const store = await storeOf(run, settingsOfRun(rows));
	return new Leg(run, operation, state, rows, store, { strategy, wakeUpUrl }, wokenBy);
}

/** A deploy takes less. With half, slow deploys warn. With twice, backups of each half hour are missed. */
const LATE_MS = 15 * 60_000;

/** A database that was put back wakes its runs late. So does an n8n that was down, and a run can't distinguish the two. */
function warnIfLate({ context, environment }: Run, wakeAt: number): void {
	if (environment.now() < wakeAt + LATE_MS) return;
	const message = `n8n woke this run over 15 minutes late: it was due at ${timeAt(wakeAt, context.getTimezone())}. If its database was restored from a backup, it doesn't know newer jobs, which may be paid for again: read the jobs of that time by Get Many, and use Continue Execution, before you run this again`;
	context.logger.warn(message);
	hint(context, message, 'warning');
}

function store(row: Row): StoredRow {
	const { value, failure, claim, isOwn, settings, now } = row;
	let job = now.is === 'planned' ? now : row.job;
	if (job && job.is !== 'planned' && settings.simplify) job = { ...job, state: { ...job.state, record: {} } };
	const isDerived = job?.is === 'ended' && settings.waitForCompletion;
	return {
		...{ settings: changedSettings(settings), claim, isOwn, job },
		failure: failure && { message: failure.message, details: { ...failure.details }, scope: failure.scope },
		output: failure || isDerived ? undefined : value?.json,
	};
}

export function restore(run: Run, saved: Suspended, item: number): Row {
	const { success, data } = storedRow.safeParse(saved.rows[item]);
	const settings = { ...defaultSettings, ...data?.settings };
	if (!success) return new Row(item, settings, { state: { is: 'failed', failure: lost(run, saved, item) } });
	const { failure, output, job, claim, isOwn } = data;
	const row = new Row(item, settings, { state: job, claim, isOwn });
	if (failure) {
		const { next, ...details } = failure.details;
		row.fail(new Failure(failure.message, isNextStep(next) ? next : 'retryExecution', details, failure));
	}
	if (output) {
		// A copy, because n8n would store a shared reference as shared.
		const made = itemOf(jsonParse<IDataObject>(JSON.stringify(output)), item);
		const given = settings.includeOtherFields ? run.items[item]?.binary : undefined;
		const isWanted = job && settings.waitForCompletion && settings.downloadResult;
		const places: object = isWanted ? withoutFiles(settings.binaryPropertyName) : {};
		if (given) made.binary = withoutAbsent({ ...given, ...places });
		row.to({ is: 'done', output: made, job: row.job });
	}
	return row;
}

const anyJob = z.object({ job: z.object({ state: z.object({ id: z.string() }) }) });

/** Its claim still knows the job of a row without an ID, if there is one. */
function lost({ context }: Run, { kind, rows }: Suspended, item: number): Failure {
	const id = anyJob.safeParse(rows[item]).data?.job.state.id;
	const { get = '' } = Object.values(jobKinds).find(({ name }) => name === kind) ?? {};
	const message = "The saved state of this item can't be read";
	const [next, execution] = ['continueExecution', context.getExecutionId()] as const;
	return id === undefined
		? new Failure(message, next, { kind, submitted: 'unknown', execution })
		: new Failure(message, 'readJob', { kind, submitted: 'yes', id, resource: resourceOf({ get }) });
}
