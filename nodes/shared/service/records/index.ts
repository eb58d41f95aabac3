import { z } from 'zod/v3';
import { changed, prepared } from '../schema';
import { isObject, readNumber } from '../values';
import {
	idField,
	jobFields,
	listOf,
	optionalBooleanField,
	optionalIdField,
	optionalNumberField,
	optionalTextField,
	optionalTextsField,
	optionalTimeField,
	record,
	statusField,
} from './fields';

/*
 * What the service answers, as far as the package reads it. Each record keeps its other fields as they came.
 */

/**
 * The answer to the create of a swap or an age change (service.md: Face swap). `_id` names the result record, `job_id`
 * the task to cancel. Its `url` comes long before the file exists, and is not read.
 */
export const taskHandle = record({ _id: idField, job_id: optionalIdField });

/** One record of the result list (service.md: Results). */
export const faceswapRecord = record({
	...jobFields,
	job_id: optionalIdField,
	faceswap_status: statusField,
	url: optionalTextField,
	createdAt: optionalTimeField,
});

/** The balance in credits (service.md: Credit). */
export const quota = record({
	credit: optionalNumberField.pipe(z.number({ required_error: 'Expected a number' })),
});

const coordinates = z.array(changed(z.unknown(), readNumber));

const orNone = (list: unknown) => list ?? [];

/** The body of face detection (service.md: Face detection); an absent or null list is read as an empty one. */
export const detectionAnswer = record({
	error_code: optionalNumberField,
	error_msg: optionalTextField,
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
	status: statusField,
	stream_urls: record({
		client_pull_stream_url: optionalTextField,
		client_chat_room_url: optionalTextField,
		server_chat_room_url: optionalTextField,
	})
		.optional()
		.catch(undefined),
	avatar_id: optionalIdField,
	create_time: optionalTimeField,
});

/** `data` of the language list (service.md: Video translation). */
export const languageList = listOf(record({ lang_code: idField, lang_name: optionalTextField }), [
	'lang_list',
	'result',
]);

/**
 * A translation, an avatar video or a talking avatar (service.md: Video records). `video` is absent until the video is
 * completed; `lipsync_video_url` is the result of a lip-synced translation; times are milliseconds since the epoch.
 */
export const videoRecord = record({
	...jobFields,
	video_status: statusField,
	video: optionalTextField,
	lipsync: optionalBooleanField,
	lipsync_video_url: optionalTextField,
	create_time: optionalTimeField,
	deduction_duration: optionalNumberField,
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
		image_status: statusField,
		image: optionalTextField,
		buttons: optionalTextsField,
		upscaled_urls: optionalTextsField,
		create_time: optionalTimeField,
		deduction_credit: optionalNumberField,
	}),
);

/** An avatar (service.md: Avatars): `_id` reads its detail, videos and sessions take its `avatar_id`. */
export const avatarRecord = record({
	...jobFields,
	avatar_id: optionalIdField,
	from: optionalNumberField,
	status: statusField,
	name: optionalTextField,
	url: optionalTextField,
	modify_url: optionalTextField,
	thumbnailUrl: optionalTextField,
	type: optionalNumberField,
	create_time: optionalTimeField,
});
export type AvatarRecord = z.infer<typeof avatarRecord>;

/** `data` of the voice list (service.md: Voices and audio). */
export const voiceList = listOf(
	record({
		voice_id: idField,
		from: optionalNumberField,
		name: optionalTextField,
		gender: optionalTextField,
		accent: optionalTextField,
		language: optionalTextField,
		preview: optionalTextField,
	}),
);

/** A spoken text or a cloned voice's audio (service.md: Voices and audio); often completed at once. */
export const audioRecord = record({
	...jobFields,
	status: statusField,
	url: optionalTextField,
	create_time: optionalTimeField,
	deduction_credit: optionalNumberField,
});
