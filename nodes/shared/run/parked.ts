import type { INodeExecutionData } from 'n8n-workflow';
import type { JobKind } from '../jobs/kinds';
import type { Note, RunNote } from '../jobs/ledger';
import { isFinal, type Waited } from '../jobs/wait';
import { runAgainAt } from '../n8n/reentry';
import { ItemFailure } from '../operation/failure';
import { changedSettings, settingsWith } from '../operation/settings';
import type { CreateOperation } from '../operation/types';
import { wayOf } from '../waits';
import type { Interim } from './attempt';
import { isSafeByKey } from './idempotency';
import { noteOf, openJobRun, type JobRun, type Track } from './jobRun';
import { failedAt, itemOf } from './outcome';
import type { Run } from './runContext';
import { tellPark } from './summary';
import { useUpTries } from './tries';

/** n8n wakes up a little early or late. */
const ON_TIME_MS = 2_000;

/**
 * Parks the run: its state goes into the ledger, n8n stores the execution, and runs the node again at the next look or
 * on a call (n8n.md: Re-entry).
 * @param outcomes of all items
 * @returns the value that `execute()` has to return at once
 */
export async function park(jobRun: JobRun, outcomes: readonly Interim[]): Promise<INodeExecutionData[][]> {
	const { run, ledger, way, leg, maxInProgress } = jobRun;
	const tracks = new Map(jobRun.tracks.map((track) => [track.item, track]));
	for (const [item, outcome] of outcomes.entries()) {
		ledger.keep(item, noteAtPark(jobRun, tracks.get(item), outcome));
		await run.breathe();
	}
	const pending = jobRun.tracks.filter(({ item }) => outcomes[item] === 'pending');
	const open = pending.filter(({ state, waited }) => state !== undefined && !waited);
	const now = run.environment.now();
	const youngest = open.reduce((latest, { submittedAt }) => Math.max(latest, submittedAt), -Infinity);
	const next = pending.filter(({ state }) => state === undefined).map(({ item }) => item);
	// A free place is not kept for the jobs that others still wait for.
	const isFree = next.length > 0 && (maxInProgress === 0 || open.length < maxInProgress);
	const looks = open.length > 0 && !isFree ? way.nextLook(leg, now, youngest) : now;
	const wakeAt = open.reduce((first, { deadline = Infinity }) => Math.min(first, deadline), looks);
	ledger.run = {
		startedAt: leg.startedAt,
		way: way.value,
		wakeUpUrl: jobRun.wakeUpUrl,
		halted: jobRun.halted && failureNote(jobRun.halted),
		parked: {
			executionId: run.context.getExecutionId(),
			parkedAt: now,
			wakeAt,
			open: open.flatMap(({ state }) => state?.id ?? []),
			next: maxInProgress > 0 ? next.slice(0, maxInProgress) : next,
		},
	};
	tellPark(run, open, next.length);
	return await runAgainAt(run.context, new Date(wakeAt));
}

function noteAtPark({ operation, ledger }: JobRun, track: Track | undefined, outcome: Interim): Note {
	const known = track
		? { ...noteOf(track), settings: changedSettings(operation, track.settings) }
		: { fingerprint: '' };
	if (outcome === 'pending') return known;
	if (!outcome.ok) {
		// Another try must not send again what may have been paid.
		const doubt = track && ledger.find(track.item, track.fingerprint)?.doubt;
		return { ...known, ...(doubt !== undefined && { doubt }), failure: failureNote(outcome.failure) };
	}
	// The job stays: another try takes it up, and an error lists it.
	const isDerived = track?.waited !== undefined && track.settings.waitForCompletion;
	return isDerived ? known : { ...known, output: outcome.value.json };
}

function failureNote({ message, details }: ItemFailure): NonNullable<Note['failure']> {
	return { message, details: { ...details } };
}

/** A run that wakes up: its jobs, and the state of its items. */
export interface Woken {
	jobRun: JobRun;
	/** One for each item, in their order. */
	outcomes: Interim[];
	/** Jobs that are under way. */
	open: Track[];
	/** Jobs that this leg may create. */
	next: Track[];
	/** When the run was parked, milliseconds since the epoch. */
	parkedAt: number;
}

/**
 * Takes up a parked run; undefined when there is none. The parameters of its items are not read again: their
 * expressions would be most of the work of a leg.
 */
export function takeUp(run: Run, operation: CreateOperation): Woken | undefined {
	const jobRun = openJobRun(run, operation);
	const { ledger, leg } = jobRun;
	const note = ledger.run;
	if (note === undefined) return undefined;
	const { parked, halted } = note;
	ledger.run = undefined;
	const isByCall = leg.beganAt < parked.wakeAt - ON_TIME_MS;
	Object.assign(jobRun, {
		way: wayOf(note.way),
		wakeUpUrl: note.wakeUpUrl,
		leg: { ...leg, startedAt: note.startedAt, wokenBy: isByCall ? 'call' : 'time' },
		...(halted && { halted: new ItemFailure(halted.message, halted.details) }),
	});
	// An execution other than the parked one is a retry of it: n8n was killed after the wake-up.
	const isLost = parked.executionId !== run.context.getExecutionId();
	if (isLost) useUpTries(run);
	return readNotes(jobRun, parked, isLost);
}

function readNotes(jobRun: JobRun, { next, parkedAt }: RunNote['parked'], isLost: boolean): Woken {
	const { run, ledger } = jobRun;
	const mayBeCreated = new Set(next);
	const woken: Woken = { jobRun, outcomes: [], open: [], next: [], parkedAt };
	for (const item of run.items.keys()) {
		const note = ledger.of(item).at(-1);
		const track = trackOf(jobRun, item, note);
		jobRun.tracks.push(track);
		woken.outcomes.push(outcomeOf(item, note));
		if (note === undefined || woken.outcomes[item] !== 'pending') continue;
		if (track.state === undefined) {
			if (!mayBeCreated.has(item)) continue;
			if (isLost && !isSafeByKey(track)) {
				track.submitted = 'unknown';
				ledger.keep(item, { fingerprint: note.fingerprint, doubt: LOST });
			}
			woken.next.push(track);
		} else if (!track.waited) {
			// It may have been made again before n8n ended.
			if (isLost) track.plan = undefined;
			woken.open.push(track);
		}
	}
	return woken;
}

function trackOf({ operation, leg }: JobRun, item: number, note: Note | undefined): Track {
	return {
		item,
		fingerprint: note?.fingerprint ?? '',
		settings: settingsWith(operation, note?.settings),
		submitted: note?.doubt === undefined ? 'no' : 'unknown',
		submittedAt: leg.beganAt,
		...(note && submissionOf(operation.kind, note)),
	};
}

/** The jobs that an earlier try has made, or may have made. */
export function earlierTracks(jobRun: JobRun): Track[] {
	return [...jobRun.run.items.keys()].flatMap((item) =>
		jobRun.ledger
			.of(item)
			.filter(({ job, doubt }) => job !== undefined || doubt !== undefined)
			.map((note) => trackOf(jobRun, item, note)),
	);
}

const LOST = 'n8n ended while its create may have been under way.';

function outcomeOf(item: number, note: Note | undefined): Interim {
	if (note === undefined) return failedAt(item, new ItemFailure('The stored state of this item is lost'));
	if (note.failure) return failedAt(item, new ItemFailure(note.failure.message, note.failure.details));
	if (note.output) return { ok: true, value: itemOf(note.output, item) };
	return 'pending';
}

/** The part of a track that a note holds. */
export function submissionOf(kind: JobKind, { job, plan, claim, duplicate, remade, remadeFrom }: Note) {
	const submission = { plan, claim, duplicate, remade, remadeFrom };
	if (job === undefined) return submission;
	const state = { ...job.state, record: job.created ?? {} };
	const { submittedAt, deadline, files, created, waitedMs = 0, seen } = job;
	const waited: Waited | undefined = isFinal(kind, state)
		? { state, timedOut: false, statusChecks: 0, ...seen, waitedMs, missing: false }
		: undefined;
	const known = { submittedAt, submitted: 'yes', recalled: true, deadline, seen, files, created } as const;
	return { ...submission, ...known, waited, state };
}
