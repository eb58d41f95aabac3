import { asError, Failure } from '../service/failure';
import { isHttpUrl, parseUrl } from '../service/urls';
import { excerptOf, sentences } from '../service/values';

export const faceFailure = (message: string, description: string, serviceMessage?: string) =>
	new Failure(message, { description, serviceMessage });

/** Names all entries that can't be used, not only the first. @throws Failure */
export function eachOf<T, R>(entries: readonly T[], use: (entry: T, index: number) => R): R[] {
	const refused: Failure[] = [];
	const used = entries.flatMap((entry, index) => {
		try {
			return [use(entry, index)];
		} catch (error) {
			if (!(error instanceof Failure)) throw asError(error);
			refused.push(error);
			return [];
		}
	});
	const [first, ...others] = new Set(refused.map(({ message }) => message));
	if (first === undefined) return used;
	const advice = new Set(refused.map(({ details }) => details.description));
	throw faceFailure(first, sentences(...others, ...advice), refused[0]?.details.serviceMessage);
}

const LONGEST_NAME = 500;

export function imageName(address = ''): string {
	const url = isHttpUrl(address) ? parseUrl(address) : undefined;
	return url ? excerptOf(`${url.origin}${url.pathname}`, LONGEST_NAME) : 'the image';
}
