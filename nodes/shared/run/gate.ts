import { createLimit, type Limit } from '../async/limit';
import { datesIn, type DayPlaces, type Place } from '../claims/days';
import type { CreateSettings } from '../operation/defineOperation';
import { continuesOnFail } from '../operation/failure';
import { Failure, wrongField } from '../service/failure';
import { quota } from '../service/records';
import { READ_BALANCE } from '../service/request';
import { canWake, hasTimeToCreate, sendsUntil, type Timing } from '../waiting/strategies';
import { databaseIsAway } from './identity';
import type { Leg } from './leg';
import { isPlanned, type Row } from './row';
import { timeAt } from '../service/values';

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
	private lastRefusal: Failure | undefined;
	private wake = () => {};

	constructor(
		private readonly timing: Timing,
		{ maxOpenJobs, concurrentSubmissions }: Pick<CreateSettings, 'maxOpenJobs' | 'concurrentSubmissions'>,
		/** The places of Maximum Jobs per Day. */
		readonly days: DayPlaces,
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
		if (this.now() - (this.refusedSince ?? Infinity) >= PATIENCE_MS)
			this.halted ??= nothingTaken(this.lastRefusal);
	}

	/** May a create be sent now? A reason holds for this leg and each later leg. */
	may(): 'now' | 'later' | Failure {
		if (this.halted) return this.halted;
		if (this.now() >= sendsUntil(this.timing)) return 'later';
		return hasTimeToCreate(this.timing, this.now()) ? 'now' : timeIsOver();
	}

	/** Notes whether the service took a create, or too many of others. */
	note(wasTaken: boolean, refusal?: Failure): void {
		this.lastRefusal = refusal;
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

	/** Leaves the place of a row while another run creates its job. */
	async apart(work: () => Promise<void>): Promise<void> {
		this.active -= 1;
		this.wake();
		await work().finally(() => (this.active += 1));
	}

	/** Keeps a place while the job of a row is made and followed, and longer if a later leg follows it. */
	async during(work: Promise<'later' | undefined>): Promise<void> {
		this.active += 1;
		if ((await work) === 'later') this.leftJobs += 1;
		this.active -= 1;
		this.wake();
	}
}

const nothingTaken = (last?: Failure) =>
	new Failure('The service has taken no job of this run for ten minutes', 'runAgainLater', {
		description: last ? `The last answer was: ${last.message}` : 'It takes only so many requests',
	});

const timeIsOver = () =>
	new Failure('The time limit of this run has come', 'runAgain', {
		description: 'Raise Timeout Workflow (in a tool, Tool Timeout), or give the node fewer items.',
	});

/**
 * Maximum Jobs per Execution, the lowest of the items. All runs of the node in this execution count together, such as
 * rounds of a loop or calls of an agent. Rows with the same claim are one job.
 * @throws Failure for the run before anything is paid
 */
export function requireMaxJobs(leg: Leg): void {
	const { state } = leg;
	const rows = leg.rows.filter(isPlanned);
	const most = Math.min(...new Set(rows.map(({ settings }) => settings.maxJobs || Infinity)));
	if (most === Infinity) return;
	const count = new Set(rows.map(({ claim, item }) => claim?.name ?? String(item))).size;
	const before = state.jobsOfOthers;
	if (before + count > most) {
		const jobs = `${count} ${count === 1 ? 'job' : 'jobs'}${before > 0 ? `, after ${before} in this execution` : ''}`;
		const field = 'Maximum Jobs per Execution';
		const message = `This run would make ${jobs}, and ${field} allows ${most}`;
		throw wrongField(field, message, `Give it fewer items, or raise ${field}.`);
	}
	state.countJobs(state.run.made + count);
}

/** The balance must reach the highest Minimum Credit (service.md: Credit). @throws Failure as `requireMaxJobs` does */
export async function requireMinimumCredit(leg: Leg): Promise<void> {
	if (leg.kind.group !== 'faceSwap') return;
	const minimum = Math.max(
		0,
		...new Set(leg.rows.filter(isPlanned).map(({ settings }) => settings.minimumCredit)),
	);
	if (minimum === 0) return;
	const { credit } = await leg.run.transport.send(READ_BALANCE, quota);
	if (credit >= minimum) return;
	const message = `The balance is ${credit} credits, and Minimum Credit asks for ${minimum}`;
	const description = 'Top up the account, or lower Minimum Credit.';
	throw new Failure(message, 'addCredits', { field: 'Minimum Credit', description });
}

/** A place of Maximum Jobs per Day for a create that has its claim. Equal rows need one. Undefined: no such limit. */
export async function dayPlaceOf(
	{ run, gate, now, rows }: Leg,
	{ settings: { maxJobsPerDay: most } }: Row,
	isClaimed: boolean,
): Promise<Place | Failure | undefined> {
	if (most === 0 || !(isClaimed || gate.days.isFull(most, now))) return undefined;
	const timeZone = run.context.getTimezone();
	const place = await gate.days.take(most, now).catch((error: unknown) => databaseIsAway(error));
	if (place) return place;
	const what = `Not sent: Maximum Jobs per Day allows ${most}`;
	const wanted = () => rows.filter((row) => row.now.is !== 'done' && !row.settings.dryRun).length;
	// All rows or none: with so many, no day would be long enough.
	if (!continuesOnFail(run.context) && wanted() > most) {
		const message = `${what}, and this run has ${wanted()} rows`;
		const details = { submitted: 'no', suggestion: wanted() } as const;
		return wrongField('Maximum Jobs per Day', message, RAISE_LIMIT, details);
	}
	const retryAt = endOfDay(now, timeZone);
	return new Failure(`${what}, and no place is left today`, 'runAgainLater', {
		...{ submitted: 'no', retryFrom: new Date(retryAt).toISOString() },
		description: `Run it again from ${timeAt(retryAt, timeZone)} on.`,
	});
}

const RAISE_LIMIT = 'Raise Maximum Jobs per Day, give the node fewer items, or let it continue on errors.';

/** In each time zone days begin at a quarter of an hour. */
const QUARTER_MS = 15 * 60_000;

export function endOfDay(now: number, timeZone: string): number {
	const dates = datesIn(timeZone);
	let end = now - (now % QUARTER_MS);
	while (dates.format(end) === dates.format(now)) end += QUARTER_MS;
	return end;
}
