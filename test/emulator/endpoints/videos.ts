import { z } from 'zod';

import { check, text } from '../http/params';
import { notYours, unknownRecord } from '../http/refusal';
import { get, type Call } from '../http/route';
import { resultUrls } from '../jobs/results';
import type { Job } from '../jobs/types';
import type { World } from '../world';

/** A video record; the URL is empty until it is completed (interface: Video record). */
export function videoRecord(world: World, job: Job, uid: number): object {
	const status = world.jobs.status(job);
	const done = status === 3;
	const url = done ? resultUrls(world, job)[0] : '';
	const isLipSync = job.operation === 'translation' && job.request.lipsync === true;
	const reason = world.shapes.failureReason ? world.jobs.reason(job) : undefined;
	return {
		_id: job.id,
		uid,
		video_id: job.jobId,
		task_id: job.jobId.replace('job', 'task'),
		video_status: status,
		video: url,
		external_video: '',
		create_time: job.createdAt,
		video_lock_duration: 1,
		deduction_lock_duration: job.cost,
		deduction_duration: done ? job.cost : 0,
		faceswap_quality: 2,
		storage_loc: 1,
		type: { translation: 3, avatarVideo: 8 }[String(job.operation)] ?? 9,
		sub_type: 0,
		from: 2,
		...(isLipSync ? { lipsync_video_url: done ? `${url}?lipsync=1` : '' } : {}),
		...(reason === undefined ? {} : { error_reason: reason }),
	};
}

function info({ world, account, query }: Call) {
	const { video_model_id } = check(z.object({ video_model_id: text }).strict(), query);
	const job = world.jobs.find(video_model_id);
	if (job?.kind !== 'video') throw unknownRecord(video_model_id);
	if (job.clientId !== account.clientId) throw notYours();
	return { data: videoRecord(world, job, account.uid) };
}

/** Interface: Get video info. */
export const videoRoutes = [get('/content/video/infobymodelid', info)];
