import type { ServiceRequest } from '../service/request';
import { httpUrl, parseUrl, invisibleIn, textOf } from '../service/values';
import { TokenError } from './tokenError';

/** service.md: Addresses and version */
export const API_ROOT = '/api/open/v3';

/** You may paste it with the address (service.md: Face detection). */
export const DETECT_PATH = '/detect';

export type HostName = NonNullable<ServiceRequest['host']>;

export type Host = ReturnType<typeof hostAt>;

/** Plain HTTP shows keys and token to everyone on the way. @throws TokenError which names the field and quotes nothing */
export function hostsOf({ baseUrl, detectUrl }: Record<string, unknown>): Record<HostName, Host> {
	const base = normalizeAddress(baseUrl, 'Base URL');
	const service = hostAt(base, API_ROOT, 'The service', checkOf('Base URL', base, API_ROOT));
	const detectionAt = (root: string, check: string) => hostAt(root, '', 'The face detection host', check);
	if (textOf(detectUrl) === '') return { service, detection: detectionAt(base, NO_DETECT_URL) };
	const root = withoutEnd(normalizeAddress(detectUrl, 'Face Detection URL'), DETECT_PATH);
	return { service, detection: detectionAt(root, checkOf('Face Detection URL', root, DETECT_PATH)) };
}

const NO_DETECT_URL =
	'The Face Detection URL in the credential is empty, so the node uses the Base URL: enter the address of the host that detects faces';

function hostAt(base: string, below: string, name: string, check: string) {
	return { base, root: base + below, origin: base.split('/', 3).join('/'), name, check };
}

export const addressOf = ({ base, root }: Host, path: string) =>
	(path.startsWith('/api/') ? base : root) + path;

const checkOf = (field: string, address: string, without: string) =>
	`Check the ${field} in the credential (it leads to ${address.split('/')[2]}), without ${without}`;

/** Drops slashes at the end and a pasted `/api/open/v3`. @throws TokenError which names the field */
export function normalizeAddress(given: unknown, field: string): string {
	const wrong = (why: string, advice = '') => new TokenError(`The ${field} in the credential ${why}`, advice);
	const text = textOf(given);
	if (text === '') throw wrong('is empty');
	const invisible = invisibleIn(text);
	if (invisible) throw wrong(`has the invisible character ${invisible} in it`, 'Type it again by hand');
	const url = httpUrl(text);
	if (url === undefined) throw wrong('is not a valid address', 'It has to start with https:// or http://');
	if (url.username + url.password + url.search + url.hash !== '') {
		throw wrong('holds a user name or password, or something after the path', 'Enter only host and path');
	}
	if (url.protocol === 'http:' && !isPrivateAddress(text)) {
		const why = 'is not secure: it starts with http://, and anyone on the way can read the keys';
		throw wrong(why, 'Enter it with https://');
	}
	return withoutEnd(url.origin + withoutLastSlashes(url.pathname), API_ROOT);
}

const withoutEnd = (address: string, end: string) =>
	address.endsWith(end) ? withoutLastSlashes(address.slice(0, -end.length)) : address;

/** A longer pattern would start again at each slash in the middle. */
const withoutLastSlashes = (path: string) => path.replace(/\/{1,20}$/, '');

/** A proxy of the request would see the token. @throws TokenError */
export function refuseElsewhere(
	{ url, uri, baseURL, proxy }: Record<string, unknown>,
	{ hosts }: { hosts: Record<HostName, Host> },
): void {
	const own = Object.values(hosts).map(({ origin }) => origin);
	const [address, base] = [asText(url) || asText(uri), asText(baseURL)];
	const resolved = URL.canParse(address, base) ? new URL(address, base) : undefined;
	// n8n's HTTP client puts some addresses below the base that are whole for Node.
	for (const target of base === '' ? [parseUrl(address)] : [parseUrl(base), resolved]) {
		if (target && own.includes(target.origin)) continue;
		throw new TokenError(
			`The access token is not sent to ${target?.host ?? 'this address'}: it is neither the Base URL nor the Face Detection URL of the credential`,
			'',
		);
	}
	if (proxy === undefined || proxy === null || proxy === false || proxy === '') return;
	throw new TokenError(
		'The access token is not sent through a proxy that the request names',
		'Remove Proxy under Options. A proxy for all of n8n is set where n8n is started: HTTP_PROXY, HTTPS_PROXY',
	);
}

const asText = (value: unknown) => textOf(value instanceof URL ? value.href : value);

/** A service on a private network can reach a private n8n. */
export const canReach = (serviceUrl: string, url: string): boolean =>
	!isPrivateAddress(url) || isPrivateAddress(serviceUrl);

/** With test, multicast and reserved addresses. */
const PRIVATE_IPV4 =
	/^(0|10|127|192\.168|169\.254|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])|198\.1[89]|22[4-9]|2[345]\d)\./;
const PRIVATE_IPV6 = /^(f[cdf]|fe[89a-f])/;
const PRIVATE_NAME = /^[^.]*$|\.(localhost|local|internal|intranet|corp|lan|home|home\.arpa|test)$/;

/** The IPv4 address in a mapped, a NAT64 and a 6to4 address, with `::` and `::1`. */
const EMBEDDED = /^(?:0{20}(?:ffff|0000)|0064ff9b0{16})(.{8})|^2002(.{8})/;

function embeddedIn(ipv6: string): string {
	const [first = [], last = []] = ipv6.split('::').map((part) => part.split(':').filter(Boolean));
	const zeros = Array<string>(8 - first.length - last.length).fill('0');
	const hex = [...first, ...zeros, ...last].map((group) => group.padStart(4, '0')).join('');
	const [, low, high] = EMBEDDED.exec(hex) ?? [];
	return Buffer.from(low ?? high ?? '', 'hex').join('.');
}

/** Loopback, private and link-local ranges, names without a dot, `.local` and its like. */
export function isPrivateAddress(url: string): boolean {
	const host = parseUrl(url)?.hostname.replace(/^\[|\]$|\.$/g, '');
	if (host === undefined) return false;
	if (host.includes(':')) return PRIVATE_IPV6.test(host) || PRIVATE_IPV4.test(embeddedIn(host));
	return (/^[\d.]+$/.test(host) ? PRIVATE_IPV4 : PRIVATE_NAME).test(host);
}
