import { z } from 'zod/v3';
import { changed, prepared } from '../schema';
import { isObject, readNumber } from '../values';
import {
	id,
	jobFields,
	listOf,
	optionalBoolean,
	optionalId,
	optionalNumber,
	optionalText,
	optionalTexts,
	optionalTime,
	record,
	status,
} from './fields';

/*
 * What the service answers, as far as the package reads it. Each record keeps its other fields as they came.
 */

/**
 * The answer to the create of a swap or an age change (service.md: Face swap). `_id` names the result record, `job_id`
 * the task to cancel. Its `url` comes long before the file exists, and is not read.
 */
export const taskHandle = record({ _id: id, job_id: optionalId });

/** One record of the result list (service.md: Results). */
export const faceswapRecord = record({
	...jobFields,
	job_id: optionalId,
	faceswap_status: status,
	url: optionalText,
	createdAt: optionalTime,
});

/** The balance in credits (service.md: Credit). */
export const quota = record({
	credit: optionalNumber.pipe(z.number({ required_error: 'Expected a number' })),
});

const coordinates = z.array(changed(z.unknown(), readNumber));

const orNone = (list: unknown) => list ?? [];

/** The body of face detection (service.md: Face detection); an absent or null list is read as an empty one. */
export const detectionAnswer = record({
	error_code: optionalNumber,
	error_msg: optionalText,
	landmarks: prepared(orNone, z.array(z.array(coordinates.catch([])).catch([]))),
	landmarks_str: prepared(
		(texts) => (typeof texts === 'string' ? [texts] : orNone(texts)),
		z.array(z.string().nullish().catch(undefined)),
	),
	region: z.array(coordinates.catch([])).catch([]),
});
export type DetectionAnswer = z.infer<typeof detectionAnswer>;

/** A session (service.md: Live avatar sessions). `stream_urls` of the detail answer may hold only the pull URL. */
export const session = record({
	...jobFields,
	status,
	stream_urls: record({
		client_pull_stream_url: optionalText,
		client_chat_room_url: optionalText,
		server_chat_room_url: optionalText,
	})
		.optional()
		.catch(undefined),
	avatar_id: optionalId,
	create_time: optionalTime,
});

/** `data` of the language list (service.md: Video translation). */
export const languageList = listOf(record({ lang_code: id, lang_name: optionalText }), [
	'lang_list',
	'result',
]);

/**
 * A translation, an avatar video or a talking avatar (service.md: Video records). `video` is absent until the video is
 * completed; `lipsync_video_url` is the result of a lip-synced translation; times are milliseconds since the epoch.
 */
export const videoRecord = record({
	...jobFields,
	video_status: status,
	video: optionalText,
	lipsync: optionalBoolean,
	lipsync_video_url: optionalText,
	create_time: optionalTime,
	deduction_duration: optionalNumber,
});

/** The button list is called `buttons` in answers and `display_buttons` in the description (service.md: Images). */
function nameButtons(answer: unknown): unknown {
	if (!isObject(answer) || !Array.isArray(answer.display_buttons)) return answer;
	const named = Array.isArray(answer.buttons) && answer.buttons.length > 0;
	return named ? answer : { ...answer, buttons: answer.display_buttons };
}

/**
 * An image (service.md: Images). When completed it carries `image`, or up to four `upscaled_urls`, or both
 * (service.md: Shapes that vary).
 */
export const imageRecord = prepared(
	nameButtons,
	record({
		...jobFields,
		image_status: status,
		image: optionalText,
		buttons: optionalTexts,
		upscaled_urls: optionalTexts,
		create_time: optionalTime,
		deduction_credit: optionalNumber,
	}),
);

/** An avatar (service.md: Avatars): `_id` reads its detail, videos and sessions take its `avatar_id`. */
export const avatarRecord = record({
	...jobFields,
	avatar_id: optionalId,
	from: optionalNumber,
	status,
	name: optionalText,
	url: optionalText,
	modify_url: optionalText,
	thumbnailUrl: optionalText,
	type: optionalNumber,
	create_time: optionalTime,
});
export type AvatarRecord = z.infer<typeof avatarRecord>;

/** `data` of the voice list (service.md: Voices and audio). */
export const voiceList = listOf(
	record({
		voice_id: id,
		from: optionalNumber,
		name: optionalText,
		gender: optionalText,
		accent: optionalText,
		language: optionalText,
		preview: optionalText,
	}),
);

/** A spoken text or a cloned voice's audio (service.md: Voices and audio); often completed at once. */
export const audioRecord = record({
	...jobFields,
	status,
	url: optionalText,
	create_time: optionalTime,
	deduction_credit: optionalNumber,
});
