import { z } from 'zod/v3';
import { encodeSpaces, isHttpUrl, withoutSecrets } from '../service/urls';
import { excerptOf } from '../service/values';

/** A picture, video or sound as the person gave it. */
export type Media = { mode: 'url'; url: string } | { mode: 'binary'; property: string };

/**
 * A media parameter: a resource locator with the modes `url` and `binary`, or a plain text. A plain text that is an
 * http(s) address is taken as one; any other names a binary field only when the mode says so.
 */
export const media = z.unknown().transform((given, context): Media => {
	const { mode, value } = located(given);
	const text = typeof value === 'string' ? value.trim() : value;
	const refuse = (message: string): never => {
		context.addIssue({ code: z.ZodIssueCode.custom, message });
		return z.NEVER;
	};
	if (text === undefined || text === null || text === '') {
		return refuse(
			mode === 'binary'
				? 'must name the binary field that holds the file (usually data), but nothing was given'
				: 'must be the http(s) address of a file, but nothing was given',
		);
	}
	if (typeof text !== 'string') {
		const wanted =
			mode === 'binary'
				? 'must name the binary field that holds the file (usually data)'
				: 'must be the http(s) address of a file';
		return refuse(`${wanted}, but ${excerptOf(withoutSecrets(JSON.stringify(text)), 80)} was given`);
	}
	if (mode === 'binary') return { mode: 'binary', property: text };
	if (isHttpUrl(text)) return { mode: 'url', url: encodeSpaces(text) };
	return refuse(
		`must be a whole address that starts with http:// or https://, but "${excerptOf(withoutSecrets(text), 80)}" was given; ` +
			'for a file of the item itself choose By File',
	);
});

/** An optional media parameter: undefined when absent or empty. */
export const optionalMedia = z
	.unknown()
	.transform((given) => {
		const { value } = located(given);
		const isEmpty =
			value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
		return isEmpty ? undefined : given;
	})
	.pipe(z.union([z.undefined(), media]));

function located(given: unknown): { mode: string; value: unknown } {
	if (typeof given !== 'object' || given === null || !('value' in given))
		return { mode: 'url', value: given };
	const mode = 'mode' in given && typeof given.mode === 'string' ? given.mode : 'url';
	return { mode, value: given.value };
}
