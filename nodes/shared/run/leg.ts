import { Claims } from '../claims/claims';
import { inTurns, memoryRows, noting, openStore, type Store } from '../claims/store';
import type { JobKind } from '../jobs/kinds';
import { Watch } from '../jobs/wait';
import { rowsOfWorkflow, whyNoStore } from '../n8n/deduplication';
import { hint, note } from '../n8n/hintsAndCustomData';
import { nodeOf } from '../n8n/storedExecution';
import { timeLimitOf } from '../n8n/executionFacts';
import { continuesOnFail } from '../operation/failure';
import type { Failure } from '../service/failure';
import { defaultSettings, type Settings, type CreateOperation } from '../operation/defineOperation';
import type { Allowed } from '../waiting/callers';
import { endsAt, type Timing } from '../waiting/strategies';
import type { State } from '../waiting/state';
import { Gate, limitsOverTime } from './gate';
import { isOpen, isPlanned, type Row } from './row';
import type { Run } from './runContext';

/** In memory for five minutes, on a worker for one. n8n keeps nothing of an execution whose worker is killed. */
const SAVE_AFTER_MINUTES = { worker: 1, process: 5 };

/** n8n runs the node once. A run that is suspended has several legs. It holds facts; its rows and its gate change. */
export class Leg {
	readonly kind: JobKind;
	readonly timing: Timing;
	readonly gate: Gate;
	readonly claims: Claims;
	readonly watch: Watch;
	private unsent: readonly Row[];

	constructor(
		readonly run: Run,
		readonly operation: CreateOperation,
		/** Stored by n8n. */
		readonly state: State,
		readonly rows: readonly Row[],
		readonly store: Store,
		readonly allowed: Allowed,
		/** How n8n woke a run that was suspended. */
		wokenBy?: Timing['wokenBy'],
	) {
		const { context, environment, transport, beganAt } = run;
		const { now } = environment;
		const { first } = state.run;
		const limit = timeLimitOf(context);
		const { startedAt, limitAt = Infinity } = first ?? { startedAt: beganAt, limitAt: limit.at };
		// A later try of a leg does not know how n8n woke it.
		const by = wokenBy ?? (first && 'time');
		this.kind = operation.kind;
		const settings = settingsOfRun(rows);
		const { saveAfter = SAVE_AFTER_MINUTES[limit.isPerLeg ? 'worker' : 'process'] } = settings;
		this.timing = {
			...{ startedAt, beganAt, wokenBy: by, limitAt, strategy: allowed.strategy },
			saveAfter: allowed.storesAtOnce ? 0 : saveAfter,
			ends: endsAt(limit, beganAt, by, { startedAt, limitAt }),
			answerBy: run.answerBy(settings.toolTimeout),
			silentUntil: () => Math.min(transport.outage?.silence.to ?? 0, now()),
		};
		run.ends = this.timing.ends;
		const limits = limitsOverTime(store.rows, nodeOf(context).id, context.getTimezone(), rows);
		const since = wokenBy ? state.saved?.refusedSince : state.areTriesUsedUp ? 0 : undefined;
		this.gate = new Gate(this.timing, settings, limits, now, since);
		this.claims = new Claims(store.rows, environment, (message) => context.logger.warn(message));
		this.watch = new Watch(operation.kind, transport, environment, run.yieldToEventLoop);
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
}

/** The store of a run's claims. It waits for a database that is away until the first wait of the run would be over. */
export async function storeOf(run: Run, { timeout }: Settings): Promise<Store> {
	const { context, environment, beganAt } = run;
	const why = whyNoStore(context);
	if (why !== undefined) return { rows: memoryRows, why };
	const store = await openStore(noting(inTurns(rowsOfWorkflow(context)), environment.uptime), {
		...environment,
		until: () => Math.min(beganAt + timeout * 60_000, run.endsAt()),
		warn: (message) => context.logger.warn(message),
	});
	if (store.why === undefined) return store;
	const message = "This version of n8n can't keep notes of paid jobs: a retry may pay again";
	context.logger.warn(message);
	hint(context, message, 'warning');
	note(context, message);
	return store;
}

export function settingsOfRun(rows: readonly Row[]): Settings {
	const all = rows.filter(isOpen).map(({ settings }) => settings);
	return all.find(waitsForJob) ?? all[0] ?? defaultSettings;
}

export const waitsForJob = ({ waitForCompletion, dryRun }: Settings): boolean => waitForCompletion && !dryRun;
