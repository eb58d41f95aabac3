import { z } from 'zod/v3';

import { avatarFrom, colourOf, httpUrl, number, oneOf, text, webhookUrl } from '../http/params';
import { post, type Call } from '../http/route';
import { createJob } from '../jobs/create';
import { refuseUnknownVoice } from './catalogue';
import { checkAvatar, checkUrl, elementFields, mediaOf, need } from './elements';
import { refuseFlaws } from './flaws';
import { videoRecord } from './videos';

const size = number.positive('must be above 0');
const scale = number.min(0, 'must be 0 to 1').max(1, 'must be 0 to 1').optional();
const element = z
	.object({
		...elementFields,
		type: oneOf('avatar', 'image', 'video'),
		scale_x: scale,
		scale_y: scale,
		layer_number: number.optional(),
		id: text.optional(),
	})
	.strict();
const setting = z
	.object({
		width: size,
		height: size,
		duration: size,
		voice: z.object({ voice_id: text.optional(), voice_url: httpUrl.optional() }).strict(),
		elements: z.array(element).min(1, 'is empty'),
		ratio: text.regex(/^\d+:\d+$/, 'must be a ratio such as 16:9').optional(),
		background: text.optional(),
		avatarFrom: avatarFrom.optional(),
	})
	.strict();
const avatarVideo = z
	.object({ data: z.array(setting).length(1, 'must hold one item'), duration: size.optional(), webhookUrl })
	.strict();

async function create(call: Call) {
	const { world, account } = call;
	const request = call.body(avatarVideo);
	const [first] = request.data;
	const elements = request.data.flatMap((each) => each.elements);
	for (const [index, { voice, background }] of request.data.entries()) {
		const isColour = colourOf(world.shapes).optional().safeParse(background).success;
		need(isColour, `data[${index}].background`, 'must be a hexadecimal colour such as #ffffff');
		need(
			(voice.voice_id ?? voice.voice_url) !== undefined,
			`data[${index}].voice`,
			'needs a voice_id or a voice_url',
		);
		if (voice.voice_id !== undefined) refuseUnknownVoice(world, account, voice.voice_id);
		if (voice.voice_url !== undefined) refuseFlaws([voice.voice_url], { corrupt: 1201, codes: [1201] });
	}
	for (const [index, each] of elements.entries()) {
		const path = `data[0].elements[${index}]`;
		const isByUrl = each.type !== 'avatar' || (each.avatar_id === undefined && each.url !== undefined);
		if (!isByUrl) checkAvatar(call, each, path, ['data[0].avatarFrom', first?.avatarFrom]);
		else checkUrl(each, path);
	}
	refuseFlaws(mediaOf(elements), { corrupt: 1109 });
	const job = await createJob(world, {
		account,
		operation: 'avatarVideo',
		request,
		media: mediaOf(elements),
		webhookUrl: request.webhookUrl,
	});
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

/** service.md: Avatar videos. */
export const avatarVideoRoutes = [post('/avatar/createVideo', create)];
