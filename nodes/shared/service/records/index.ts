import { z } from 'zod/v3';
import { changed, prepared } from '../schema';
import { isObject, readNumber } from '../values';
import * as fields from './fieldSchemas';

/** service.md: Credit */
export const quota = fields.record({
	credit: fields.optionalNumberField.pipe(z.number({ required_error: 'Expected a number' })),
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
	fields.record({
		error_code: fields.optionalNumberField,
		error_msg: fields.optionalTextField,
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
export const session = fields.record({
	...fields.jobFields,
	status: fields.statusField,
	stream_urls: fields
		.record({
			client_pull_stream_url: fields.optionalTextField,
			client_chat_room_url: fields.optionalTextField,
			server_chat_room_url: fields.optionalTextField,
		})
		.optional()
		.catch(undefined),
	avatar_id: fields.optionalIdField,
	create_time: fields.optionalTimeField,
});

/** service.md: Video translation */
export const languageList = fields.listOf(
	fields.record({ lang_code: fields.idField, lang_name: fields.optionalTextField }),
	['lang_list', 'result'],
);

/** `_id` reads its detail. Videos and sessions take `avatar_id` (service.md: Avatars). */
export const avatarRecord = fields.record({
	...fields.jobFields,
	avatar_id: fields.optionalIdField,
	from: fields.optionalNumberField,
	status: fields.statusField,
	name: fields.optionalTextField,
	url: fields.optionalTextField,
	modify_url: fields.optionalTextField,
	thumbnailUrl: fields.optionalTextField,
	type: fields.optionalNumberField,
	create_time: fields.optionalTimeField,
});
export type AvatarRecord = z.infer<typeof avatarRecord>;

/** service.md: Voices and audio */
export const voiceList = fields.listOf(
	fields.record({
		voice_id: fields.idField,
		from: fields.optionalNumberField,
		name: fields.optionalTextField,
		gender: fields.optionalTextField,
		accent: fields.optionalTextField,
		language: fields.optionalTextField,
		preview: fields.optionalTextField,
	}),
);
