import type { Emulator } from '../index';
import { lookAt } from './look';
import type { Job, JobView, Operation, Outcome } from './types';

const MOST_COUNT = 0xffffff;
const hex = (number: number, digits: number) => number.toString(16).padStart(digits, '0');

/** Results are kept for seven days (service.md: Limits). */
export const resultLifeMs = 7 * 24 * 3600 * 1000;

/** Records by ID, oldest first, and functions for tests to change them. Statuses follow the clock. */
export class JobStore {
	readonly all: Job[] = [];
	private readonly byId = new Map<string, Job>();
	private readonly planned: Array<{ outcome: Outcome; operation?: Operation; left: number }> = [];
	/** The common part of this service's IDs, and the number of the last ID. */
	private readonly maker: string;
	private count: number;

	constructor(private readonly world: Emulator) {
		this.maker = world.random.hex(10);
		this.count = world.random.int(0, MOST_COUNT);
	}

	/** Every job ever created, in order, including deleted jobs. Optionally only jobs of one operation. */
	created(operation?: Operation): JobView[] {
		const isMeant = (job: Job) => operation === undefined || job.operation === operation;
		return this.all.filter(isMeant).map((job) => this.view(job));
	}

	/** Adds a job of the first account with a given ID, completed `ageMs` ago. created() does not list it. */
	keep(
		id: string,
		request: Record<string, unknown>,
		ageMs: number,
		of: Pick<Job, 'operation' | 'kind'> = { operation: 'swapImage', kind: 'faceSwap' },
	): void {
		const at = this.world.now() - ageMs;
		this.byId.set(id, {
			...{ id, jobId: `job-${id}`, n: 0, ...of, request },
			...{ clientId: this.world.clientId, createdAt: at, startsAt: at, endsAt: at, cost: 0 },
			...{ outcome: { status: 3 }, usedButtons: [] },
		});
	}

	/** Completes a job now, whatever its time. Without an ID, it completes all jobs that are not final. */
	complete(id?: string): void {
		if (id !== undefined) return this.end(this.expect(id), { status: 3 });
		for (const job of this.all) if (!this.isFinal(job)) this.end(job, job.outcome);
	}

	fail(id: string, reason = 'The task failed'): void {
		this.end(this.expect(id), { status: 4, reason });
	}

	/** Sets the outcome of the next jobs (of an operation). */
	next(outcome: Outcome, { operation, times = 1 }: { operation?: Operation; times?: number } = {}): void {
		this.planned.push({ outcome, operation, left: times });
	}

	takePlanned(operation: Operation): Outcome | undefined {
		const plan = this.planned.find(
			(each) => each.left > 0 && (each.operation === undefined || each.operation === operation),
		);
		if (plan) plan.left -= 1;
		return plan?.outcome;
	}

	add(job: Omit<Job, 'id' | 'jobId' | 'n' | 'usedButtons'>): Job {
		const { random } = this.world;
		const own = { n: this.all.length + 1, id: this.newId(), usedButtons: [] };
		const full = { ...job, ...own, jobId: `job-${random.hex(8)}-${random.hex(8)}` };
		this.all.push(full);
		this.byId.set(full.id, full);
		return full;
	}

	find(id: string): Job | undefined {
		return this.byId.get(id);
	}

	/** 1 queued, 2 processing, then the final status. Reads the clock once. */
	status(job: Job): number {
		if (job.cancelledAt !== undefined) return 4;
		const now = this.world.now();
		if (now < job.startsAt) return 1;
		return now < job.endsAt ? 2 : job.outcome.status;
	}

	isFinal(job: Job): boolean {
		return [3, 4].includes(this.status(job));
	}

	private expect(id: string): Job {
		const job = this.byId.get(id);
		if (!job) throw new Error(`There is no job ${id}`);
		return job;
	}

	private end(job: Job, outcome: Outcome): void {
		job.outcome = outcome;
		job.startsAt = job.endsAt = this.world.now();
		this.world.callbacks.poke();
	}

	private view(job: Job): JobView {
		const { usedButtons: _usedButtons, ...rest } = job;
		const { status, reason, urls } = lookAt(this.world, job);
		return { ...rest, status, reason, resultUrls: urls };
	}

	/** Seconds since the epoch, a maker, and a counter, as in databases of such services. Or 20 digits. */
	private newId(): string {
		const { random, shapes, now } = this.world;
		if (shapes.ids === 'number') return `6${Array.from({ length: 19 }, () => random.int(0, 9)).join('')}`;
		this.count = (this.count + 1) % (MOST_COUNT + 1);
		return hex(Math.floor(now() / 1_000), 8) + this.maker + hex(this.count, 6);
	}
}
