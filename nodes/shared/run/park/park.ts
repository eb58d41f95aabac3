import { runAgainAt, runIndexOf } from '../../n8n/reentry';
import { nodeContextOf } from '../../n8n/storedExecution';
import type { CreateOperation } from '../../operation/types';
import type { Run } from '../item/runContext';
import { doubted, isMade, takenUp } from '../item/job';
import { isSafeByKey } from '../keys/claim';
import { openJournal, takeSent, type Journal } from '../keys/journal';
import { isPending, openBatch, type Batch } from './batch';
import { fromPark, storedFailure, toFailureAgain, toPark, toStore, type Entry } from './entry';
import { openLedger, type Ledger, type Park } from './ledger';
import { strategyOf } from './strategies';
import { tellPark, tellTakenUp } from './summary';
import { isRetried, useUpTries, whyInDoubt } from './tries';

/** n8n wakes up a little early or late. */
const ON_TIME_MS = 2_000;

/** The ledger of a run of a node. */
export function ledgerOf({ context }: Run): Ledger {
	return openLedger(nodeContextOf(context), runIndexOf(context));
}

/** Puts the state of all items into the ledger, for the next leg. */
export async function keepAll({ run, operation, ledger, entries }: Batch): Promise<void> {
	for (const entry of entries) {
		ledger.keep(toPark(operation, entry));
		await run.breathe();
	}
}

/**
 * Parks the run, whose state is in the ledger: n8n stores the execution, and runs the node again at the next poll or on a
 * call (n8n.md: Re-entry).
 */
export async function park(batch: Batch): Promise<void> {
	const { run, ledger, strategy, leg, maxInProgress, wakeUpUrl, halted, limitAt, ends } = batch;
	const pending = batch.entries.filter(isPending);
	const open = pending.flatMap(({ job }) => (job?.is === 'running' ? [job] : []));
	const next = pending.filter(({ job }) => job?.is === 'planned').map(({ item }) => item);
	const now = run.environment.now();
	const youngest = open.reduce((latest, { submittedAt }) => Math.max(latest, submittedAt), -Infinity);
	// A free place is not kept for the jobs that others still wait for.
	const isFree = next.length > 0 && open.length < maxInProgress;
	const usual = open.length > 0 && !isFree ? strategy.wakesAt(leg, now, youngest) : now;
	const wakeAt = open.reduce(
		(first, { deadline = Infinity }) => Math.min(first, deadline),
		Math.min(usual, ends.stored),
	);
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
}

/**
 * Takes up a parked run; undefined when there is none. The parameters of its items are not read again: their
 * expressions would be most of the work of a leg. What another leg may have created is in doubt, and not sent.
 */
export async function resume(run: Run, operation: CreateOperation): Promise<Batch | undefined> {
	const ledger = ledgerOf(run);
	const { park } = ledger.run;
	if (park === undefined) return undefined;
	ledger.change({ park: undefined });
	const entries: Entry[] = [];
	for (const item of run.items.keys()) {
		entries.push(fromPark(operation, item, ledger.of(item).at(-1)));
		await run.breathe();
	}
	const journal = openJournal(run.context, ledger.run.journal);
	await takeUpWhatWasCreated(run, operation, ledger, journal, park, entries);
	const first = entries.find(({ settings }) => settings.waitForCompletion) ?? entries[0];
	// An execution other than the parked one is a retry of it, with a time limit of its own.
	const isOther = park.executionId !== run.context.getExecutionId();
	const isByCall = run.environment.now() < park.wakeAt - ON_TIME_MS;
	return openBatch({
		...{ run, operation, ledger, journal, entries },
		settings: first?.settings ?? { maxConcurrent: 1, maxInProgress: 0, storeAfter: 0 },
		strategy: strategyOf(park.strategy),
		wakeUpUrl: park.wakeUpUrl,
		halted: park.halted && toFailureAgain(park.halted),
		before: isOther
			? undefined
			: { startedAt: park.startedAt, wokenBy: isByCall ? 'call' : 'time', limitAt: park.limitAt ?? Infinity },
	});
}

/**
 * Another leg may have gone on from this park: the journal tells what it has sent. Without one, and while that leg may
 * still be at work, what it may have sent is in doubt.
 */
async function takeUpWhatWasCreated(
	run: Run,
	{ kind }: CreateOperation,
	ledger: Ledger,
	journal: Journal,
	park: Park,
	entries: Entry[],
): Promise<void> {
	const planned = entries.filter(
		(entry) => isPending(entry) && entry.job?.is === 'planned' && !isSafeByKey(entry),
	);
	const why = await whyInDoubt(run, park, planned.length > 0);
	if (why === undefined) return;
	useUpTries(run, ledger);
	const known = new Set(entries.flatMap(({ job }) => (isMade(job) ? [job.state.id] : [])));
	const noted = planned.length > 0 ? await journal.read().catch(() => undefined) : undefined;
	const sent = noted?.filter(({ id }) => id === undefined || !known.has(id));
	const mayBe = why.isAnyLater ? undefined : new Set(park.next);
	for (const entry of planned) {
		if (entry.job?.is !== 'planned') continue;
		const found = entry.request === undefined ? undefined : takeSent(sent ?? [], entry.request);
		const isKnown = sent !== undefined && journal.name !== undefined && !why.isAnyLater;
		if (found?.id !== undefined) {
			const { id, at } = found;
			entry.job = takenUp({ id, at });
			tellTakenUp(run, kind, id);
		} else if (found || !(isKnown || mayBe?.has(entry.item) === false)) {
			entry.job = doubted(entry.job, why.message);
		} else continue;
		ledger.keep(toStore(entry));
	}
}
