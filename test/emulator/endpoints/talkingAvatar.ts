import { z } from 'zod/v3';

import { avatarFrom, number, oneOf, text, webhookUrl } from '../http/params';
import { post, type Call } from '../http/route';
import { createJob } from '../jobs/create';
import { refuseUnknownVoice } from './catalogue';
import { checkAvatar, checkUrl, elementFields, mediaOf, need } from './elements';
import { refuseFlaws } from './flaws';

const scale = number.positive('must be above 0').optional();
const element = z
	.object({
		...elementFields,
		type: oneOf('avatar', 'image', 'audio'),
		scale_x: scale,
		scale_y: scale,
		width: number.optional(),
		height: number.optional(),
		input_text: text.optional(),
		voice_id: text.optional(),
	})
	.strict();
const side = number.positive('must be above 0');
const talkingAvatar = z
	.object({
		width: side,
		height: side,
		avatar_from: avatarFrom,
		elements: z.array(element).min(1, 'is empty'),
		webhookUrl,
	})
	.strict();

type Element = z.output<typeof element>;

function checkElement(call: Call, each: Element, path: string, from: number): void {
	if (each.type !== 'audio') {
		for (const key of ['scale_x', 'scale_y', 'offset_x', 'offset_y'] as const) {
			need(each[key] !== undefined, `${path}.${key}`, `is required for type ${each.type}`);
		}
	}
	const { shapes } = call.world;
	const isDocumented = shapes.talkingAvatar === 'documented';
	if (each.type === 'audio' && each.input_text !== undefined) {
		need(!isDocumented, `${path}.input_text`, 'is not a parameter of this call');
		need(each.voice_id !== undefined, `${path}.voice_id`, 'is required with a text');
		return refuseUnknownVoice(call.world, call.account, each.voice_id ?? '');
	}
	if (each.type !== 'avatar') return checkUrl(each, path, each.type === 'image' ? shapes : undefined);
	if (each.url === undefined) return checkAvatar(call, each, path, ['avatar_from', from]);
	checkUrl(each, path);
	if (each.avatar_id !== undefined && !isDocumented) return;
	need(from === 3, 'avatar_from', 'must be 3 when the avatar URL is supplied');
	need(each.avatar_id === undefined, `${path}.avatar_id`, 'is not passed with an avatar URL');
}

async function create(call: Call) {
	const { world, account } = call;
	const request = call.body(talkingAvatar);
	if (world.shapes.talkingAvatar === 'documented') {
		need(request.width === 3840, 'width', 'must be 3840');
		need(request.height === 2160, 'height', 'must be 2160');
	}
	for (const [index, each] of request.elements.entries()) {
		checkElement(call, each, `elements[${index}]`, request.avatar_from);
	}
	for (const type of ['avatar', 'audio']) {
		need(
			request.elements.some((each) => each.type === type),
			'elements',
			`must hold an element of type ${type}`,
		);
	}
	const urlsOf = (isSound: boolean) =>
		mediaOf(request.elements.filter(({ type }) => (type === 'audio') === isSound));
	refuseFlaws(urlsOf(true), { corrupt: 1201, codes: [1201] });
	refuseFlaws(urlsOf(false), { corrupt: 1109 });
	const job = await createJob(world, {
		account,
		operation: 'talkingAvatar',
		request,
		media: mediaOf(request.elements),
		webhookUrl: request.webhookUrl,
	});
	const record = {
		_id: job.id,
		uid: account.uid,
		video_id: job.jobId,
		task_id: job.jobId.replace('job', 'task'),
		video_status: world.jobs.status(job),
		video: '',
		create_time: job.createdAt,
	};
	return { data: record };
}

/** service.md: Talking avatars. */
export const talkingAvatarRoutes = [post('/talkingavatar/create', create)];
