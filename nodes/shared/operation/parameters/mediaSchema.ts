import { z } from 'zod/v3';
import { leftoverIn } from '../../service/leftovers';
import { changed, prepared } from '../../service/schema';
import { encodeSpaces, isHttpUrl } from '../../service/urls';
import { isObject } from '../../service/values';
import { quoted, refuse } from './messages';
import { locatorValue, ONE_ADDRESS, presentValue } from './schemas';

/** A picture, video or sound as the person gave it. */
export type Media = { mode: 'url'; url: string } | { mode: 'binary'; property: string };

/** What the refusal of a value says beside the usual. */
interface Words {
	mayBeEmpty?: boolean;
	/** What to do. */
	advice?: string;
}

/**
 * A media parameter: a resource locator with the modes `url` and `binary`, or a plain text. A plain text that is an
 * http(s) address is taken as one; any other names a binary field only when the mode says so.
 */
const schemaWith = ({ mayBeEmpty, advice }: Words) =>
	changed(z.unknown(), (given, context): Media => {
		const value = locatorValue(given);
		const isFile = isObject(given) && given.mode === 'binary';
		const text = typeof value === 'string' ? value.trim() : '';
		const leftover = leftoverIn(text);
		if (leftover) return refuse(context, leftover.message, [], leftover.description);
		if (isFile && text !== '') return { mode: 'binary', property: text };
		if (!isFile && isHttpUrl(text)) return { mode: 'url', url: encodeSpaces(text) };
		const wanted = isFile ? 'name the binary field that holds the file (usually data)' : `be ${ONE_ADDRESS}`;
		const message = [
			`must ${wanted}, but ${quoted(value)} was given`,
			!isFile && 'for a file of the item itself choose By File',
			mayBeEmpty && 'or leave it empty',
		];
		return refuse(context, message.filter(Boolean).join('; '), [], advice);
	});

export const mediaSchema = schemaWith({});

/** An optional media parameter: undefined when absent or empty. */
export const optionalMediaSchema = (words: Words = {}) =>
	prepared(
		(given) => (presentValue(locatorValue(given)) === undefined ? undefined : given),
		schemaWith(words).optional(),
	);
