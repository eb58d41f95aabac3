import { z } from 'zod/v3';

import { httpUrl, oneOf, text, webhookUrl } from '../http/params';
import { Refusal, notYours, unknownRecord } from '../http/refusal';
import { get, post, type Call } from '../http/route';
import { createJob } from '../jobs/create';
import { lookAt } from '../jobs/look';
import { isUpscale } from '../jobs/results';
import type { Job } from '../jobs/types';
import type { World } from '../world';
import { refuseFlaws } from './flaws';

const allButtons = ['U1', 'U2', 'U3', 'U4', 'V1', 'V2', 'V3', 'V4'];

const generation = z
	.object({
		prompt: text,
		scale: oneOf('1:1', '4:3', '3:4', '16:9', '9:16', '3:2', '2:3').default('1:1'),
		source_image: z.union([z.literal(''), httpUrl]).optional(),
		webhookUrl,
	})
	.strict();

const buttonPress = z.object({ _id: text, button: oneOf(...allButtons), webhookUrl }).strict();

/** Upscaled images offer nothing more; all others can be upscaled and varied once they are there. */
function buttonsOf(world: World, job: Job, isDone = lookAt(world, job).isDone): string[] {
	const offers = isDone && !(job.operation === 'imageButton' && isUpscale(job));
	const isLeft = (button: string) => world.shapes.usedButtonsStay || !job.usedButtons.includes(button);
	return offers ? allButtons.filter(isLeft) : [];
}

/** service.md: Images. */
function imageRecord(world: World, job: Job, uid: number): object {
	const { status, isDone, urls, saidReason, saidCode } = lookAt(world, job);
	const [main = '', ...tiles] = urls;
	const { buttonsField } = world.shapes;
	const offered = buttonsOf(world, job, isDone);
	const { buttonNames } = world.shapes;
	const names = buttonNames === 'small' ? offered.map((button) => button.toLowerCase()) : offered;
	const buttons = buttonNames === 'null' ? null : names;
	const ofButton = { image_content_model_id: job.request._id, op_button: job.request.button };
	return {
		_id: job.id,
		image_status: status,
		image: main,
		...(buttonsField === 'display_buttons' ? {} : { buttons }),
		...(buttonsField === 'buttons' ? {} : { display_buttons: buttons }),
		used_buttons: job.usedButtons,
		upscaled_urls: world.shapes.upscaledUrls ? tiles : [],
		deduction_credit: isDone ? job.cost : 0,
		faceswap_quality: 2,
		type: 1,
		from: 1,
		uid,
		create_time: job.createdAt,
		origin_prompt: job.request.prompt ?? '',
		prompt: job.request.prompt ?? '',
		source_image: job.request.source_image ?? '',
		...(job.operation === 'imageButton' ? { ...ofButton, op_buttonMessageId: job.jobId } : {}),
		error_reason: saidReason,
		error_code: saidCode,
	};
}

function find({ world, account }: Call, id: string): Job {
	const job = world.jobs.find(id);
	if (job?.kind !== 'image') throw unknownRecord(id);
	if (job.clientId !== account.clientId) throw notYours();
	return job;
}

async function createByPrompt({ world, account, body }: Call) {
	const request = body(generation);
	const media = request.source_image ? [request.source_image] : [];
	refuseFlaws(media, { corrupt: 1108 });
	const job = await createJob(world, {
		account,
		operation: 'image',
		request,
		media,
		webhookUrl: request.webhookUrl,
	});
	return { data: imageRecord(world, job, account.uid) };
}

/** A button that the image does not offer, or does not offer yet, is code 1010. */
async function createByButton(call: Call) {
	const { world, account } = call;
	const request = call.body(buttonPress);
	const original = find(call, request._id);
	if (!buttonsOf(world, original).includes(request.button)) {
		throw new Refusal(1010, 'This content cannot be operated on');
	}
	const job = await createJob(world, {
		account,
		operation: 'imageButton',
		request: { ...request, prompt: original.request.prompt, scale: original.request.scale },
		webhookUrl: request.webhookUrl,
	});
	original.usedButtons = [...new Set([...original.usedButtons, request.button])];
	return { data: imageRecord(world, job, account.uid) };
}

function info(call: Call) {
	const { image_model_id } = call.query(z.object({ image_model_id: text }).strict());
	return { data: imageRecord(call.world, find(call, image_model_id), call.account.uid) };
}

/** service.md: Images, Upscale and vary. */
export const imageRoutes = [
	post('/content/image/createbyprompt', createByPrompt),
	post('/content/image/createbybutton', createByButton),
	get('/content/image/infobymodelid', info),
];
