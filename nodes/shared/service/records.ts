import { z } from '../zod';
import { messageOf, type ErrorGroup } from './failure';
import { changed, prepared, type Schema } from './schema';
import { REASONS, wordsIn } from './words';
import { excerptOf, isObject, onlySeen, readInteger, readNumber, readTime } from './values';

/* A null or a wrong type is read as absent where no node needs the field, so that it never breaks an answer. */

export const rawId = z.union([z.string().trim().min(1), changed(z.number().finite(), String)]);
export const idField = changed(rawId, onlySeen).pipe(z.string().trim().min(1));
export const optionalIdField = idField.optional().catch(undefined);

export const optionalTextField = changed(
	z.union([z.string(), changed(z.number(), String)]).optional(),
	(text) => (text === '' ? undefined : text),
).catch(undefined);

export const optionalNumberField = changed(z.unknown(), readNumber);
export const optionalTimeField = changed(z.unknown(), readTime);

export const optionalBooleanField = changed(z.unknown(), (value) => {
	if (value === true || value === 'true' || readInteger(value) === 1) return true;
	return value === false || value === 'false' || readInteger(value) === 0 ? false : undefined;
});

/** Keeps an unknown status, so that you can see it. */
export const statusField = changed(z.unknown(), (value): number | string | undefined => {
	const number = readInteger(value);
	if (number !== undefined) return number;
	return typeof value === 'string' && value !== '' ? value : undefined;
});

export const optionalTextsField = changed(z.array(z.unknown()), (values) =>
	values.filter((value): value is string => typeof value === 'string' && value !== ''),
)
	.optional()
	.catch(undefined);

const record = <T extends z.ZodRawShape>(fields: T) => z.object(fields).passthrough();

const anyJob = record({
	_id: idField,
	error_code: z.union([z.number(), z.string()]).optional().catch(undefined),
	create_time: optionalTimeField,
});

export type JobRecord = z.infer<typeof anyJob>;

export const jobRecord = <T extends z.ZodRawShape>(fields: T) => anyJob.extend(fields);

/** service.md: Jobs and states */
export function failureReason(job: JobRecord, group: ErrorGroup, isSure = false): string | undefined {
	const code = Number(job.error_code ?? 0);
	const names = isSure ? REASONS.filter((name) => name.includes('reason') || name.includes('_msg')) : REASONS;
	const words = wordsIn(job, names) || messageOf(code, group);
	if (code === 0) return words;
	const shown = `code ${excerptOf(String(job.error_code), 30)}`;
	return words === undefined ? shown : `${words} (${shown})`;
}

/** A hundred thousand entries would block the process for seconds. */
const MOST_ENTRIES = 10_000;

/** An array, or an object with the array under a key. Null is empty. Another object may have it under another name. */
export function listOf<T>(schema: Schema<T>, keys: readonly string[] = ['result']) {
	return changed(z.unknown(), (value, context): T[] => {
		const entries = findList(value, keys);
		if (entries === undefined) {
			context.addIssue({ code: z.ZodIssueCode.custom, message: `Expected a list, or ${keys.join(' or ')}` });
			return z.NEVER;
		}
		return entries.slice(0, MOST_ENTRIES).flatMap((entry): T[] => {
			const parsed = schema.safeParse(entry);
			return parsed.success ? [parsed.data] : [];
		});
	});
}

function findList(value: unknown, keys: readonly string[]): unknown[] | undefined {
	const fields = isObject(value) ? value : { [keys[0] ?? '']: value ?? null };
	const lists = keys.map((key) => fields[key]);
	const list = lists.find((each) => Array.isArray(each));
	if (Array.isArray(list)) return list as unknown[];
	// An object without a list may say that its count is 0.
	return lists.includes(null) || !Object.values(fields).some(Boolean) ? [] : undefined;
}

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
export const session = jobRecord({
	status: statusField,
	stream_urls: z.record(z.unknown()).optional().catch(undefined),
	avatar_id: optionalIdField,
});

/** service.md: Video translation */
export const language = record({
	lang_code: idField,
	lang_name: optionalTextField,
	need_voice_id: optionalBooleanField,
});

/** `_id` reads its detail. Videos and sessions take `avatar_id` (service.md: Avatars). */
export const avatarRecord = jobRecord({
	avatar_id: optionalIdField,
	from: optionalNumberField,
	status: statusField,
	name: optionalTextField,
	url: optionalTextField,
	modify_url: optionalTextField,
	thumbnailUrl: optionalTextField,
	type: optionalNumberField,
});
export type AvatarRecord = z.infer<typeof avatarRecord>;

/** service.md: Voices and audio */
export const voice = record({
	voice_id: idField,
	from: optionalNumberField,
	name: optionalTextField,
	gender: optionalTextField,
	accent: optionalTextField,
	language: optionalTextField,
	preview: optionalTextField,
});
