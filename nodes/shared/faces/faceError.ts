import { isHttpUrl, parseUrl } from '../service/urls';
import { excerptOf } from '../service/values';

export class FaceError extends Error {
	override readonly name = 'FaceError';

	constructor(
		message: string,
		readonly description: string,
		readonly said?: string,
	) {
		super(message);
	}
}

/** Names all entries that can't be used, not only the first. @throws FaceError */
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

function asFaceError(error: unknown): FaceError {
	if (error instanceof FaceError) return error;
	throw error;
}

const LONGEST_NAME = 500;

export function imageName(address = ''): string {
	const url = isHttpUrl(address) ? parseUrl(address) : undefined;
	return url ? excerptOf(`${url.origin}${url.pathname}`, LONGEST_NAME) : 'the image';
}
