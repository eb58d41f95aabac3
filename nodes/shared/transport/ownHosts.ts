import { parseUrl } from '../service/urls';
import { AddressError, addressesOf } from './addresses';

/**
 * The token goes only to the two hosts of the credential: n8n's HTTP Request node would send it to any URL.
 * @param request as n8n's helpers take it; the older ones say `uri`
 * @throws AddressError
 */
export function refuseOtherHosts(
	{ url, uri, baseURL }: Record<string, unknown>,
	credential: Record<string, unknown>,
): void {
	const { service, detection } = addressesOf(credential);
	const origins = new Set([service, detection].map((address) => new URL(address).origin));
	const targets = targetsOf(textOf(url) || textOf(uri), textOf(baseURL));
	const foreign = targets.find((target) => target === undefined || !origins.has(target.origin));
	if (targets.length > 0 && !targets.includes(foreign)) return;
	throw new AddressError(
		`The access token is not sent to ${foreign?.host ?? 'this address'}: it is neither the Base URL nor the Face Detection URL of the credential`,
	);
}

/** Where n8n and its HTTP client would send a request: they join base and address in different ways. */
function targetsOf(address: string, base: string): Array<URL | undefined> {
	if (base === '') return [parseUrl(address)];
	const isWhole = /^([a-z][a-z0-9+.-]*:)?\/\//i.test(address);
	const joined = isWhole ? address : `${base}/${address}`;
	const resolved = URL.canParse(address, base) ? new URL(address, base) : undefined;
	return [parseUrl(joined), resolved];
}

const textOf = (value: unknown) =>
	typeof value === 'string' || value instanceof URL ? String(value).trim() : '';
