import { z } from 'zod/v3';

import { text } from '../http/params';
import { notYours, unknownRecord } from '../http/refusal';
import { get, type Call } from '../http/route';
import { lookAt } from '../jobs/look';
import type { Job } from '../jobs/types';
import type { World } from '../world';

/** A video record; the URL is empty until it is completed (service.md: Video records). */
export function videoRecord(world: World, job: Job, uid: number): object {
	const { status, isDone, urls, saidReason, saidCode } = lookAt(world, job);
	return {
		_id: job.id,
		uid,
		video_id: job.jobId,
		task_id: job.jobId.replace('job', 'task'),
		video_status: status,
		external_video: '',
		create_time: job.createdAt,
		video_lock_duration: 1,
		deduction_lock_duration: job.cost,
		deduction_duration: isDone ? job.cost : 0,
		faceswap_quality: 2,
		storage_loc: 1,
		type: { translation: 3, avatarVideo: 8 }[String(job.operation)] ?? 9,
		sub_type: 0,
		from: 2,
		...resultFields(world, job, urls[0] ?? ''),
		error_reason: saidReason,
		error_code: saidCode,
	};
}

/** Where the video is; the translations have a second one, of synced lips (service.md: Video records). */
function resultFields({ shapes: { lipsyncUrl, progress } }: World, job: Job, url: string): object {
	if (job.operation !== 'translation') return { video: url };
	const isSynced = job.request.lipsync === true;
	const hasBoth = url !== '' && (isSynced || lipsyncUrl === 'always');
	return {
		video: isSynced && lipsyncUrl === 'alone' ? '' : url,
		lipsync_video_url: hasBoth ? `${url}?lipsync=1` : '',
		...(progress && { progress: url === '' ? 40 : 100 }),
	};
}

function info({ world, account, query }: Call) {
	const { video_model_id } = query(z.object({ video_model_id: text }).strict());
	const job = world.jobs.find(video_model_id);
	if (job?.kind !== 'video') throw unknownRecord(video_model_id);
	if (job.clientId !== account.clientId) throw notYours();
	return { data: videoRecord(world, job, account.uid) };
}

/** service.md: Video records. */
export const videoRoutes = [get('/content/video/infobymodelid', info)];
