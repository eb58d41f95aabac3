import { z } from 'zod/v3';
import { changed, prepared } from '../schema';
import { isObject, readNumber } from '../values';
import {
	idField,
	jobFields,
	listOf,
	optionalIdField,
	optionalNumberField,
	optionalTextField,
	optionalTimeField,
	record,
	statusField,
} from './fieldSchemas';

/** service.md: Credit */
export const quota = record({
	credit: optionalNumberField.pipe(z.number({ required_error: 'Expected a number' })),
});

const coordinates = z.array(changed(z.unknown(), readNumber));

const orNone = (list: unknown) => list ?? [];

function withoutFrames(answer: unknown): unknown {
	if (!isObject(answer) || !isObject(answer.faces_obj)) return answer;
	const frames = Object.values(answer.faces_obj).filter(isObject);
	const seen = frames.find(({ landmarks_str: texts }) => Array.isArray(texts) && texts.length > 0);
	return { ...answer, ...seen };
}

/** Null is read as an empty list (service.md: Face detection). */
export const detectionAnswer = prepared(
	withoutFrames,
	record({
		error_code: optionalNumberField,
		error_msg: optionalTextField,
		landmarks: prepared(orNone, z.array(z.array(coordinates.catch([])).catch([]))),
		landmarks_str: prepared(
			(texts) => (typeof texts === 'string' ? [texts] : orNone(texts)),
			z.array(z.string().nullish().catch(undefined)),
		),
		region: z.array(coordinates.catch([])).catch([]),
	}),
);
export type DetectionAnswer = z.infer<typeof detectionAnswer>;

/** service.md: Live avatar sessions */
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

/** service.md: Video translation */
export const languageList = listOf(record({ lang_code: idField, lang_name: optionalTextField }), [
	'lang_list',
	'result',
]);

/** `_id` reads its detail. Videos and sessions take `avatar_id` (service.md: Avatars). */
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

/** service.md: Voices and audio */
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
