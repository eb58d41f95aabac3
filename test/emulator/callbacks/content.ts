import type { Emulator } from '../index';
import { reasonOf, resultUrls } from '../jobs/look';
import { operations, type Job } from '../jobs/types';

/** What a callback tells of a job at a status (service.md: Callbacks). */
export function contentOf(world: Emulator, job: Job, status: number): object {
	const { under, idField } = world.callbacks.settings;
	const [url = ''] = status === 3 ? resultUrls(world, job) : [];
	const failed = { error_code: job.outcome.errorCode ?? 1, error_reason: reasonOf(job) ?? '' };
	const content = {
		...{ [idField]: job.id, status, url, type: operations[job.operation].type },
		...(status === 2 && { progress: 20 }),
		...(status === 3 && { deduction_credit: job.cost }),
		...(status === 4 && world.shapes.failureReason && failed),
	};
	return {
		top: content,
		data: { data: content },
		list: { data: [content] },
		result: { data: { result: [content] } },
	}[under];
}
