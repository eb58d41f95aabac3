import { z } from 'zod/v3';
import { changed, type Schema } from '../schema';
import { saidIn } from '../urls';
import { isObject, onlySeen, readInteger, readNumber, readTime } from '../values';

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

const LONGEST_REASON = 300;

const optionalReason = changed(optionalTextField, (text) => text && saidIn(text, LONGEST_REASON));

export const record = <T extends z.ZodRawShape>(fields: T) => z.object(fields).passthrough();

/** service.md: Shapes that vary, Results */
export const jobFields = {
	_id: idField,
	error_code: z.union([z.number(), z.string()]).optional().catch(undefined),
	error_reason: optionalReason,
	error_msg: optionalReason,
	failed_reason: optionalReason,
	fail_reason: optionalReason,
	reason: optionalReason,
	msg: optionalReason,
	message: optionalReason,
};

/** A hundred thousand entries would block the process for seconds. */
const MOST_ENTRIES = 10_000;

/** An array, or an object with the array under a key. Null is empty. */
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
	const lists = isObject(value) ? keys.filter((key) => key in value).map((key) => value[key]) : [value];
	const list = lists.find((each) => Array.isArray(each));
	if (Array.isArray(list)) return list as unknown[];
	return isEmpty(value) || lists.some((each) => each === undefined || each === null) ? [] : undefined;
}

function isEmpty(value: unknown): boolean {
	const fields = isObject(value) ? Object.values(value) : [value];
	const isFilled = fields.some((field) => Array.isArray(field) && field.length > 0);
	return fields.length === 0 || (isObject(value) && readNumber(value.count) === 0 && !isFilled);
}
