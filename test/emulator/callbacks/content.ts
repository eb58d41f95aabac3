import { resultUrls } from '../jobs/results';
import type { Job, Operation } from '../jobs/types';
import type { World } from '../world';
import type { CallbackSettings } from './settings';

const usualTypes: Record<Operation, string> = {
	swapImage: 'faceswap',
	swapVideo: 'faceswap',
	reageImage: 'faceswap',
	reageVideo: 'faceswap',
	translation: 'video translate',
	image: 'image',
	imageButton: 'image',
	avatar: 'avatar',
	avatarVideo: 'avatar',
	talkingAvatar: 'avatar',
	audio: 'audio',
};

/** What a callback says about a job at a status (field notes: Callback body). */
export function callbackContent(world: World, settings: CallbackSettings, job: Job, status: number): object {
	const url = status === 3 ? (resultUrls(world, job)[0] ?? '') : '';
	const state = settings.fieldNames === 'status' ? { status, url } : { video_status: status, video: url };
	const failed = { error_code: job.outcome.errorCode ?? 1, error_reason: world.jobs.reason(job) ?? '' };
	return {
		_id: job.id,
		...state,
		type: settings.types[job.operation] ?? usualTypes[job.operation],
		...(status === 3 ? { deduction_credit: job.cost } : {}),
		...(status === 2 ? { progress: 20 } : {}),
		...(status === 4 && world.shapes.failureReason ? failed : {}),
	};
}
