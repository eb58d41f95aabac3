import { isHttpUrl, parseUrl } from '../service/urls';
import { excerptOf } from '../service/values';

/** Faces that cannot be used: `message` says what happened, and to which field; `description` what to do. */
export class FaceError extends Error {
	override readonly name = 'FaceError';

	constructor(
		message: string,
		readonly description: string,
	) {
		super(message);
	}
}

/**
 * Uses every entry, and names all that cannot be used, not only the first.
 *
 * @throws FaceError of the first one, with the messages of the others before what to do
 */
export function eachOf<T, R>(entries: readonly T[], use: (entry: T, index: number) => R): R[] {
	const refused: FaceError[] = [];
	const used = entries.flatMap((entry, index) => {
		try {
			return [use(entry, index)];
		} catch (error) {
			refused.push(asFaceError(error));
			return [];
		}
	});
	const [first, ...others] = new Set(refused.map(({ message }) => message));
	if (first === undefined) return used;
	const descriptions = new Set(refused.map(({ description }) => description));
	throw new FaceError(first, [...others, ...descriptions].join('. '));
}

/** @throws anything else: it is not about one entry */
function asFaceError(error: unknown): FaceError {
	if (error instanceof FaceError) return error;
	throw error;
}

/** Addresses of pictures are shorter than this; a longer one is cut. */
const LONGEST_NAME = 500;

/**
 * A picture's address for a message: without its query, user and fragment, which can hold a signature or a password.
 * Anything else is just called "the picture".
 */
export function pictureName(address = ''): string {
	const url = isHttpUrl(address) ? parseUrl(address) : undefined;
	return url ? excerptOf(`${url.origin}${url.pathname}`, LONGEST_NAME) : 'the picture';
}
