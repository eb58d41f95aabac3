import { ServiceError } from '../transport/errors';
import { createLimit } from '../transport/limit';
import type { Environment, Transport } from '../transport/types';
import { mergeStates, type JobKind, type JobState } from './kinds';
import { isDefinite, isNotListedYet, READS_AT_A_TIME, readJobs } from './read';
import { createSharedPace, lookAfter, type SharedPace } from './schedule';

/** A job to wait for. */
export interface Waiting {
	kind: JobKind;
	state: JobState;
	/** When it was submitted, or, if that is unknown, when the wait began: milliseconds since the epoch. */
	since: number;
	/** Whether to look at once, even after the deadline: true for a job that is not new. */
	lookNow?: boolean;
	/** When to give up: milliseconds since the epoch. */
	deadline: number;
	/** What earlier waits for it have seen. */
	seen?: Pick<Waited, 'statusChecks' | 'unfinishedAt'>;
}

/** The result of a wait. */
export interface Waited {
	state: JobState;
	/** The deadline passed before the job was final. */
	timedOut: boolean;
	statusChecks: number;
	/** When the job was last seen unfinished, if it was: the earliest time at which it can have been completed. */
	unfinishedAt?: number;
	/** Milliseconds from `since` to the end of the wait. */
	waitedMs: number;
	/** At the last look the service had no record with the id (any more). */
	missing: boolean;
	/** Why the last look failed, if it did. */
	fault?: ServiceError;
}

/** One scheduler for all the waits of a run. */
export type Watch = ReturnType<typeof createWatch>;

/** A last look that has to wait longer than this for its turn is left out: the service hangs. */
const LATE_MS = 60_000;
/** After so many finished jobs, the rest of the process gets a turn. */
const SETTLED_AT_ONCE = 100;
/** The longest sleep within a pause: a job that joins meanwhile is noticed within this time. */
const LONGEST_NAP_MS = 1_000;

interface Entry extends Waited {
	waiting: Waiting;
	isLookedAt?: boolean;
	finish(): void;
	fail(error: unknown): void;
}

/** Whether waiting for a job is over: it is ready, or never will be. */
export function isFinal(kind: JobKind, state: Pick<JobState, 'status'>): boolean {
	if (state.status === kind.ready) return true;
	return state.status === 'failed' || state.status === 'cancelled' || state.status === 'closed';
}

/** Makes the scheduler of a run: kinds with a batch read share their looks, the others look one by one. */
export function createWatch(transport: Transport, environment: Environment) {
	const limit = createLimit(READS_AT_A_TIME);
	const groups = new Map<JobKind, Set<Entry>>();

	async function look(kind: JobKind, entries: readonly Entry[]): Promise<number> {
		const now = environment.now();
		let finished = 0;
		const found = await readJobs(transport, kind, [...new Set(entries.map(({ state }) => state.id))]);
		for (const entry of entries) {
			const answer = found.get(entry.state.id);
			const state = isNotListedYet(answer, now - entry.waiting.since) ? undefined : answer;
			entry.isLookedAt = true;
			entry.fault = state instanceof ServiceError ? state : undefined;
			if (state instanceof ServiceError) continue;
			entry.statusChecks++;
			entry.missing = state === undefined;
			if (state) entry.state = mergeStates(entry.state, state);
			if (isFinal(kind, entry.state)) finished++;
			else entry.unfinishedAt = now;
		}
		return finished;
	}

	function settle(entry: Entry): boolean {
		const { kind, since, deadline } = entry.waiting;
		if (entry.fault && isDefinite(entry.fault) && !isFinal(kind, entry.state)) {
			entry.fail(entry.fault);
			return true;
		}
		if (isDueNow(entry)) return false;
		const now = environment.now();
		const isOver = isFinal(kind, entry.state);
		if (!isOver && now < deadline) return false;
		entry.timedOut = !isOver;
		entry.waitedMs = now - since;
		entry.finish();
		return true;
	}

	async function watchAlone(entry: Entry): Promise<void> {
		const { kind, since, deadline } = entry.waiting;
		const lateAt = Math.max(deadline, environment.now()) + LATE_MS;
		while (!settle(entry)) {
			const now = environment.now();
			const pause = isDueNow(entry) ? 0 : lookAfter(now - since, environment.random());
			if (pause > 0) await environment.sleep(Math.min(pause, deadline - now));
			await limit(async () => environment.now() < lateAt && (await look(kind, [entry])));
			entry.isLookedAt = true;
		}
	}

	async function watchTogether(kind: JobKind, entries: Set<Entry>): Promise<void> {
		const pace = createSharedPace(environment.now());
		let lastLook = environment.now();
		for (;;) {
			await settleAll(entries);
			if (entries.size === 0) {
				groups.delete(kind);
				return;
			}
			await napUntilDue(entries, lastLook, pace);
			lastLook = environment.now();
			pace.looked(environment.now(), await look(kind, [...entries]));
		}
	}

	/** Each finished job starts work of its own: thousands at once would block the process. */
	async function settleAll(entries: Set<Entry>): Promise<void> {
		let settled = 0;
		for (const entry of [...entries]) {
			if (!settle(entry)) continue;
			entries.delete(entry);
			if (++settled % SETTLED_AT_ONCE === 0) await environment.sleep(0);
		}
	}

	async function napUntilDue(entries: Set<Entry>, lastLook: number, pace: SharedPace): Promise<void> {
		const random = environment.random();
		for (;;) {
			if ([...entries].some(isDueNow)) return;
			const now = environment.now();
			let youngest = Infinity;
			let deadline = Infinity;
			for (const { waiting } of entries) {
				youngest = Math.min(youngest, now - waiting.since);
				deadline = Math.min(deadline, waiting.deadline);
			}
			const end = Math.min(lastLook + pace.next(now, youngest, random), deadline);
			if (now >= end) return;
			await environment.sleep(Math.min(end - now, LONGEST_NAP_MS));
		}
	}

	function join(entry: Entry): void {
		const { kind } = entry.waiting;
		const group = groups.get(kind);
		if (group) return void group.add(entry);
		const entries = new Set([entry]);
		groups.set(kind, entries);
		watchTogether(kind, entries).catch((error: unknown) => {
			groups.delete(kind);
			for (const waiting of entries) waiting.fail(error);
		});
	}

	return {
		/**
		 * Waits until the job is final or its deadline has passed.
		 * @throws ServiceError when an answer makes asking again useless; what `sleep` throws on Stop.
		 */
		async until(waiting: Waiting): Promise<Waited> {
			return await new Promise<Waited>((resolve, reject) => {
				const entry: Entry = {
					waiting,
					state: waiting.state,
					timedOut: false,
					statusChecks: 0,
					unfinishedAt: waiting.since,
					...waiting.seen,
					waitedMs: 0,
					missing: false,
					finish: () => resolve(entry),
					fail: reject,
				};
				if (waiting.kind.read.batch) join(entry);
				else watchAlone(entry).catch(reject);
			});
		},
	};
}

function isDueNow({ waiting, isLookedAt }: Entry): boolean {
	return waiting.lookNow === true && !isLookedAt;
}
