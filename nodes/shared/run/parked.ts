import type { Note } from '../jobs/ledger';
import { runAgainAt } from '../n8n/reentry';
import { ItemFailure } from '../operation/failure';
import { changedSettings } from '../operation/settings';
import type { CreateOperation } from '../operation/types';
import { wayOf } from '../waits';
import type { Interim } from './attempt';
import { isSafeByKey } from './idempotency';
import { endOf, noteOf, openJobRun, trackOf, type JobRun, type Track } from './jobRun';
import { mayMakeAgain, useUpTries } from './legs';
import { failedAt, itemOf } from './outcome';
import type { Run } from './runContext';
import { tidyUpAfterStop } from './stop';
import { tellPark } from './summary';

/** n8n wakes up a little early or late. */
const ON_TIME_MS = 2_000;

/**
 * Parks the run: its state goes into the ledger, n8n stores the execution, and runs the node again at the next look or
 * on a call (n8n.md: Re-entry).
 * @param outcomes of all items
 * @throws ManualExecutionCancelledError after a Stop
 */
export async function park(jobRun: JobRun, outcomes: readonly Interim[]): Promise<void> {
	const { run, operation, ledger, way, leg, maxInProgress, wakeUpUrl, halted } = jobRun;
	const tracks = new Map(jobRun.tracks.map((track) => [track.item, track]));
	for (const [item, outcome] of outcomes.entries()) {
		ledger.keep(noteAtPark(jobRun, item, tracks.get(item), outcome));
		await run.breathe();
	}
	if (run.environment.signal?.aborted) await tidyUpAfterStop(jobRun);
	const pending = jobRun.tracks.filter(({ item }) => outcomes[item] === 'pending');
	const open = pending.filter((track) => track.state && !endOf(operation.kind, track));
	const next = pending.filter(({ state }) => state === undefined).map(({ item }) => item);
	const now = run.environment.now();
	const youngest = open.reduce((latest, { submittedAt }) => Math.max(latest, submittedAt), -Infinity);
	// A free place is not kept for the jobs that others still wait for.
	const isFree = next.length > 0 && (maxInProgress === 0 || open.length < maxInProgress);
	const looks = open.length > 0 && !isFree ? way.nextLook(leg, now, youngest) : now;
	const wakeAt = open.reduce((first, { deadline = Infinity }) => Math.min(first, deadline), looks);
	ledger.change({
		park: {
			executionId: run.context.getExecutionId(),
			startedAt: leg.startedAt,
			way: way.value,
			wakeUpUrl,
			halted: failureNote(halted),
			parkedAt: now,
			wakeAt,
			open: open.flatMap(({ state }) => state?.id ?? []),
			next: maxInProgress > 0 ? next.slice(0, maxInProgress) : next,
			createsMore: next.length > 0 || mayMakeAgain(jobRun),
		},
	});
	tellPark(run, open, next.length);
	await runAgainAt(run.context, new Date(wakeAt));
}

function noteAtPark(jobRun: JobRun, item: number, track: Track | undefined, outcome: Interim): Note {
	const { operation, leg } = jobRun;
	const note = track ? noteOf(track) : { item, fingerprint: '', submittedAt: leg.beganAt };
	const settings = track && changedSettings(operation, track.settings);
	if (outcome === 'pending') return { ...note, parked: { settings } };
	if (!outcome.ok) return { ...note, parked: { settings, failure: failureNote(outcome.failure) } };
	// The job stays: another try takes it up, and an error lists it.
	const isDerived = track && endOf(operation.kind, track) && track.settings.waitForCompletion;
	return { ...note, parked: { settings, output: isDerived ? undefined : outcome.value.json } };
}

function failureNote(failure: ItemFailure | undefined) {
	return failure && { message: failure.message, details: { ...failure.details } };
}

/** A run that wakes up: its jobs, and where each item stands. */
export type Woken = NonNullable<Awaited<ReturnType<typeof takeUp>>>;

/**
 * Takes up a parked run; undefined when there is none. The parameters of its items are not read again: their
 * expressions would be most of the work of a leg.
 */
export async function takeUp(run: Run, operation: CreateOperation) {
	const jobRun = openJobRun(run, operation);
	const { ledger, leg, tracks } = jobRun;
	const { park } = ledger.run;
	if (park === undefined) return undefined;
	ledger.change({ park: undefined });
	const isByCall = leg.beganAt < park.wakeAt - ON_TIME_MS;
	Object.assign(jobRun, {
		way: wayOf(park.way),
		wakeUpUrl: park.wakeUpUrl,
		leg: { ...leg, startedAt: park.startedAt, wokenBy: isByCall ? 'call' : 'time' },
		halted: park.halted && new ItemFailure(park.halted.message, park.halted.details),
	});
	// An execution other than the parked one is a retry of it: n8n was killed after the wake-up.
	const isLost = park.executionId !== run.context.getExecutionId();
	if (isLost) useUpTries(jobRun);

	const mayBeCreated = new Set(park.next);
	const outcomes: Interim[] = [];
	/** Jobs that are under way, or in doubt. */
	const open: Track[] = [];
	/** Jobs that this leg may create. */
	const next: Track[] = [];
	for (const item of run.items.keys()) {
		await run.breathe();
		const note = ledger.of(item).at(-1);
		const track = trackOf(operation, note ?? { item, fingerprint: '', submittedAt: leg.beganAt });
		tracks.push(track);
		outcomes.push(outcomeOf(item, note));
		if (outcomes[item] !== 'pending') continue;
		if (track.state !== undefined) {
			// It may have been made again before n8n ended.
			if (isLost) track.plan = undefined;
			if (!endOf(operation.kind, track)) open.push(track);
		} else if (!mayBeCreated.has(item)) continue;
		else if (isLost && !isSafeByKey(track)) {
			track.doubt = 'n8n ended while its create may have been under way.';
			ledger.keep(noteOf(track));
			open.push(track);
		} else next.push(track);
	}
	return { jobRun, outcomes, open, next, parkedAt: park.parkedAt };
}

function outcomeOf(item: number, note: Note | undefined): Interim {
	if (note === undefined) return failedAt(item, new ItemFailure('The stored state of this item is lost'));
	const { failure, output } = note.parked ?? {};
	if (failure) return failedAt(item, new ItemFailure(failure.message, failure.details));
	return output ? { ok: true, value: itemOf(output, item) } : 'pending';
}
