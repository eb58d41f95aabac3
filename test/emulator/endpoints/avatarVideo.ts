import { z } from 'zod';

import { check, httpUrl, number, oneOf, text, webhookUrl } from '../http/params';
import { post, type Call } from '../http/route';
import { createJob } from '../jobs/create';
import { checkAvatar, checkUrl, elementFields, mediaOf, need } from './elements';
import { videoRecord } from './videos';

const size = number.positive('must be above 0');
const element = z.object({ ...elementFields, type: oneOf('avatar', 'image', 'video') }).strict();
const setting = z
	.object({
		width: size,
		height: size,
		duration: size,
		voice: z.object({ voice_id: text.optional(), voice_url: httpUrl.optional() }).strict(),
		elements: z.array(element).min(1, 'is empty'),
		ratio: text.optional(),
		background: text.regex(/^#[0-9a-f]{3,8}$/i, 'must be a hexadecimal colour').optional(),
		avatarFrom: number.refine((from) => from === 2 || from === 3, 'must be 2 or 3').optional(),
	})
	.strict();
const avatarVideo = z
	.object({ data: z.array(setting).length(1, 'must hold one item'), duration: size.optional(), webhookUrl })
	.strict();

async function create({ world, account, body }: Call) {
	const request = check(avatarVideo, body);
	const elements = request.data.flatMap((each) => each.elements);
	for (const [index, { voice }] of request.data.entries()) {
		need(
			(voice.voice_id ?? voice.voice_url) !== undefined,
			`data[${index}].voice`,
			'needs a voice_id or a voice_url',
		);
	}
	for (const [index, each] of elements.entries()) {
		const path = `data[0].elements[${index}]`;
		if (each.type === 'avatar') checkAvatar(world, account, each, path);
		else checkUrl(each, path, false);
	}
	const job = await createJob(world, {
		account,
		operation: 'avatarVideo',
		request,
		media: mediaOf(elements),
		webhookUrl: request.webhookUrl,
	});
	const first = request.data[0];
	const echo = {
		video_sub_status: 0,
		ratio: first?.ratio ?? '16:9',
		background: first?.background ?? '#ffffff',
		offset_x: 0,
		offset_y: 0,
		scale: 1,
		source_data: { data: request.data, webhookUrl: request.webhookUrl ?? '', userId: account.uid },
	};
	return { data: { ...videoRecord(world, job, account.uid), ...echo } };
}

/** Interface: Create avatar video. */
export const avatarVideoRoutes = [post('/avatar/createVideo', create)];
