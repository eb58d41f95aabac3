import { ManualExecutionCancelledError } from 'n8n-workflow';
import { createLimit, type Limit } from '../async/limit';
import { Claims } from '../claims/claims';
import { DayPlaces } from '../claims/days';
import type { Store } from '../claims/store';
import type { JobKind } from '../jobs/kinds';
import { createWatch, type Watch } from '../jobs/wait';
import { nodeOf } from '../n8n/node';
import { timeLimitOf } from '../n8n/timeLimit';
import { continuesOnFail, leftOut, toFailure } from '../operation/failure';
import { Failure } from '../service/failure';
import { defaultsOf, type CreateSettings } from '../operation/settings';
import type { CreateOperation } from '../operation/types';
import type { Allowed, Caller } from '../waiting/callers';
import { endsAt, type Ends } from '../waiting/endsAt';
import { failedAt } from './outcome';
import { detailsOfRow, isOpen, type Row } from './row';
import type { Run } from './runContext';
import type { State } from '../waiting/state';
import { hasTimeToCreate, sendsUntil, type Strategy, type Timing } from '../waiting/strategies';

/** In memory for five minutes, on a worker for one. n8n keeps nothing of an execution whose worker is killed. */
const STORE_AFTER_MINUTES = { worker: 1, process: 5 };

/** The rows that are left fail once the service has taken nothing for this long. */
const PATIENCE_MS = 600_000;

export interface Before {
	startedAt: number;
	wokenBy: 'time' | 'call';
	limitAt: number;
	refusedSince?: number;
}

/**
 * One leg of a run that creates jobs. n8n runs the node once. A run that is suspended has several legs. Times are
 * milliseconds since the epoch.
 */
export class Leg implements Timing {
	readonly startedAt: number;
	readonly beganAt: number;
	readonly wokenBy: Timing['wokenBy'];
	readonly saveAfter: number;
	readonly strategy: Strategy;
	readonly wakeUpUrl: string | undefined;
	readonly caller: Caller | undefined;
	readonly ends: Ends;
	/** When n8n would have cancelled the first leg. */
	readonly limitAt: number;
	readonly answerBy: number;
	/** Jobs at the service at a time; Infinity for any number. */
	readonly places: number;
	readonly claims: Claims;
	readonly watch: Watch;
	readonly submissions: Limit;
	/** Set when nothing more must be created. */
	halted: Failure | undefined;
	/** Rows that are left for a later leg while their jobs continue. They keep their places. */
	left = 0;
	/** Since when the service has taken no create of this run, as it takes too many requests from others. */
	refusedSince: number | undefined;
	/** Why the service or n8n refused the last polls, if they did. */
	refusal: string | undefined;
	readonly days: DayPlaces;

	constructor(
		readonly run: Run,
		readonly operation: CreateOperation,
		readonly state: State,
		readonly rows: readonly Row[],
		readonly store: Store,
		{ strategy, wakeUpUrl, caller, storesAtOnce }: Allowed,
		before?: Before,
	) {
		const { context, environment, transport, beganAt } = run;
		const limit = timeLimitOf(context);
		const settings = settingsOfRun(operation, rows);
		this.beganAt = beganAt;
		this.startedAt = before?.startedAt ?? beganAt;
		this.wokenBy = before?.wokenBy;
		this.limitAt = before?.limitAt ?? limit.at;
		this.ends = endsAt(limit, beganAt, this.wokenBy, { startedAt: this.startedAt, limitAt: this.limitAt });
		const usual = limit.isPerLeg ? STORE_AFTER_MINUTES.worker : STORE_AFTER_MINUTES.process;
		this.saveAfter = storesAtOnce ? 0 : (settings.saveAfter ?? usual);
		this.refusedSince = before?.refusedSince;
		this.strategy = strategy;
		this.wakeUpUrl = wakeUpUrl;
		this.caller = caller;
		this.answerBy = run.answerBy(settings.toolTimeout);
		this.places = settings.maxOpenJobs || Infinity;
		this.submissions = createLimit(settings.concurrentSubmissions);
		this.watch = createWatch(transport, environment);
		this.days = new DayPlaces(store.rows, nodeOf(context).id, context.getTimezone());
		this.claims = new Claims(store.rows, environment, (message) => context.logger.warn(message));
	}

	get kind(): JobKind {
		return this.operation.kind;
	}

	get now(): number {
		return this.run.environment.now();
	}

	get isStopped(): boolean {
		return this.run.environment.signal?.aborted === true;
	}

	get open(): Row[] {
		return this.rows.filter((row) => isOpen(row) && row.job !== undefined && row.job.is !== 'ended');
	}

	/** Ends the creating of jobs; the first reason stays. */
	halt(why: Failure | undefined): void {
		this.halted ??= why;
	}

	/** Ends the creating after a failure when the node stops on it, or when it holds for all rows. */
	haltAfter(row: Row, error: unknown): Failure {
		const failure = toFailure(error, detailsOfRow(this.kind, row));
		if (failure.scope === 'run' || !continuesOnFail(this.run.context)) this.halt(failure);
		return failure;
	}

	/** Ends the work on a row with a failure. */
	fail(row: Row, error: unknown): void {
		row.outcome = failedAt(row.item, this.haltAfter(row, error));
	}

	/** Whether planned rows are for a later leg. */
	mayLeave(): boolean {
		return !this.halted && this.now >= sendsUntil(this);
	}

	get isTurnedAway(): boolean {
		return this.now - (this.refusedSince ?? Infinity) >= PATIENCE_MS;
	}

	/** @throws when nothing more must be created */
	requireCreating(): void {
		if (this.isStopped) throw new ManualExecutionCancelledError(this.run.context.getExecutionId());
		const why = this.halted ?? (hasTimeToCreate(this, this.now) ? undefined : timeIsOver());
		if (why) throw leftOut(why);
	}
}

export function settingsOfRun(operation: CreateOperation, rows: readonly Row[]): CreateSettings {
	const all = rows.filter(isOpen).map(({ settings }) => settings);
	return all.find(waitsForJob) ?? all[0] ?? defaultsOf(operation);
}

export const waitsForJob = ({ waitForCompletion, dryRun }: CreateSettings): boolean =>
	waitForCompletion && !dryRun;

export const nothingTaken = (): Failure =>
	new Failure('The service has taken no job for ten minutes', {
		description: 'It takes only so many requests. Run these items again later.',
	});

export const timeIsOver = (): Failure =>
	new Failure("n8n's time limit for this execution has come", {
		description: 'Raise Timeout Workflow in the settings of the workflow, or give it fewer items.',
	});
