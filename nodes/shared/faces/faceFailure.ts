import { Failure } from '../service/failure';
import { isHttpUrl, parseUrl } from '../service/urls';
import { excerptOf } from '../service/values';

export const faceFailure = (message: string, description: string, serviceMessage?: string) =>
	new Failure(message, { description, serviceMessage });

const LONGEST_NAME = 500;

export function imageName(address = ''): string {
	const url = isHttpUrl(address) ? parseUrl(address) : undefined;
	return url ? excerptOf(`${url.origin}${url.pathname}`, LONGEST_NAME) : 'the image';
}
