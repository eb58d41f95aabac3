import { parseUrl } from '../service/urls';

/** Whether the service may reach an address: one on a private network can reach a private n8n. */
export function canReach(serviceUrl: string, url: string): boolean {
	return !isPrivateAddress(url) || isPrivateAddress(serviceUrl);
}

/**
 * Whether an address is reachable only from its own machine or network: loopback, private and link-local ranges,
 * names without a dot, `.local` and its like. An address that can't be parsed is not.
 */
export function isPrivateAddress(url: string): boolean {
	const parsed = parseUrl(url);
	if (parsed === undefined) return false;
	const host = parsed.hostname.toLowerCase().replace(/^\[|\]$|\.$/g, '');
	const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/
		.exec(host)
		?.slice(1)
		.map((part) => parseInt(part, 16));
	if (mapped) return isPrivateIpv4(mapped.flatMap((part) => [part >> 8, part & 255]));
	if (host.includes(':')) return /^(::1?$|f[cd]|fe[89ab])/.test(host);
	const parts = host.split('.').map(Number);
	if (parts.length === 4 && parts.every((part) => Number.isInteger(part))) return isPrivateIpv4(parts);
	return !host.includes('.') || /\.(localhost|local|internal|lan|home|test)$/.test(host);
}

function isPrivateIpv4([first = 0, second = 0]: readonly number[]): boolean {
	if (first === 0 || first === 10 || first === 127) return true;
	if (first === 172) return second >= 16 && second <= 31;
	if (first === 100) return second >= 64 && second <= 127;
	return (first === 192 && second === 168) || (first === 169 && second === 254);
}
