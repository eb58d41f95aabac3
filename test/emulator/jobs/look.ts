import type { World } from '../world';
import { resultUrls } from './results';
import type { Job } from './types';

/** A job as one answer shows it. */
export interface Look {
	status: number;
	/** Whether it succeeded. */
	isDone: boolean;
	/** The results, the main one first; none until it is done. */
	urls: string[];
	/** Why it failed. */
	reason?: string;
	/** The same, where the service says why. */
	saidReason?: string;
	/** Its code, where the service gives one. */
	saidCode?: number;
}

/** Looks at a job once: all that an answer says of it goes by the same reading of the clock. */
export function lookAt(world: World, job: Job): Look {
	const status = world.jobs.status(job);
	const isDone = status === 3;
	const reason = status === 4 ? reasonOf(job) : undefined;
	return {
		status,
		isDone,
		urls: isDone ? resultUrls(world, job) : [],
		reason,
		saidReason: world.shapes.failureReason ? reason : undefined,
		saidCode: status === 4 && world.shapes.errorCodes ? (job.outcome.errorCode ?? 1) : undefined,
	};
}

/** Why a job fails. */
export const reasonOf = (job: Job) =>
	job.cancelledAt === undefined ? job.outcome.reason : 'The task was cancelled';
