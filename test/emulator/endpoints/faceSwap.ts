import { z } from 'zod';

import { check, checkFaceCount, faceItems, flag, httpUrl, webhookUrl } from '../http/params';
import { Refusal } from '../http/refusal';
import { post, type Call } from '../http/route';
import { createJob } from '../jobs/create';
import type { Job } from '../jobs/types';
import { resultUrls } from '../jobs/results';
import type { World } from '../world';

const swap = { targetImage: faceItems, sourceImage: faceItems, face_enhance: flag.optional(), webhookUrl };
const imageSwap = z.object({ ...swap, modifyImage: httpUrl }).strict();
const videoSwap = z.object({ ...swap, modifyVideo: httpUrl }).strict();

const patience =
	'Please be patient. If the result is not generated within three hours, check the input image.';

/** The handle of a swap or reage; its URL is there long before the file (interface: Faceswap task handle). */
export function taskHandle(world: World, job: Job): object {
	return { _id: job.id, url: resultUrls(world, job)[0], job_id: job.jobId };
}

async function create(call: Call, operation: 'swapImage' | 'swapVideo') {
	const isVideo = operation === 'swapVideo';
	const request = check<typeof imageSwap | typeof videoSwap>(isVideo ? videoSwap : imageSwap, call.body);
	const { targetImage, sourceImage } = request;
	checkFaceCount(targetImage, sourceImage);
	if (targetImage.length !== sourceImage.length) {
		const counts = `${sourceImage.length} for ${targetImage.length}`;
		throw new Refusal(
			1003,
			`Parameter error: sourceImage must correspond to targetImage by order, got ${counts}`,
		);
	}
	const modified = 'modifyVideo' in request ? request.modifyVideo : request.modifyImage;
	const media = [modified, ...sourceImage.map(({ path }) => path)];
	const job = await createJob(call.world, {
		...call,
		operation,
		request,
		media,
		webhookUrl: request.webhookUrl,
	});
	return { data: taskHandle(call.world, job), msg: patience };
}

/** Interface: Face swap on an image, Face swap on a video. */
export const faceSwapRoutes = [
	post('/faceswap/highquality/specifyimage', (call) => create(call, 'swapImage')),
	post('/faceswap/highquality/specifyvideo', (call) => create(call, 'swapVideo')),
];
