import { z } from 'zod/v3';
import { leftoverIn } from '../service/leftovers';
import { changed, prepared } from '../service/schema';
import { encodeSpaces, isHttpUrl, withoutSecrets } from '../service/urls';
import { excerptOf, isObject } from '../service/values';

/** A picture, video or sound as the person gave it. */
export type Media = { mode: 'url'; url: string } | { mode: 'binary'; property: string };

/**
 * A media parameter: a resource locator with the modes `url` and `binary`, or a plain text. A plain text that is an
 * http(s) address is taken as one; any other names a binary field only when the mode says so.
 */
export const mediaSchema = changed(z.unknown(), (given, context): Media => {
	const { isFile, value } = located(given);
	const text = typeof value === 'string' ? value.trim() : '';
	const { message: flaw, description } = leftoverIn(text) ?? {};
	if (flaw !== undefined) {
		context.addIssue({ code: z.ZodIssueCode.custom, message: flaw, params: { description } });
		return z.NEVER;
	}
	if (isFile && text !== '') return { mode: 'binary', property: text };
	if (!isFile && isHttpUrl(text)) return { mode: 'url', url: encodeSpaces(text) };
	const message = isFile
		? `must name the binary field that holds the file (usually data), but ${quoted(value)} was given`
		: `must be a whole address that starts with http:// or https://, but ${quoted(value)} was given; for a file of the item itself choose By File`;
	context.addIssue({ code: z.ZodIssueCode.custom, message });
	return z.NEVER;
});

/** An optional media parameter: undefined when absent or empty. */
export const optionalMediaSchema = prepared(
	(given) => (isNothing(located(given).value) ? undefined : given),
	mediaSchema.optional(),
);

const located = (given: unknown) =>
	isObject(given) && 'value' in given
		? { isFile: given.mode === 'binary', value: given.value }
		: { isFile: false, value: given };

const isNothing = (value: unknown) =>
	value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

const quoted = (value: unknown) => {
	const shown = (_: string, inner: unknown) => (typeof inner === 'string' ? withoutSecrets(inner) : inner);
	return isNothing(value) ? 'nothing' : excerptOf(JSON.stringify(value, shown), 80);
};
