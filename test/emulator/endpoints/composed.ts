import { z } from 'zod/v3';

import { post, type Call } from '../http/call';
import { avatarFrom, httpUrl, isColour, isHttpUrl, number, oneOf, text, webhookUrl } from '../http/params';
import { need } from '../http/refusal';
import type { Emulator } from '../index';
import { lookAt } from '../jobs/look';
import { findAvatar, refuseUnknownVoice } from './catalogue';
import { videoRecord } from './videos';

const size = number.positive('must be above 0');
const part = number.min(0, 'must be 0 to 1').max(1, 'must be 0 to 1').optional();
/** Fields that elements of both kinds of video have. */
const shared = {
	url: text.optional(),
	offset_x: number.optional(),
	offset_y: number.optional(),
	avatar_id: z.union([text, number]).optional(),
};
/** At least one element, with these and the shared fields. */
const elementsOf = <T extends z.ZodRawShape>(own: T) =>
	z.array(z.object({ ...shared, ...own }).strict()).min(1, 'is empty');
type Element = { type: string } & z.output<z.ZodObject<typeof shared>>;

/** An avatar must exist, be ready, and have the origin in the request (service.md: Avatars). */
function checkAvatar(call: Call, element: Element, path: string, fromName: string, from?: number): void {
	const avatar = findAvatar(call, String(element.avatar_id ?? ''));
	need(avatar !== undefined, `${path}.avatar_id`, 'does not exist');
	need(avatar?.status === 3, `${path}.avatar_id`, 'is not ready');
	need((from ?? avatar?.from) === avatar?.from, fromName, `must be the from of the avatar, ${avatar?.from}`);
}

function checkUrl({ url = '' }: Element, path: string, isFree = false): void {
	need(isFree || isHttpUrl(url), `${path}.url`, 'must be an http or https URL');
}

const setting = z
	.object({
		width: size,
		height: size,
		duration: size,
		voice: z.object({ voice_id: text.optional(), voice_url: httpUrl.optional() }).strict(),
		elements: elementsOf({
			type: oneOf('avatar', 'image', 'video'),
			scale_x: part,
			scale_y: part,
			layer_number: number.optional(),
			id: text.optional(),
		}),
		ratio: text.regex(/^(?!.*\b0+(?:\.0+)?(?:$|:))[\d.]+:[\d.]+$/, 'must be a ratio such as 16:9').optional(),
		background: text.optional(),
		avatarFrom: avatarFrom.optional(),
	})
	.strict();
const avatarVideo = z.object({ data: z.tuple([setting]), duration: size.optional(), webhookUrl }).strict();

type Placed = Element & { scale_x?: number; scale_y?: number; width?: number; height?: number };

/** Whether all avatars are within the video, by the reading of their offsets. */
function showsWhole(
	{ readings }: Emulator,
	frame: { width: number; height: number },
	elements: Placed[],
): boolean {
	const isWithin = (offset = 0, length: number, whole: number) => {
		const start = readings.offsetsAtCenter ? offset - length / 2 : offset;
		return start >= 0 && start + length <= whole;
	};
	return elements
		.filter(({ type }) => type === 'avatar')
		.every(
			({ offset_x, offset_y, scale_x = 1, scale_y = 1, width = frame.width, height = frame.height }) =>
				isWithin(offset_x, width * scale_x, frame.width) &&
				isWithin(offset_y, height * scale_y, frame.height),
		);
}

/** service.md: Avatar videos. */
function createAvatarVideo(call: Call) {
	const { world } = call;
	const request = call.body(avatarVideo);
	const [{ voice, elements, background = '#ffffff', avatarFrom: from }] = request.data;
	need(isColour(background), 'data[0].background', 'must be a hexadecimal color such as #ffffff');
	need((voice.voice_id ?? voice.voice_url) !== undefined, 'data[0].voice', 'needs a voice_id or a voice_url');
	if (voice.voice_id !== undefined) refuseUnknownVoice(call, voice.voice_id);
	for (const [index, each] of elements.entries()) {
		const path = `data[0].elements[${index}]`;
		const isByUrl = each.type !== 'avatar' || (each.avatar_id === undefined && each.url !== undefined);
		if (isByUrl) checkUrl(each, path);
		else checkAvatar(call, each, path, 'data[0].avatarFrom', from);
	}
	const job = call.create('avatarVideo', request);
	job.isWhole = showsWhole(world, request.data[0], elements);
	return { data: videoRecord(world, job) };
}

const talkingAvatar = z
	.object({
		width: size,
		height: size,
		avatar_from: avatarFrom,
		elements: elementsOf({
			type: oneOf('avatar', 'image', 'audio'),
			scale_x: number.min(0).optional(),
			scale_y: number.min(0).optional(),
			width: size.optional(),
			height: size.optional(),
			input_text: text.optional(),
			voice_id: text.optional(),
		}),
		webhookUrl,
	})
	.strict();
type Spoken = z.output<typeof talkingAvatar>['elements'][number];

function checkSpoken(call: Call, each: Spoken, path: string, from: number): void {
	if (each.type !== 'audio') {
		for (const key of ['scale_x', 'scale_y', 'offset_x', 'offset_y'] as const) {
			need(each[key] !== undefined, `${path}.${key}`, `is required for type ${each.type}`);
		}
	} else if (each.input_text !== undefined) {
		need(each.voice_id !== undefined, `${path}.voice_id`, 'is required with a text');
		return refuseUnknownVoice(call, each.voice_id ?? '');
	}
	if (each.type !== 'avatar') {
		return checkUrl(each, path, each.type === 'image' && isColour(each.url));
	}
	if (each.url === undefined) return checkAvatar(call, each, path, 'avatar_from', from);
	checkUrl(each, path);
	// Clients send a URL together with an ID, so the origin of the avatar is unknown.
	const isFree = from === 3 || each.avatar_id !== undefined;
	need(isFree, 'avatar_from', 'must be 3 when the avatar URL is supplied');
}

/** service.md: Talking avatars. */
function createTalkingAvatar(call: Call) {
	const { world } = call;
	const request = call.body(talkingAvatar);
	const { elements, avatar_from } = request;
	if (world.readings.talkingOnly4K) {
		need(request.width === 3840, 'width', 'must be 3840');
		need(request.height === 2160, 'height', 'must be 2160');
	}
	for (const [index, each] of elements.entries()) checkSpoken(call, each, `elements[${index}]`, avatar_from);
	for (const type of ['avatar', 'audio']) {
		const isThere = elements.some((each) => each.type === type);
		need(isThere, 'elements', `must hold an element of type ${type}`);
	}
	const job = call.create('talkingAvatar', request);
	job.isWhole = showsWhole(world, request, elements);
	const { head, status } = lookAt(world, job);
	const task_id = job.jobId.replace('job', 'task');
	return { data: { ...head, video_id: job.jobId, task_id, video_status: status, video: '' } };
}

export const composedRoutes = [
	post('/avatar/createVideo', createAvatarVideo),
	post('/talkingavatar/create', createTalkingAvatar),
];
