import { Claims } from '../claims/claims';
import type { Store } from '../claims/store';
import type { JobKind } from '../jobs/kinds';
import { Watch } from '../jobs/wait';
import { nodeOf } from '../n8n/storedExecution';
import { timeLimitOf } from '../n8n/executionFacts';
import { continuesOnFail, toFailure } from '../operation/failure';
import { fieldsOf } from '../operation/nodeProperties';
import { fieldNamedIn } from '../operation/readParameters';
import { isNotFound, type Failure, type FailureDetails } from '../service/failure';
import { defaultSettings, type CreateSettings, type CreateOperation } from '../operation/defineOperation';
import type { Allowed } from '../waiting/callers';
import { endsAt, type Timing } from '../waiting/strategies';
import type { State } from '../waiting/state';
import { Gate, limitsOverTime } from './gate';
import { detailsOfRow, isOpen, isPlanned, wayBack, withAdvice, type Row } from './row';
import type { Run } from './runContext';

/** In memory for five minutes, on a worker for one. n8n keeps nothing of an execution whose worker is killed. */
const STORE_AFTER_MINUTES = { worker: 1, process: 5 };

/**
 * One leg of a run that creates jobs: n8n runs the node once. A run that is suspended has several legs. It holds facts;
 * its rows and its gate change.
 */
export class Leg {
	readonly kind: JobKind;
	/** The settings that hold for all rows. */
	readonly settings: CreateSettings;
	/** Its limits in time, and how it waits. */
	readonly timing: Timing;
	readonly gate: Gate;
	readonly claims: Claims;
	readonly watch: Watch;
	/** The address that the service calls; undefined if it calls nobody. */
	readonly wakeUpUrl: string | undefined;
	private unsent: readonly Row[];

	constructor(
		readonly run: Run,
		readonly operation: CreateOperation,
		/** Stored by n8n. */
		readonly state: State,
		readonly rows: readonly Row[],
		readonly store: Store,
		allowed: Allowed,
		/** How n8n woke a run that was suspended. */
		wokenBy?: Timing['wokenBy'],
	) {
		const { context, environment, transport } = run;
		const settings = (this.settings = settingsOfRun(rows));
		const { now, uptime } = environment;
		const limits = limitsOverTime(store.rows, nodeOf(context).id, context.getTimezone(), uptime);
		this.kind = operation.kind;
		this.timing = timingOf(run, state, allowed, settings, wokenBy);
		run.ends = this.timing.ends;
		this.gate = new Gate(this.timing, settings, limits, now, wokenBy && state.saved?.refusedSince);
		this.claims = new Claims(store.rows, environment, (message) => context.logger.warn(message));
		this.watch = new Watch(operation.kind, transport, environment);
		this.wakeUpUrl = allowed.wakeUpUrl;
		this.unsent = rows;
	}

	/** Whether more than so many rows are planned. The rows are sent in their order, so it rarely looks at all of them. */
	hasPlanned(most = 0): boolean {
		if (!this.unsent.slice(-most - 1).every(isPlanned)) this.unsent = this.unsent.filter(isPlanned);
		return this.unsent.length > most;
	}

	get now(): number {
		return this.run.environment.now();
	}

	get isStopped(): boolean {
		return this.run.environment.signal?.aborted === true;
	}

	get open(): Row[] {
		return this.rows.filter(({ now }) => now.is === 'planned' || now.is === 'running');
	}

	/** Ends the creating if the node stops on the failure, or it holds for all rows. */
	haltOn(failure: Failure): void {
		if (failure.scope === 'run' || !continuesOnFail(this.run.context)) this.gate.halted ??= failure;
	}

	/** Ends the work on a row. Only the row gets `ofRow`. */
	fail(row: Row, error: unknown, ofRow: FailureDetails = {}): void {
		const failure = toFailure(error);
		this.haltOn(failure);
		const way = mayBeSent(this, row, failure) ? wayBack(this.run.context, row.settings) : {};
		const told = failure.with({ field: fieldOf(this, failure), ...way, ...ofRow });
		row.fail(withAdvice(this.run, this.kind, row, toFailure(told, detailsOfRow(this.kind, row))));
	}
}

/** The node does not know what a refused value was for. */
function fieldOf({ operation }: Leg, { details }: Failure): string | undefined {
	const { next, field, errorCode, serviceMessage = '' } = details;
	if (next !== 'changeField' || field !== undefined) return field;
	return fieldNamedIn(isNotFound(errorCode) ? 'record_id' : serviceMessage, fieldsOf(operation));
}

/** A leg, a try, or an execution before may have sent it, where this one can't name the claim of the row. */
function mayBeSent({ run, state }: Leg, { claim, job, item, settings }: Row, { details }: Failure): boolean {
	if (claim ?? job) return false;
	// Its own parameters are wrong, so they name no claim in any execution.
	const isOfRow = ['changeField', 'changeFile', 'changeSetting'].includes(details.next);
	const isAgain = run.context.getMode() === 'retry' || settings.continueExecution !== undefined;
	return (isAgain && !isOfRow) || state.run.sent[item] !== undefined;
}

export function progressOf({ kind, rows, watch, now }: Leg): string {
	const since = rows.flatMap(({ job }) => (job?.is === 'running' ? job.submittedAt : []));
	const done = rows.filter(({ outcome, job }) => outcome !== undefined || job?.is === 'ended').length;
	const unsent = rows.length - done - since.length;
	const minutes = Math.round((now - Math.min(now, ...since)) / 60_000);
	return [
		`${kind.label}: ${done} of ${rows.length} done`,
		...(since.length > 0 ? [`${since.length} open (oldest ${minutes} min)`] : []),
		...(unsent > 0 ? [`${unsent} not sent yet`] : []),
		...(watch.unlisted.size > 0 ? [`${watch.unlisted.size} unknown to the account of the credential`] : []),
	].join(', ');
}

function timingOf(
	run: Run,
	{ run: { first } }: State,
	{ strategy, storesAtOnce }: Allowed,
	{ saveAfter, toolTimeout }: CreateSettings,
	// A later try of a leg does not know how n8n woke it.
	wokenBy: Timing['wokenBy'] = first && 'time',
): Timing {
	const { context, beganAt } = run;
	const limit = timeLimitOf(context);
	const { startedAt, limitAt = Infinity } = first ?? { startedAt: beganAt, limitAt: limit.at };
	return {
		...{ startedAt, beganAt, wokenBy, limitAt, strategy },
		saveAfter: storesAtOnce ? 0 : (saveAfter ?? STORE_AFTER_MINUTES[limit.isPerLeg ? 'worker' : 'process']),
		ends: endsAt(limit, beganAt, wokenBy, { startedAt, limitAt }),
		answerBy: run.answerBy(toolTimeout),
		silentUntil: () => Math.min(run.transport.silence.to, run.environment.now()),
	};
}

export function settingsOfRun(rows: readonly Row[]): CreateSettings {
	const all = rows.filter(isOpen).map(({ settings }) => settings);
	return all.find(waitsForJob) ?? all[0] ?? defaultSettings;
}

export const waitsForJob = ({ waitForCompletion, dryRun }: CreateSettings): boolean =>
	waitForCompletion && !dryRun;
