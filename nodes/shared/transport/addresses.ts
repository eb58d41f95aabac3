import { parseUrl } from '../service/urls';

/** Where the versioned operations live below the Base URL (service.md: Addresses and version). */
export const API_ROOT = '/api/open/v3';

/** An address in the credential that can't be used; the message says what to change, and quotes nothing. */
export class AddressError extends Error {
	override readonly name = 'AddressError';
}

/**
 * Cleans an address as people paste it, so that a path can follow: removes spaces, trailing slashes and a pasted
 * `/api/open/v3`.
 * @throws AddressError, which names the field as it is on the screen.
 */
export function normalizeAddress(text: unknown, field: 'Base URL' | 'Face Detection URL'): string {
	const wrong = (why: string) => new AddressError(`The ${field} in the credential ${why}`);
	const address = typeof text === 'string' ? text.trim() : '';
	if (address === '') throw wrong('is empty');
	if (!/^https?:\/\//i.test(address)) {
		throw wrong('is not a full address. It has to start with https:// or http://');
	}
	const url = parseUrl(address);
	if (url === undefined) throw wrong('is not a valid address. Check it for typing mistakes');
	if (url.username !== '' || url.password !== '') throw wrong('holds a user name or password. Take it out');
	if (url.search !== '' || url.hash !== '') {
		throw wrong('has something after the path. End it before ? or #');
	}
	const path = withoutLastSlashes(url.pathname);
	return url.origin + (path.endsWith(API_ROOT) ? withoutLastSlashes(path.slice(0, -API_ROOT.length)) : path);
}

/**
 * The addresses of the service and of the host that detects faces: the service's own where none is given.
 * @throws AddressError
 */
export function addressesOf({ baseUrl, detectUrl }: Record<string, unknown>) {
	const service = normalizeAddress(baseUrl, 'Base URL');
	const isOneHost = typeof detectUrl !== 'string' || detectUrl.trim() === '';
	const detection = isOneHost ? service : normalizeAddress(detectUrl, 'Face Detection URL');
	return { service, detection, isOneHost };
}

/** Not by a pattern, which would start again at each slash in the middle. */
function withoutLastSlashes(path: string): string {
	let end = path.length;
	while (path[end - 1] === '/') end -= 1;
	return path.slice(0, end);
}
