import { z } from 'zod/v3';

import { getRecord, post, type Call } from '../http/call';
import { httpUrl, oneOf, text, webhookUrl } from '../http/params';
import { Refusal } from '../http/refusal';
import type { Emulator } from '../index';
import { isUpscale, lookAt } from '../jobs/look';
import type { Job } from '../jobs/types';
import restOfRecord from '../restOfRecord.json';

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

/** Upscaled images offer no buttons. All other images can be upscaled and varied when they exist. */
function buttonsOf({ shapes }: Emulator, job: Job, isDone: boolean): string[] {
	const isLeft = (button: string) => shapes.usedButtonsStay || !job.usedButtons.includes(button);
	return isDone && !isUpscale(job) ? allButtons.filter(isLeft) : [];
}

/** service.md: Images. */
function imageRecord(world: Emulator, job: Job): object {
	const { head, status, isDone, urls, failure } = lookAt(world, job);
	const { prompt = '', source_image = '', _id: image_content_model_id, button } = job.request;
	const [main = '', ...tiles] = urls;
	const buttons = buttonsOf(world, job, isDone);
	const press = { image_content_model_id, op_button: button, op_buttonMessageId: job.jobId };
	return {
		...{ ...head, image_status: status, image: main, buttons },
		used_buttons: job.usedButtons,
		upscaled_urls: [...tiles, ...tiles.map((url) => `${url}?more`)].slice(0, world.shapes.upscaledUrls),
		deduction_credit: isDone ? job.cost : 0,
		...{ prompt, source_image },
		...(job.operation === 'imageButton' && press),
		...(world.readings.fullRecords && restOfRecord.image),
		...failure,
	};
}

function createByPrompt(call: Call) {
	return { data: imageRecord(call.world, call.create('image', call.body(generation))) };
}

/** Refuses a button that the image does not offer, or not yet, with code 1010. */
function createByButton(call: Call) {
	const { world } = call;
	const asked = call.body(buttonPress);
	const original = call.find('image', asked._id);
	if (!buttonsOf(world, original, world.jobs.status(original) === 3).includes(asked.button)) {
		throw new Refusal(1010, 'This content cannot be operated on');
	}
	const { prompt, scale } = original.request;
	const job = call.create('imageButton', { ...asked, prompt, scale });
	original.usedButtons = [...new Set([...original.usedButtons, asked.button])];
	return { data: imageRecord(world, job) };
}

/** service.md: Images, Upscale and vary. */
export const imageRoutes = [
	post('/content/image/createbyprompt', createByPrompt),
	post('/content/image/createbybutton', createByButton),
	getRecord('/content/image/infobymodelid', 'image_model_id', 'image', imageRecord),
];
