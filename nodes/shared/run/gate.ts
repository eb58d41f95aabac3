import { createLimit, type Limit } from '../async/limit';
import type { DayPlaces } from '../claims/days';
import type { CreateSettings } from '../operation/settings';
import { Failure } from '../service/failure';
import { hasTimeToCreate, sendsUntil, waitsForTurnUntil, type Timing } from '../waiting/strategies';

/** The rows that are left fail once the service has taken nothing for this long. */
const PATIENCE_MS = 600_000;

/** Decides whether a leg may create more jobs, and how many at a time. */
export class Gate {
	/** Jobs at the service at a time; Infinity for any number. */
	readonly places: number;
	readonly submissions: Limit;
	private reason: Failure | undefined;
	private active = 0;
	private leftJobs = 0;
	private wake = () => {};

	constructor(
		private readonly timing: Timing,
		{ maxOpenJobs, concurrentSubmissions }: Pick<CreateSettings, 'maxOpenJobs' | 'concurrentSubmissions'>,
		/** The places of Maximum Jobs per Day. */
		readonly days: DayPlaces,
		private readonly now: () => number,
		/** Whether the failure of a row ends the creating. */
		private readonly stopsOnFailure: boolean,
		/** Since when the service has taken no create of this run; undefined once it took one. */
		public refusedSince?: number,
	) {
		this.places = maxOpenJobs || Infinity;
		this.submissions = createLimit(concurrentSubmissions);
	}

	/** Why no more must be created. */
	get halted(): Failure | undefined {
		return this.reason;
	}

	/** Ends the creating of jobs; the first reason stays. */
	halt(why: Failure | undefined): void {
		this.reason ??= why;
	}

	/** Ends the creating after the failure of a row when the node stops on it, or when it holds for all rows. */
	haltAfter(failure: Failure): void {
		if (failure.scope === 'run' || this.stopsOnFailure) this.halt(failure);
	}

	/** May a create be sent now? A reason holds for this leg and for all later ones. */
	may(): 'now' | 'later' | Failure {
		if (this.reason) return this.reason;
		if (this.now() >= sendsUntil(this.timing)) return 'later';
		return hasTimeToCreate(this.timing, this.now()) ? 'now' : timeIsOver();
	}

	/** Until when a create that asks now waits for its turn, or for the create of another run. */
	sendsUntil(timeoutMinutes: number): number {
		return waitsForTurnUntil(this.timing, timeoutMinutes, this.now());
	}

	/** Notes whether the service took a create, or too many of others. */
	note(wasTaken: boolean): void {
		this.refusedSince = wasTaken ? undefined : (this.refusedSince ?? this.now());
	}

	get isTurnedAway(): boolean {
		return this.now() - (this.refusedSince ?? Infinity) >= PATIENCE_MS;
	}

	/** Waits until a job may be created. False where the places of Maximum Open Jobs are kept for a later leg. */
	async hasRoom(): Promise<boolean> {
		// A row that waits for its turn takes memory.
		await this.submissions(async () => undefined);
		const isFree = () => this.active + this.leftJobs < this.places;
		while (!isFree() && this.active > 0) await new Promise<void>((resolve) => (this.wake = resolve));
		return isFree() || this.reason !== undefined;
	}

	/** Keeps a place while the job of a row is made and followed. */
	async during(work: Promise<void>): Promise<void> {
		this.active += 1;
		await work;
		this.active -= 1;
		this.wake();
	}

	/** A later leg follows the job, which keeps its place. */
	leave(): void {
		this.leftJobs += 1;
	}
}

export const nothingTaken = (): Failure =>
	new Failure('The service has taken no job for ten minutes', {
		description: 'It takes only so many requests. Run these items again later.',
	});

export const timeIsOver = (): Failure =>
	new Failure("n8n's time limit for this execution has come", {
		description: 'Raise Timeout Workflow in the settings of the workflow, or give it fewer items.',
	});
