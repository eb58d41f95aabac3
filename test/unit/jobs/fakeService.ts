import type { z } from 'zod/v3';
import type { ServiceRequest } from '../../../nodes/shared/service/request';
import type { Transport } from '../../../nodes/shared/transport/transport';
import { jobKinds, type JobKind } from '../../../nodes/shared/jobs/kinds';
import { Watch, type PendingJob } from '../../../nodes/shared/jobs/wait';
import { Clock } from '../../support/clock';

/** Records that change with a virtual clock, and a log of the calls that read them. */
export class FakeService implements Transport {
	/** Every read: its time (milliseconds since the start) and its IDs. */
	readonly calls: Array<{ at: number; ids: string[] }> = [];
	/** When they are ready, in milliseconds since the start, and their status number after that. */
	readonly jobs = new Map<string, { readyAt: number; status: number }>();
	/** The time until an answer. */
	latencyMs = 0;

	constructor(
		private readonly clock: Clock,
		private readonly kind: JobKind,
	) {}

	/** Adds a job that was submitted at the start and is ready after a time. Returns the arguments to wait for it. */
	job(id: string, readyAt: number, { status = 3 } = {}): PendingJob {
		this.jobs.set(id, { readyAt, status });
		const { startedAt: since } = this.clock;
		const state = { id, jobId: `job-${id}`, status: 'queued', record: {} } as const;
		return { state, since, until: since + HOURS };
	}

	readonly send = async <T>(
		request: ServiceRequest,
		answer: z.ZodType<T, z.ZodTypeDef, unknown>,
	): Promise<T> => {
		const ids = String(Object.values(request.query ?? {})[0]).split(',');
		this.calls.push({ at: this.clock.elapsed, ids });
		if (this.latencyMs > 0) await this.clock.sleep(this.latencyMs);
		const records = ids.flatMap((id) => this.recordOf(id));
		return answer.parse(request.path.endsWith('listbyids') ? { result: records } : (records[0] ?? {}));
	};

	private recordOf(id: string): object[] {
		const job = this.jobs.get(id);
		if (job === undefined) return [];
		const status = this.clock.elapsed >= job.readyAt ? job.status : 2;
		const url = `https://media.example.com/${id}.png`;
		return [
			this.kind === jobKinds.faceSwap
				? { _id: id, faceswap_status: status, url, createdAt: '2030-01-01T00:00:00Z' }
				: { _id: id, image_status: status, image: url },
		];
	}
}

export const HOURS = 3 * 60 * 60 * 1000;

export const watchOn = (transport: Transport, environment: Clock, kind: JobKind = jobKinds.faceSwap) =>
	new Watch(kind, transport, environment, async () => {});

/** A service and a watch on the same clock. */
export function start(kind: JobKind = jobKinds.faceSwap) {
	const clock = new Clock();
	const service = new FakeService(clock, kind);
	return { clock, service, watch: watchOn(service, clock, kind) };
}

/** One kind for each way to read jobs. */
export const kinds: Array<[string, JobKind]> = [
	['together', jobKinds.faceSwap],
	['one by one', jobKinds.image],
];
