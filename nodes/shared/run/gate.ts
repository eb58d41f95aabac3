import { createLimit, type Limit } from '../async/limit';
import { Places, type Place } from '../claims/places';
import type { Rows } from '../claims/store';
import type { CreateSettings } from '../operation/defineOperation';
import { createLimits } from '../operation/limits';
import { continuesOnFail } from '../operation/failure';
import { Failure, wrongField } from '../service/failure';
import { quota } from '../service/records';
import { READ_BALANCE } from '../service/request';
import { canWake, hasTimeToCreate, sendsUntil, type Timing } from '../waiting/strategies';
import { databaseIsAway } from './identity';
import type { Leg } from './leg';
import { isPlanned, type Row } from './row';
import { keysOf, timeAt } from '../service/values';

/* Whether a run, a leg and a row may create jobs, and how many at a time. */

/** The rows that are left fail once the service has taken nothing for this long. */
const PATIENCE_MS = 600_000;

export class Gate {
	/** Jobs at the service at a time; Infinity for any number. */
	readonly mostOpen: number;
	readonly submissions: Limit;
	/** Why no more must be created. The first reason stays. */
	halted?: Failure;
	private active = 0;
	private leftJobs = 0;
	private wake = () => {};

	constructor(
		private readonly timing: Timing,
		{ maxOpenJobs, concurrentSubmissions }: CreateSettings,
		readonly limits: readonly LimitOverTime[],
		private readonly now: () => number,
		/** Since when the service has taken no create of this run; undefined once it took one. */
		public refusedSince?: number,
	) {
		this.mostOpen = maxOpenJobs || Infinity;
		this.submissions = createLimit(concurrentSubmissions);
	}

	/** Ends the creating when this leg can have no successor, or the service takes nothing. */
	haltAtEnd(): void {
		if (!canWake(this.timing.ends, this.now())) this.halted ??= timeIsOver();
		if (this.now() - (this.refusedSince ?? Infinity) < PATIENCE_MS) return;
		const description = 'It takes only so many requests';
		this.halted ??= new Failure(NOTHING_TAKEN, 'runAgainLater', { description });
	}

	/** May a create be sent now? A reason holds for this leg and each later leg. */
	may(): 'now' | 'later' | Failure {
		if (this.halted) return this.halted;
		if (this.now() >= sendsUntil(this.timing)) return 'later';
		return hasTimeToCreate(this.timing, this.now()) ? 'now' : timeIsOver();
	}

	/** Notes whether the service took a create, or too many of others. */
	note(wasTaken: boolean): void {
		this.refusedSince = wasTaken ? undefined : (this.refusedSince ?? this.now());
	}

	/** Waits until a job may be created. False where the places of Maximum Open Jobs are kept for a later leg. */
	async hasRoom(): Promise<boolean> {
		// A row that waits for its turn takes memory.
		await this.submissions(async () => undefined);
		const isFree = () => this.active + this.leftJobs < this.mostOpen;
		while (!isFree() && this.active > 0) await new Promise<void>((resolve) => (this.wake = resolve));
		return isFree() || this.halted !== undefined;
	}

	/** Keeps a place while the job of a row is made and followed, and longer if a later leg follows it. */
	async during(work: Promise<'later' | undefined>): Promise<void> {
		this.move(1);
		if ((await work) === 'later') this.leftJobs += 1;
		this.move(-1);
	}

	/** A row that waits for the create of another run leaves its place. */
	move(places: 1 | -1): void {
		this.active += places;
		this.wake();
	}
}

const NOTHING_TAKEN = 'The service has taken no job of this run for ten minutes';

function timeIsOver(): Failure {
	const description = 'Raise Timeout Workflow (in a tool, Tool Timeout), or give the node fewer items.';
	return new Failure('The time limit of this run has come', 'runAgain', { description });
}

/**
 * Why a run must create nothing. Maximum Jobs per Execution counts all runs of the node in this execution, such as rounds
 * of a loop or calls of an agent. A limit over time that is too low for all rows only stops a node that stops on errors.
 * The lowest of the items counts, and rows with the same claim are one job. The balance must reach the highest Minimum
 * Credit (service.md: Credit).
 */
export async function brokenLimit(leg: Leg): Promise<Failure | undefined> {
	const { run, kind, state, gate } = leg;
	const rows = leg.rows.filter(isPlanned);
	const minimum = Math.max(0, ...new Set(rows.map(({ settings }) => settings.minimumCredit)));
	if (kind.group === 'faceSwap' && minimum > 0) {
		const { credit } = await run.transport.send(READ_BALANCE, quota);
		const message = `The balance is ${credit} credits, and Minimum Credit asks for ${minimum}`;
		const description = 'Top up the account, or lower Minimum Credit.';
		const details = { field: 'Minimum Credit', description };
		if (credit < minimum) return new Failure(message, 'addCredits', details);
	}
	const count = new Set(rows.map(({ claim, item }) => claim?.name ?? String(item))).size;
	const ofRun = { name: 'maxJobs', label: createLimits.maxJobs.label, before: state.jobsOfOthers } as const;
	const overTime = continuesOnFail(run.context) ? [] : gate.limits.map((limit) => ({ ...limit, before: 0 }));
	for (const { name, label, before } of [ofRun, ...overTime]) {
		const most = Math.min(...new Set(rows.map(({ settings }) => settings[name] || Infinity)));
		if (before + count <= most) continue;
		const jobs = `${count} ${count === 1 ? 'job' : 'jobs'}${before > 0 ? `, after ${before} in this execution` : ''}`;
		const message = `This run would make ${jobs}, and ${label} allows ${most}`;
		return wrongField(label, message, `Give it fewer items, or raise ${label}.`);
	}
	state.countJobs(state.run.made + count);
	return undefined;
}

export type LimitOverTime = ReturnType<typeof limitsOverTime>[number];

export const limitsOverTime = (rows: Rows, node: string, timeZone: string) =>
	keysOf(createLimits).flatMap((name) => {
		const { label, period } = createLimits[name];
		if (!period) return [];
		return { name, label, full: period.full, places: new Places(rows, period, node, timeZone) };
	});

/** A place for a create that has its claim. Equal rows need one. Undefined: no such limit. */
export async function placeOf(
	{ run, now }: Leg,
	{ settings }: Row,
	{ name, label, full, places }: LimitOverTime,
	isClaimed: boolean,
): Promise<Place | Failure | undefined> {
	const most = settings[name];
	if (most === 0 || !(isClaimed || places.isFull(most, now))) return undefined;
	const place = await places.take(most, now).catch((error: unknown) => databaseIsAway(error));
	if (place) return place;
	const retryAt = places.endAfter(now);
	return new Failure(`Not sent: ${label} allows ${most}, and ${full}`, 'runAgainLater', {
		...{ submitted: 'no', retryFrom: new Date(retryAt).toISOString() },
		description: `Run it again from ${timeAt(retryAt, run.context.getTimezone())} on.`,
	});
}
