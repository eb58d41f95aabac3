import type { Random } from '../random';
import type { Shapes } from '../shapes';
import type { Job, Operation, Outcome } from './types';

const MOST_COUNT = 0xffffff;
const hex = (number: number, digits: number) => number.toString(16).padStart(digits, '0');

/** Records by id, in order of creation. Statuses are worked out from the clock when they are asked for. */
export class JobStore {
	readonly all: Job[] = [];
	private readonly byId = new Map<string, Job>();
	private readonly planned: Array<{ outcome: Outcome; operation?: Operation; left: number }> = [];

	/** What all IDs of this service have in common, and the number of its last one. */
	private readonly maker: string;
	private count: number;

	constructor(
		readonly now: () => number,
		private readonly random: Random,
		private readonly shapes: Pick<Shapes, 'ids'>,
	) {
		this.maker = random.hex(10);
		this.count = random.int(0, MOST_COUNT);
	}

	add(job: Omit<Job, 'id' | 'jobId' | 'n'>): Job {
		const full = { ...job, n: this.all.length + 1, ...this.newIds() };
		this.all.push(full);
		this.byId.set(full.id, full);
		return full;
	}

	/** A job from before, under an ID that is known; it is not among those created. */
	keep(job: Omit<Job, 'jobId' | 'n'>): void {
		this.byId.set(job.id, { ...job, n: 0, jobId: `job-${job.id}` });
	}

	find(id: string): Job | undefined {
		return this.byId.get(id);
	}

	findByJobId(jobId: string): Job | undefined {
		return this.all.find((job) => job.jobId === jobId);
	}

	plan(outcome: Outcome, operation: Operation | undefined, times: number): void {
		this.planned.push({ outcome, operation, left: times });
	}

	takePlanned(operation: Operation): Outcome | undefined {
		const plan = this.planned.find(
			(each) => each.left > 0 && (each.operation === undefined || each.operation === operation),
		);
		if (plan) plan.left -= 1;
		return plan?.outcome;
	}

	/** 1 queued, 2 processing, then what the job ends with. One reading of the clock. */
	status(job: Job): number {
		if (job.forced !== undefined) return job.forced;
		if (job.cancelledAt !== undefined) return 4;
		const now = this.now();
		if (now < job.startsAt) return 1;
		return now < job.endsAt ? 2 : job.outcome.status;
	}

	isFinal(job: Job): boolean {
		return [3, 4].includes(this.status(job));
	}

	/** Seconds since the epoch, the maker, and a counter, as the databases of such services make them. */
	private usualId(): string {
		this.count = (this.count + 1) % (MOST_COUNT + 1);
		return hex(Math.floor(this.now() / 1_000), 8) + this.maker + hex(this.count, 6);
	}

	private newIds(): { id: string; jobId: string } {
		const digits = () => Array.from({ length: 19 }, () => this.random.int(0, 9)).join('');
		const id = this.shapes.ids === 'number' ? `6${digits()}` : this.usualId();
		return { id, jobId: `job-${this.random.hex(8)}-${this.random.hex(8)}` };
	}
}

/** The seven days a result is kept (service.md: Limits). */
export const resultLifeMs = 7 * 24 * 3600 * 1000;
