import { Failure } from '../service/failure';
import { createLimit } from '../async/limit';
import { pollAfter } from '../async/waitMethods';
import type { Environment } from '../async/environment';
import type { Transport } from '../transport/transport';
import { hasResult, isFinal, mergeStates, type JobKind, type JobState } from './kinds';
import { isDefinite, isNewerThanLists, isUnknown, READS_AT_A_TIME, readJobs } from './read';

/*
 * A job that is waited for. After each poll the first line that holds decides:
 *
 * | its record                               | the wait                                                       |
 * |------------------------------------------|----------------------------------------------------------------|
 * | is refused, and asking again is useless  | fails; a final job without its address ends                    |
 * | is final                                 | ends, but waits a minute for an address that is late           |
 * | is not listed, or has an unknown status  | ends after ten minutes, or with the result or reason of such   |
 * | is not final, and its time is over       | ends as timed out; a job that is due gets its poll before that |
 * | is not final                             | continues with the next poll                                   |
 *
 * Jobs of a kind that the service reads together share their polls: a group has one poll at a time.
 */

/** A job as the wait for it begins. Times are milliseconds since the epoch. */
export interface PendingJob {
	/** As the create or an earlier leg left it. */
	state: JobState;
	since: number;
	/** Whether its first poll is due immediately, because an earlier leg or try created it. */
	lookNow?: boolean;
	until: number;
	/** Whether the minute for a late address may end after it. */
	mayBeLate?: boolean;
	/** The findings of earlier waits for the job. */
	seen?: Pick<Waited, 'statusChecks' | 'unfinishedAt' | 'unknownSince'>;
}

export interface Waited {
	/** As the last poll with an answer gave it. */
	state: JobState;
	/** Whether the time was over before the job was final. */
	timedOut: boolean;
	/** How many polls had an answer, in all waits for the job. */
	statusChecks: number;
	/** The last poll that found it unfinished. Milliseconds since the epoch. */
	unfinishedAt?: number;
	/** Since when each poll gives no record, or the same status that the node does not know. Milliseconds since the epoch. */
	unknownSince?: number;
	/** Milliseconds from `since` to the end of the wait. */
	waitedMs: number;
	/** At the last poll the service had no such record. */
	missing: boolean;
	/** Why the last poll had no answer. */
	fault?: Failure;
}

/** A poll waits so long for its turn. With less, a busy limiter ends waits without their last poll. */
const LATE_MS = 60_000;
/** As long as a service needs to copy a large file, seen in no document. Half of it is too short for a video. */
const LATE_ADDRESS_MS = 60_000;
/** A service that adds a status has ended the job with it, as a rule. With less, a status of a busy hour would end it. */
const UNKNOWN_MS = 10 * 60_000;
/** A poll that was sent just before the end gets so long for its answer. The output has as long before n8n's limit. */
const LAST_MS = 5_000;
/** After the first end in a group, the others are polled so soon. Ends that follow each other share a poll. */
const ENDS_MS = 1_000;
/** Jobs that join a group wait at most so long for a shared poll to be planned again, as the first poll is due in a second. */
const LONGEST_NAP_MS = 1_000;

interface Watched extends PendingJob, Waited {
	withoutAddressAt?: number;
	finish(): void;
	fail(error: unknown): void;
}

interface Group {
	entries: Set<Watched>;
	pollAt: number;
}

/** The address may come a moment later. */
export function lacksAddress({ ready, keepsResults }: JobKind, state: JobState): boolean {
	const isWhole = hasResult(state) && (state.lipsync !== true || Boolean(state.record.lipsync_video_url));
	return ready === 'completed' && !keepsResults && state.status === ready && !isWhole;
}

/** Polls all jobs that a leg waits for. They are of one kind. */
export class Watch {
	/** Why the service or n8n refused the last poll of a job, if it did. */
	refusal: string | undefined;
	private readonly limit = createLimit(READS_AT_A_TIME);
	private shared?: Group;

	constructor(
		private readonly kind: JobKind,
		private readonly transport: Transport,
		private readonly environment: Environment,
		private readonly yieldToEventLoop: () => Promise<void>,
	) {}

	/** @throws Failure */
	async until(waiting: PendingJob): Promise<Waited> {
		return await new Promise<Waited>((resolve, reject) => {
			const entry: Watched = {
				...{ ...waiting, timedOut: false, missing: false },
				...{ statusChecks: 0, unfinishedAt: waiting.since, ...waiting.seen, waitedMs: 0 },
				finish: () => resolve(entry),
				fail: reject,
			};
			const group = this.shared ?? { entries: new Set(), pollAt: Infinity };
			group.entries.add(entry);
			group.pollAt = Math.min(group.pollAt, this.nextPollAt([entry]));
			if (group === this.shared) return;
			if (this.kind.read.most > 1) this.shared = group;
			this.watch(group).catch((error: unknown) => {
				this.shared = undefined;
				for (const each of group.entries) each.fail(error);
			});
		});
	}

	private async watch(group: Group): Promise<void> {
		const { entries } = group;
		const { environment } = this;
		for (;;) {
			for (const entry of [...entries]) {
				if (!this.settle(entry)) continue;
				entries.delete(entry);
				await this.yieldToEventLoop();
			}
			if (entries.size === 0) break;
			const restMs = () => Math.max(0, group.pollAt - environment.now());
			const plannedMs = restMs();
			do {
				// Jobs that join in this moment share the poll.
				await environment.sleep(group === this.shared ? Math.min(restMs(), LONGEST_NAP_MS) : restMs());
				// More than the planned pause is left where the clock was put back.
			} while (restMs() > 0 && restMs() <= plannedMs);
			const dueAt = environment.now();
			await this.limit(async () => await this.poll([...entries], dueAt));
			group.pollAt = this.nextPollAt(entries);
		}
		this.shared = undefined;
	}

	/** Ends the wait for a job by the table above. */
	private settle(entry: Watched): boolean {
		const { since, until, mayBeLate } = entry;
		const isRefused = entry.fault !== undefined && isDefinite(entry.fault);
		const isEnded = isFinal(this.kind, entry.state);
		const isOver = isEnded ? isRefused || !this.isLate(entry) : this.isGivenUp(entry);
		if (isRefused && !isOver) {
			entry.fail(entry.fault);
			return true;
		}
		const now = this.environment.now();
		if (entry.lookNow || (!isOver && (now < until || (isEnded && mayBeLate)))) return false;
		entry.timedOut = !isOver && !isEnded;
		entry.waitedMs = now - since;
		if (entry.fault) this.refusal = entry.fault.message;
		entry.finish();
		return true;
	}

	private isLate(entry: Watched): boolean {
		if (!lacksAddress(this.kind, entry.state)) return false;
		entry.withoutAddressAt ??= this.environment.now();
		return this.environment.now() - entry.withoutAddressAt < LATE_ADDRESS_MS;
	}

	/** Nothing that the node knows is to be expected any more, so it does not poll for hours. */
	private isGivenUp({ state, unknownSince, missing }: Watched): boolean {
		if (unknownSince === undefined) return false;
		const isExplained = !missing && (state.reason !== undefined || hasResult(state));
		return isExplained || this.environment.now() - unknownSince >= UNKNOWN_MS;
	}

	private async poll(entries: readonly Watched[], dueAt: number): Promise<void> {
		const now = this.environment.now();
		for (const entry of entries) entry.lookNow = false;
		const inTime = entries.filter(({ until }) => now < Math.max(until, dueAt) + LATE_MS);
		const end = inTime.reduce((first, { until }) => Math.min(first, until), Infinity);
		const ids = [...new Set(inTime.map(({ state }) => state.id))];
		const found = await readJobs(this.transport, this.kind, ids, Math.max(end, now) + LAST_MS);
		for (const entry of inTime) {
			await this.yieldToEventLoop();
			const answer = found.get(entry.state.id);
			const isNew = isNewerThanLists(now - entry.since);
			const isRefused = answer instanceof Failure && !(isNew && isUnknown(answer));
			entry.fault = isRefused ? answer : undefined;
			if (!isRefused) this.note(entry, answer instanceof Failure ? undefined : answer, now, isNew);
		}
	}

	/** @param state undefined where the service has no such record */
	private note(entry: Watched, state: JobState | undefined, now: number, isNew: boolean): void {
		const { unknownStatus: before } = entry.state;
		entry.statusChecks++;
		entry.missing = state === undefined;
		if (state) entry.state = mergeStates(entry.state, state);
		const { unknownStatus } = entry.state;
		if ((state ?? isNew) && unknownStatus === undefined) entry.unknownSince = undefined;
		else if (unknownStatus !== before || entry.unknownSince === undefined) entry.unknownSince = now;
		if (!isFinal(this.kind, entry.state) || this.isLate(entry)) entry.unfinishedAt = now;
	}

	private nextPollAt(entries: Iterable<Watched>): number {
		const now = this.environment.now();
		let [youngest, end, earliestEnd] = [Infinity, Infinity, now];
		for (const { lookNow, since, until, withoutAddressAt = since } of entries) {
			if (lookNow) return now;
			youngest = Math.min(youngest, now - withoutAddressAt);
			if (until <= now) earliestEnd = now + ENDS_MS;
			else end = Math.min(end, until);
		}
		return Math.min(Math.max(end, earliestEnd), now + pollAfter(youngest, this.environment.random()));
	}
}
