import { z } from 'zod/v3';

import { checkFaceCount, faceItems, flag, httpUrl, webhookUrl, type FaceItem } from '../http/params';
import { Refusal } from '../http/refusal';
import { post, type Call } from '../http/route';
import { createJob } from '../jobs/create';
import { fetchMedia } from '../media/fetch';
import { findFaces } from '../media/findFaces';
import type { Job } from '../jobs/types';
import { resultUrls } from '../jobs/results';
import type { World } from '../world';

const swap = { targetImage: faceItems, sourceImage: faceItems, face_enhance: flag.optional(), webhookUrl };
const imageSwap = z.object({ ...swap, modifyImage: httpUrl }).strict();
const videoSwap = z.object({ ...swap, modifyVideo: httpUrl }).strict();

const patience =
	'Please be patient. If the result is not generated within three hours, check the input image.';

/** The handle of a swap or reage; its URL is there long before the file (service.md: Face swap). */
export function taskHandle(world: World, job: Job): object {
	return { _id: job.id, url: resultUrls(world, job)[0], job_id: job.jobId };
}

/** Why a video swap fails: a source must hold a single face (service.md: Face swap). */
async function findGroup({ options }: World, sources: FaceItem[]): Promise<string | undefined> {
	for (const url of new Set(sources.map(({ path }) => path))) {
		if (!options.checkInputs && !isNear(url)) continue;
		const faces = await fetchMedia(url).then(findFaces, () => []);
		if (faces.length > 1) return `sourceImage must hold a single face, ${url} shows ${faces.length}`;
	}
	return undefined;
}

/** Whether a picture is on this machine: others are left alone, as most are made-up addresses of tests. */
const isNear = (url: string) => ['127.0.0.1', 'localhost'].includes(new URL(url).hostname);

async function create(call: Call, operation: 'swapImage' | 'swapVideo') {
	const isVideo = operation === 'swapVideo';
	const request = call.body<typeof imageSwap | typeof videoSwap>(isVideo ? videoSwap : imageSwap);
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
		account: call.account,
		operation,
		request,
		media,
		webhookUrl: request.webhookUrl,
		failsBecause: isVideo ? await findGroup(call.world, sourceImage) : undefined,
	});
	return { data: taskHandle(call.world, job), msg: patience };
}

/** service.md: Face swap. */
export const faceSwapRoutes = [
	post('/faceswap/highquality/specifyimage', (call) => create(call, 'swapImage')),
	post('/faceswap/highquality/specifyvideo', (call) => create(call, 'swapVideo')),
];
