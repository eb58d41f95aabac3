import { z } from 'zod/v3';
import { encodeSpaces, isHttpUrl, withoutSecrets } from '../service/urls';
import { excerptOf, isObject } from '../service/values';

/** A picture, video or sound as the person gave it. */
export type Media = { mode: 'url'; url: string } | { mode: 'binary'; property: string };

/** What each mode must hold. */
const WANTED = {
	url: 'must be the http(s) address of a file',
	binary: 'must name the binary field that holds the file (usually data)',
};

/**
 * A media parameter: a resource locator with the modes `url` and `binary`, or a plain text. A plain text that is an
 * http(s) address is taken as one; any other names a binary field only when the mode says so.
 */
export const media = z.unknown().transform((given, context): Media => {
	const { mode, value } = located(given);
	const refuse = (message: string): never => {
		context.addIssue({ code: z.ZodIssueCode.custom, message });
		return z.NEVER;
	};
	if (isNothing(value)) return refuse(`${WANTED[mode]}, but nothing was given`);
	if (typeof value !== 'string') {
		return refuse(`${WANTED[mode]}, but ${excerptOf(withoutSecrets(JSON.stringify(value)), 80)} was given`);
	}
	const text = value.trim();
	if (mode === 'binary') return { mode, property: text };
	if (isHttpUrl(text)) return { mode, url: encodeSpaces(text) };
	return refuse(
		`must be a whole address that starts with http:// or https://, but "${excerptOf(withoutSecrets(text), 80)}" was given; ` +
			'for a file of the item itself choose By File',
	);
});

/** An optional media parameter: undefined when absent or empty. */
export const optionalMedia = z.preprocess(
	(given) => (isNothing(located(given).value) ? undefined : given),
	media.optional(),
);

function located(given: unknown): { mode: Media['mode']; value: unknown } {
	if (!isObject(given) || !('value' in given)) return { mode: 'url', value: given };
	return { mode: given.mode === 'binary' ? 'binary' : 'url', value: given.value };
}

const isNothing = (value: unknown) =>
	value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
