import { ServiceError } from '../transport/serviceError';
import { createBreathe, createLimit } from '../async/limit';
import type { Environment } from '../async/environment';
import type { Transport } from '../transport/types';
import { mergeStates, type JobKind, type JobState } from './kinds';
import { sighted, type Sightings } from './output';
import { isDefinite, isNotListedYet, READS_AT_A_TIME, readJobs } from './read';
import { LONGEST_PAUSE_MS, sharedPollAfter } from './pollInterval';

/** A job to wait for. */
export interface PendingJob {
	kind: JobKind;
	state: JobState;
	/** When it was submitted, or, if that is unknown, when the wait began: milliseconds since the epoch. */
	since: number;
	/** Whether to poll at once, even after `until`: true for a job that is not new. */
	lookNow?: boolean;
	/** When this wait ends in any case: milliseconds since the epoch. */
	until: number;
	/** What earlier waits for it have seen. */
	seen?: Pick<Waited, 'statusChecks' | 'unfinishedAt' | 'sightings'>;
}

/** The result of a wait. */
export interface Waited {
	state: JobState;
	/** The job was not final when the wait ended. */
	timedOut: boolean;
	statusChecks: number;
	/** When the job was last seen unfinished, if it was: the earliest time at which it can have been completed. */
	unfinishedAt?: number;
	sightings?: Sightings;
	/** Milliseconds from `since` to the end of the wait. */
	waitedMs: number;
	/** At the last poll the service had no record with the id (any more). */
	missing: boolean;
	/** Why the last poll failed, if it did. */
	fault?: ServiceError;
}

/** One scheduler for all the waits of a run. */
export type Watch = ReturnType<typeof createWatch>;

/** A last poll that has to wait longer than this for its turn is left out: the service hangs. */
const LATE_MS = 60_000;
/** No read goes on for longer than this beyond the end of a wait. */
const LAST_MS = 5_000;
/** Waits that end within this time share their last poll. */
const ENDS_MS = 1_000;
/** The longest sleep within a pause: a job that joins meanwhile is noticed within this time. */
const LONGEST_NAP_MS = 1_000;

interface Watched extends Waited {
	waiting: PendingJob;
	/** To be polled at once. */
	isDue: boolean;
	finish(): void;
	fail(error: unknown): void;
}

/** Jobs that share their polls. */
interface Group {
	kind: JobKind;
	entries: Set<Watched>;
	/** When the next poll is due. */
	pollAt: number;
}

/** Whether waiting for a job is over: it is ready, or never will be. */
export function isFinal(kind: JobKind, { status }: Pick<JobState, 'status'>): boolean {
	return status === kind.ready || status === 'failed' || status === 'cancelled' || status === 'closed';
}

const isShared = ({ read }: JobKind) => read.most > 1;

/** Makes the scheduler of a run: jobs of a kind with a batch read share their polls, any other is a group of its own. */
export function createWatch(transport: Transport, environment: Environment) {
	const limit = createLimit(READS_AT_A_TIME);
	const shared = new Map<JobKind, Group>();
	const breathe = createBreathe(environment);

	async function watch(group: Group): Promise<void> {
		const { kind, entries } = group;
		let lastPolledAt = -Infinity;
		for (;;) {
			await settleAll(entries);
			if (entries.size === 0) break;
			const restMs = () => Math.max(0, group.pollAt - environment.now());
			do {
				// Also where nothing rests: jobs that join in this moment share the poll.
				await environment.sleep(isShared(kind) ? Math.min(restMs(), LONGEST_NAP_MS) : restMs());
				// More than the longest pause is left where the clock was put back.
			} while (restMs() > 0 && restMs() <= LONGEST_PAUSE_MS);
			const pause = environment.now() - lastPolledAt;
			const dueAt = environment.now();
			const found = await limit(async () => await poll(kind, [...entries], dueAt));
			group.pollAt = nextPollAt(entries, pause, found);
			lastPolledAt = environment.now();
		}
		shared.delete(kind);
	}

	/** Each finished job starts work of its own: thousands at once would block the process. */
	async function settleAll(entries: Set<Watched>): Promise<void> {
		for (const entry of [...entries]) {
			if (!settle(entry)) continue;
			entries.delete(entry);
			await breathe();
		}
	}

	function settle(entry: Watched): boolean {
		const { kind, since, until } = entry.waiting;
		const isOver = isFinal(kind, entry.state);
		if (entry.fault && isDefinite(entry.fault) && !isOver) {
			entry.fail(entry.fault);
			return true;
		}
		const now = environment.now();
		if (entry.isDue || (!isOver && now < until)) return false;
		entry.timedOut = !isOver;
		entry.waitedMs = now - since;
		entry.finish();
		return true;
	}

	/**
	 * @param dueAt since when it waits for its turn: after its end where the machine slept, and then it is not late
	 * @returns how many jobs are finished
	 */
	async function poll(kind: JobKind, entries: readonly Watched[], dueAt: number): Promise<number> {
		const now = environment.now();
		for (const entry of entries) entry.isDue = false;
		const inTime = entries.filter(({ waiting }) => now < Math.max(waiting.until, dueAt) + LATE_MS);
		let finished = 0;
		const end = inTime.reduce((first, { waiting }) => Math.min(first, waiting.until), Infinity);
		const ids = [...new Set(inTime.map(({ state }) => state.id))];
		const found = await readJobs(transport, kind, ids, Math.max(end, now) + LAST_MS);
		for (const entry of inTime) {
			await breathe();
			const answer = found.get(entry.state.id);
			const state = isNotListedYet(answer, now - entry.waiting.since) ? undefined : answer;
			entry.fault = state instanceof ServiceError ? state : undefined;
			if (state instanceof ServiceError) continue;
			entry.statusChecks++;
			entry.missing = state === undefined;
			if (state) entry.state = mergeStates(entry.state, state);
			if (state) entry.sightings = sighted(entry.state, environment.now(), entry.sightings);
			if (isFinal(kind, entry.state)) finished++;
			else entry.unfinishedAt = now;
		}
		return finished;
	}

	/** When to poll jobs again, after a poll that found so many finished: ends that are close share a poll. */
	function nextPollAt(entries: Iterable<Watched>, pauseMs = Infinity, found = 0): number {
		const now = environment.now();
		let youngest = Infinity;
		let end = Infinity;
		let earliestEnd = now;
		for (const { isDue, waiting } of entries) {
			if (isDue) return now;
			youngest = Math.min(youngest, now - waiting.since);
			if (waiting.until <= now) earliestEnd = now + ENDS_MS;
			else end = Math.min(end, waiting.until);
		}
		const usual = sharedPollAfter(pauseMs, found, youngest, environment.random());
		return Math.min(Math.max(end, earliestEnd), now + usual);
	}

	function join(entry: Watched): void {
		const { kind } = entry.waiting;
		const others = shared.get(kind);
		const group = others ?? { kind, entries: new Set(), pollAt: Infinity };
		group.entries.add(entry);
		group.pollAt = Math.min(group.pollAt, nextPollAt([entry]));
		if (others) return;
		if (isShared(kind)) shared.set(kind, group);
		watch(group).catch((error: unknown) => {
			shared.delete(kind);
			for (const each of group.entries) each.fail(error);
		});
	}

	return {
		/**
		 * Waits until the job is final or its time has passed.
		 * @throws ServiceError when an answer makes asking again useless; what `sleep` throws on Stop.
		 */
		async until(waiting: PendingJob): Promise<Waited> {
			return await new Promise<Waited>((resolve, reject) => {
				const entry: Watched = {
					waiting,
					state: waiting.state,
					timedOut: false,
					statusChecks: 0,
					unfinishedAt: waiting.since,
					...waiting.seen,
					waitedMs: 0,
					missing: false,
					isDue: waiting.lookNow === true,
					finish: () => resolve(entry),
					fail: reject,
				};
				join(entry);
			});
		},
	};
}
