import { Failure } from '../service/failure';
import { STATUSES } from '../service/statuses';
import { createYield, createLimit } from '../async/limit';
import type { Environment } from '../async/environment';
import type { Transport } from '../transport/transport';
import { mergeStates, type JobKind, type JobState } from './kinds';
import { resultUrlsOf } from './output';
import { isDefinite, isNewerThanLists, isUnknown, pollAfter, READS_AT_A_TIME, readJobs } from './read';

export interface PendingJob {
	kind: JobKind;
	state: JobState;
	/** Milliseconds since the epoch. */
	since: number;
	lookNow?: boolean;
	until: number;
	/** What earlier waits for the job have seen. */
	seen?: Pick<Waited, 'statusChecks' | 'unfinishedAt' | 'unknownSince'>;
}

export interface Waited {
	state: JobState;
	timedOut: boolean;
	statusChecks: number;
	unfinishedAt?: number;
	/** Since when each poll gives the same status that the node does not know. Milliseconds since the epoch. */
	unknownSince?: number;
	/** Milliseconds from `since` to the end of the wait. */
	waitedMs: number;
	/** At the last poll the service had no such record. */
	missing: boolean;
	fault?: Failure;
}

export type Watch = ReturnType<typeof createWatch>;

const LATE_MS = 60_000;
export const LATE_ADDRESS_MS = 60_000;
/** A service that adds a status has ended the job with it, as a rule. With less, a new status of a busy hour would. */
const UNKNOWN_MS = 10 * 60_000;
const LAST_MS = 5_000;
const ENDS_MS = 1_000;
const LONGEST_NAP_MS = 1_000;

interface Watched extends Waited {
	waiting: PendingJob;
	isDue: boolean;
	withoutAddressAt?: number;
	finish(): void;
	fail(error: unknown): void;
}

interface Group {
	kind: JobKind;
	entries: Set<Watched>;
	/** The most jobs that it had at a time. */
	peak: number;
	pollAt: number;
}

export function isFinal(kind: JobKind, { status }: Pick<JobState, 'status'>): boolean {
	return status === kind.ready || STATUSES[status].isFinal === true;
}

/** The address may come a moment later. */
export function lacksAddress({ ready, keepsResults }: JobKind, state: JobState): boolean {
	if (ready !== 'completed' || keepsResults || state.status !== 'completed') return false;
	return resultUrlsOf(state).length === 0;
}

const isShared = ({ read }: JobKind) => read.most > 1;

/** Jobs of a kind with a batch read share their polls. */
export function createWatch(transport: Transport, environment: Environment, afterPoll?: () => void) {
	const limit = createLimit(READS_AT_A_TIME);
	const shared = new Map<JobKind, Group>();
	const yieldToEventLoop = createYield(environment);
	let refusal: string | undefined;

	async function watch(group: Group): Promise<void> {
		const { kind, entries } = group;
		let isPolled = false;
		for (;;) {
			await settleAll(entries);
			if (isPolled) afterPoll?.();
			isPolled = true;
			if (entries.size === 0) break;
			const restMs = () => Math.max(0, group.pollAt - environment.now());
			const plannedMs = restMs();
			do {
				// Jobs that join in this moment share the poll.
				await environment.sleep(isShared(kind) ? Math.min(restMs(), LONGEST_NAP_MS) : restMs());
				// More than the planned pause is left where the clock was put back.
			} while (restMs() > 0 && restMs() <= plannedMs);
			const dueAt = environment.now();
			await limit(async () => await poll(kind, [...entries], dueAt));
			group.pollAt = nextPollAt(entries, entries.size / group.peak);
		}
		shared.delete(kind);
	}

	function isLate(entry: Watched): boolean {
		if (!lacksAddress(entry.waiting.kind, entry.state)) return false;
		entry.withoutAddressAt ??= environment.now();
		return environment.now() - entry.withoutAddressAt < LATE_ADDRESS_MS;
	}

	/** A status that the node does not know is no reason to poll for hours. */
	function isGivenUp({ state, unknownSince }: Watched): boolean {
		if (unknownSince === undefined) return false;
		const isExplained = state.reason !== undefined || resultUrlsOf(state).length > 0;
		return isExplained || environment.now() - unknownSince >= UNKNOWN_MS;
	}

	async function settleAll(entries: Set<Watched>): Promise<void> {
		for (const entry of [...entries]) {
			if (!settle(entry)) continue;
			entries.delete(entry);
			await yieldToEventLoop();
		}
	}

	function settle(entry: Watched): boolean {
		const { kind, since, until } = entry.waiting;
		const isRefused = entry.fault !== undefined && isDefinite(entry.fault);
		const isOver = isFinal(kind, entry.state) ? isRefused || !isLate(entry) : isGivenUp(entry);
		if (isRefused && !isOver) {
			entry.fail(entry.fault);
			return true;
		}
		const now = environment.now();
		if (entry.isDue || (!isOver && now < until)) return false;
		entry.timedOut = !isOver && !isFinal(kind, entry.state);
		entry.waitedMs = now - since;
		if (entry.fault) refusal = entry.fault.message;
		entry.finish();
		return true;
	}

	async function poll(kind: JobKind, entries: readonly Watched[], dueAt: number): Promise<void> {
		const now = environment.now();
		for (const entry of entries) entry.isDue = false;
		const inTime = entries.filter(({ waiting }) => now < Math.max(waiting.until, dueAt) + LATE_MS);
		const end = inTime.reduce((first, { waiting }) => Math.min(first, waiting.until), Infinity);
		const ids = [...new Set(inTime.map(({ state }) => state.id))];
		const found = await readJobs(transport, kind, ids, Math.max(end, now) + LAST_MS);
		for (const entry of inTime) {
			await yieldToEventLoop();
			const answer = found.get(entry.state.id);
			const isNew = isNewerThanLists(now - entry.waiting.since);
			const state = isNew && isUnknown(answer) ? undefined : answer;
			entry.fault = state instanceof Failure ? state : undefined;
			if (state instanceof Failure) continue;
			entry.statusChecks++;
			entry.missing = state === undefined;
			const { unknownStatus: before } = entry.state;
			if (state) entry.state = mergeStates(entry.state, state);
			const { unknownStatus } = entry.state;
			if (unknownStatus === undefined) entry.unknownSince = undefined;
			else if (unknownStatus !== before || entry.unknownSince === undefined) entry.unknownSince = now;
			if (!isFinal(kind, entry.state) || isLate(entry)) entry.unfinishedAt = now;
		}
	}

	function nextPollAt(entries: Iterable<Watched>, share?: number): number {
		const now = environment.now();
		let youngest = Infinity;
		let end = Infinity;
		let earliestEnd = now;
		for (const { isDue, waiting, withoutAddressAt = waiting.since } of entries) {
			if (isDue) return now;
			youngest = Math.min(youngest, now - withoutAddressAt);
			if (waiting.until <= now) earliestEnd = now + ENDS_MS;
			else end = Math.min(end, waiting.until);
		}
		return Math.min(Math.max(end, earliestEnd), now + pollAfter(youngest, environment.random(), share));
	}

	function join(entry: Watched): void {
		const { kind } = entry.waiting;
		const others = shared.get(kind);
		const group = others ?? { kind, entries: new Set(), peak: 0, pollAt: Infinity };
		group.entries.add(entry);
		group.peak = Math.max(group.peak, group.entries.size);
		group.pollAt = Math.min(group.pollAt, nextPollAt([entry]));
		if (others) return;
		if (isShared(kind)) shared.set(kind, group);
		watch(group).catch((error: unknown) => {
			shared.delete(kind);
			for (const each of group.entries) each.fail(error);
		});
	}

	return {
		/** Why the service or n8n refused the last poll of a job, if it did. */
		refusal: () => refusal,
		/** @throws Failure */
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
