import type { Emulator } from '../index';
import { operations, type Job } from './types';

/** A job as one answer shows it, read once, so that all parts of the answer have the same time. */
export function lookAt(world: Emulator, job: Job) {
	const status = world.jobs.status(job);
	const isDone = status === 3;
	const isFailed = status === 4;
	const reason = isFailed ? reasonOf(job) : undefined;
	const { uid } = world.keyring.find(job.clientId) ?? {};
	return {
		/** The fields at the head of most records. */
		head: { _id: job.id, uid, create_time: job.createdAt },
		status,
		isDone,
		/** The results, starting with the main result. Empty until the job is completed. */
		urls: isDone ? resultUrls(world, job) : [],
		reason,
		/** The reason and its code under the names of a record. */
		failure: { error_reason: reason, error_code: isFailed ? job.outcome.errorCode : undefined },
	};
}

export const reasonOf = (job: Job) =>
	job.cancelledAt === undefined ? job.outcome.reason : 'The task was cancelled';

export const isUpscale = (job: Job) => String(job.request.button).startsWith('U');

/**
 * The result files of a job: `_id` and an extension. They exist when its status is 3. Pictures of a generation are numbered
 * from 1, after the sheet of all four.
 */
export function resultUrls(world: Emulator, job: Job): string[] {
	const { kind, extension } = operations[job.operation];
	const isOne = isUpscale(job) || (world.readings.variationIsOneImage && job.operation === 'imageButton');
	const parts = kind === 'image' && !isOne ? ['', '-1', '-2', '-3', '-4'] : [''];
	return parts.map((part) => `${world.baseUrl}/results/${job.id}${part}.${extension}`);
}
