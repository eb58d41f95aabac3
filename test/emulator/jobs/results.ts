import type { World } from '../world';
import type { Job } from './types';

/** The result files of a job, the main one first. They exist once its status is 3. */
export function resultUrls(world: World, job: Job): string[] {
	return resultNames(job).map((name) => `${world.baseUrl}/results/${name}`);
}

/** `_id` and an extension; pictures of a generation are numbered from 1, after the sheet of all four. */
export function resultNames(job: Job): string[] {
	switch (job.operation) {
		case 'swapImage':
		case 'reageImage':
			return [`${job.id}.png`];
		case 'image':
			return [`${job.id}.png`, ...numbered(job.id)];
		case 'imageButton':
			return isUpscale(job) ? [`${job.id}.png`] : [`${job.id}.png`, ...numbered(job.id)];
		case 'audio':
			return [`${job.id}.mp3`];
		default:
			return [`${job.id}.mp4`];
	}
}

export const isUpscale = (job: Job) => String(job.request.button).startsWith('U');

const numbered = (id: string) => [1, 2, 3, 4].map((number) => `${id}-${number}.png`);
