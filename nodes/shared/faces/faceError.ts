import { isHttpUrl, parseUrl } from '../service/urls';
import { excerptOf } from '../service/values';

/** Faces that can't be used. `message` names the field and its mistake, `description` the remedy. */
export class FaceError extends Error {
	override readonly name = 'FaceError';

	constructor(
		message: string,
		readonly description: string,
		/** The service's own words. */
		readonly said?: string,
	) {
		super(message);
	}
}

/**
 * Uses every entry, and names all that can't be used, not only the first.
 * @throws FaceError
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
	throw new FaceError(first, [...others, ...descriptions].join('. '), refused[0]?.said);
}

/** @throws anything else it is not about one entry */
function asFaceError(error: unknown): FaceError {
	if (error instanceof FaceError) return error;
	throw error;
}

const LONGEST_NAME = 500;

/** An image's address for a message. Anything else is just called "the image". */
export function imageName(address = ''): string {
	const url = isHttpUrl(address) ? parseUrl(address) : undefined;
	return url ? excerptOf(`${url.origin}${url.pathname}`, LONGEST_NAME) : 'the image';
}
