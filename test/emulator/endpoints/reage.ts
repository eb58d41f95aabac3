import { z } from 'zod/v3';

import { checkFaceCount, faceItems, httpUrl, idList, number, webhookUrl } from '../http/params';
import { Refusal } from '../http/refusal';
import { post, type Call } from '../http/route';
import { createJob } from '../jobs/create';
import { taskHandle } from './faceSwap';

const years = number.int('must be a whole number').min(-30, 'must be -30 to 30').max(30, 'must be -30 to 30');
const imageReage = z
	.object({ targetImage: faceItems, face_reage: years, modifyImage: httpUrl, webhookUrl })
	.strict();
const videoReage = z
	.object({ targetImage: faceItems, face_reage: years, modifyVideo: httpUrl, webhookUrl })
	.strict();

async function create(call: Call, operation: 'reageImage' | 'reageVideo') {
	const isVideo = operation === 'reageVideo';
	const request = call.body<typeof imageReage | typeof videoReage>(isVideo ? videoReage : imageReage);
	checkFaceCount(request.targetImage);
	const media = ['modifyVideo' in request ? request.modifyVideo : request.modifyImage];
	const job = await createJob(call.world, {
		account: call.account,
		operation,
		request,
		media,
		webhookUrl: request.webhookUrl,
	});
	return { data: taskHandle(call.world, job) };
}

/** Cancels swaps and reages that are not final; what is final stays as it is. */
function cancel({ world, account, body }: Call) {
	const { job_ids } = body(z.object({ job_ids: idList }).strict());
	if (job_ids.length > 1 && world.shapes.jobIds === 'one') {
		throw new Refusal(1003, 'Parameter error: job_ids takes one job_id');
	}
	const jobs = job_ids.map((jobId) => {
		const job = world.jobs.findByJobId(jobId);
		if (job?.kind !== 'faceSwap' || job.clientId !== account.clientId) {
			throw new Refusal(1003, `Parameter error: job_ids holds no such task: ${jobId}`);
		}
		return job;
	});
	for (const job of jobs) if (!world.jobs.isFinal(job)) job.cancelledAt = world.now();
	world.callbacks.poke();
	return {};
}

/** service.md: Age change. */
export const reageRoutes = [
	post('/faceswap/highquality/imgreage', (call) => create(call, 'reageImage')),
	post('/faceswap/highquality/vidreage', (call) => create(call, 'reageVideo')),
	post('/faceswap/job/del', cancel),
];
