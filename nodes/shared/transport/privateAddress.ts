import { parseUrl } from '../service/urls';

/** A service on a private network can reach a private n8n. */
export function canReach(serviceUrl: string, url: string): boolean {
	return !isPrivateAddress(url) || isPrivateAddress(serviceUrl);
}

const PRIVATE_IPV4 =
	/^(0|10|127|192\.168|169\.254|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./;
const PRIVATE_IPV6 = /^(::1?$|f[cd]|fe[89ab])|^::ffff:(\w\w?|a\w\w|7f\w\w|c0a8|a9fe|ac1\w|64[4-7]\w):/;
const PRIVATE_NAME = /^[^.]*$|\.(localhost|local|internal|lan|home|test)$/;

/** Loopback, private and link-local ranges, names without a dot, `.local` and its like. */
export function isPrivateAddress(url: string): boolean {
	const host = parseUrl(url)?.hostname.replace(/^\[|\]$|\.$/g, '');
	if (host === undefined) return false;
	if (host.includes(':')) return PRIVATE_IPV6.test(host);
	return (/^[\d.]+$/.test(host) ? PRIVATE_IPV4 : PRIVATE_NAME).test(host);
}
