import { runAgainAt } from '../../n8n/reentry';
import { resumeUrlOf } from '../../n8n/resumeUrl';
import type { CreateOperation } from '../../operation/types';
import { isPending, openBatch, pending, settingsOfRun, type Batch } from '../batch/batch';
import { fromPark, storedFailure, toFailureAgain, toPark, type Entry } from '../batch/entry';
import { isRetried, ledgerOf, type Park } from '../batch/ledger';
import { tellPark } from '../batch/tell';
import { strategyOf, wakeUpAt } from '../batch/waysToWait';
import type { Run } from '../../item/runContext';
import { openJournal } from '../../keys/journal';

/** n8n wakes up a little early or late. */
const ON_TIME_MS = 2_000;

/**
 * Parks the run: puts the state of all items into the ledger, and has n8n store the execution, and run the node again at
 * the next poll or on a call (n8n.md: Re-entry).
 * @returns whether it is parked: after a Stop nothing is stored
 */
export async function park(batch: Batch): Promise<boolean> {
	const { run, operation, ledger, strategy, leg, maxInProgress, wakeUpUrl, halted, limitAt } = batch;
	for (const entry of batch.entries) {
		ledger.keep(toPark(operation, entry));
		await run.breathe();
	}
	if (run.environment.signal?.aborted) return false;
	const open = batch.entries.flatMap((entry) =>
		isPending(entry) && entry.job?.is === 'running' ? [entry.job] : [],
	);
	const next = pending(batch, 'planned').map(({ item }) => item);
	const now = run.environment.now();
	// A free place is not kept for the jobs that others still wait for.
	const hasFreePlace = next.length > 0 && open.length < maxInProgress;
	const wakeAt = wakeUpAt(batch, open, hasFreePlace, now);
	ledger.change({
		park: {
			executionId: run.context.getExecutionId(),
			startedAt: leg.startedAt,
			limitAt: Number.isFinite(limitAt) ? limitAt : undefined,
			strategy: strategy.value,
			wakeUpUrl,
			halted: halted && storedFailure(halted),
			parkedAt: now,
			wakeAt,
			open: open.map(({ state }) => state.id),
			next: next.slice(0, maxInProgress),
			createsMore: next.length > 0 || isRetried(run),
		},
	});
	await runAgainAt(run.context, new Date(wakeAt));
	tellPark(run, open, next.length);
	return true;
}

/**
 * Takes up a parked run; undefined when there is none. The parameters of its items are not read again: their
 * expressions would be most of the work of a leg.
 */
export async function resume(
	run: Run,
	operation: CreateOperation,
): Promise<{ batch: Batch; park: Park } | undefined> {
	const ledger = ledgerOf(run);
	const { park, journal } = ledger.run;
	if (park === undefined) return undefined;
	ledger.change({ park: undefined });
	const entries: Entry[] = [];
	for (const item of run.items.keys()) {
		entries.push(fromPark(operation, item, ledger.of(item).at(-1)));
		await run.breathe();
	}
	// An execution other than the parked one is a retry of it, with a time limit of its own.
	const isOther = park.executionId !== run.context.getExecutionId();
	const strategy = strategyOf(park.strategy);
	const isByCall = run.environment.now() < park.wakeAt - ON_TIME_MS;
	const batch = openBatch({
		...{ run, operation, ledger, journal: openJournal(run.context, journal), entries },
		settings: settingsOfRun(operation, entries),
		strategy,
		wakeUpUrl: strategy.isCalled && resumeUrlOf(run.context),
		halted: park.halted && toFailureAgain(park.halted),
		before: isOther
			? undefined
			: { startedAt: park.startedAt, wokenBy: isByCall ? 'call' : 'time', limitAt: park.limitAt ?? Infinity },
	});
	return { batch, park };
}
