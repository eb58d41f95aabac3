import type { Emulator } from '../index';
import { reasonOf, resultUrls } from '../jobs/look';
import { operations, type Job } from '../jobs/types';

/** What a callback tells of a job at a status (service.md: Callbacks). */
export function contentOf(world: Emulator, job: Job, status: number): object {
	const [url = ''] = status === 3 ? resultUrls(world, job) : [];
	const failed = { error_code: job.outcome.errorCode ?? 1, error_reason: reasonOf(job) ?? '' };
	return {
		...{ _id: job.id, status, url, type: operations[job.operation].type },
		...(status === 2 && { progress: 20 }),
		...(status === 3 && { deduction_credit: job.cost }),
		...(status === 4 && world.shapes.failureReason && failed),
	};
}
