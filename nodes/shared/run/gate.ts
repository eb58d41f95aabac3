import { createLimit, type Limit } from '../async/limit';
import { Places } from '../claims/places';
import type { Rows } from '../claims/store';
import type { Settings } from '../operation/defineOperation';
import { createLimits } from '../operation/limits';
import { Failure } from '../service/failure';
import { keysOf } from '../service/values';
import { isPlanned, type Row } from './row';
import { canWake, hasTimeToCreate, sendsUntil, type Timing } from '../waiting/strategies';

/* Whether a run, a leg and a row may create jobs, and how many at a time. */

/** The rows that are left fail once the service has taken nothing for this long. */
const PATIENCE_MS = 600_000;

export class Gate {
	/** Jobs at the service at a time; Infinity for any number. */
	readonly mostOpen: number;
	readonly submissions: Limit;
	/** Why no more must be created. The first reason stays. */
	halted?: Failure;
	private retryFrom?: string;
	private active = 0;
	private leftJobs = 0;
	private takenAt = 0;
	private readonly waiting: Array<() => void> = [];

	constructor(
		private readonly timing: Timing,
		{ maxOpenJobs, concurrentSubmissions }: Settings,
		readonly limits: ReturnType<typeof limitsOverTime>,
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
		const message = 'The service has taken no job of this run for ten minutes';
		const details = { description: 'It takes only so many requests', retryFrom: this.retryFrom };
		this.halted ??= new Failure(message, 'runAgainLater', details);
	}

	/** May a create be sent now? A reason holds for this leg and each later leg. */
	may(): 'now' | 'later' | Failure {
		if (this.halted) return this.halted;
		if (this.now() >= sendsUntil(this.timing)) return 'later';
		return hasTimeToCreate(this.timing, this.now()) ? 'now' : timeIsOver();
	}

	note(refused?: { since: number; retryFrom?: string }): void {
		this.retryFrom = refused?.retryFrom;
		if (!refused) [this.takenAt, this.refusedSince] = [this.now(), undefined];
		else this.refusedSince ??= Math.max(this.takenAt, refused.since);
	}

	/** Takes a place of Maximum Open Jobs, for a planned row once one is free. False: a later leg has all of them. */
	async enter(row: Row): Promise<boolean> {
		const isFree = () => !isPlanned(row) || this.active + this.leftJobs < this.mostOpen;
		// A row that waits for its turn takes memory.
		if (isPlanned(row)) await this.submissions(async () => undefined);
		while (!isFree() && this.active > 0) await new Promise<void>((resolve) => this.waiting.push(resolve));
		const may = isFree() || this.halted !== undefined;
		this.active += 1;
		return may;
	}

	/** Keeps its place while the job of a row is made and followed, and longer if a later leg follows it. */
	async during(work?: Promise<'later' | undefined>): Promise<void> {
		if ((await work) === 'later') this.leftJobs += 1;
		this.leave();
	}

	leave(): void {
		this.active -= 1;
		for (const wake of this.waiting.splice(0)) wake();
	}
}

function timeIsOver(): Failure {
	const description = 'Raise Timeout Workflow (in a tool, Tool Timeout), or give the node fewer items.';
	return new Failure('The time limit of this run has come', 'runAgain', { description });
}

export const limitsOverTime = (store: Rows, node: string, timeZone: string, rows: readonly Row[]) =>
	keysOf(createLimits).flatMap((name) => {
		const { label, period } = createLimits[name];
		if (!period || rows.every(({ settings }) => settings[name] === 0)) return [];
		return { name, label, full: period.full, places: new Places(store, period, node, timeZone) };
	});
