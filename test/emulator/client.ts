import { z } from 'zod/v3';
import type { Emulator } from './index';

/** Calls the service without a node, by the API key of its first account. Returns the whole answer. */
export async function call(
	{ baseUrl, accounts: [account] }: Pick<Emulator, 'baseUrl' | 'accounts'>,
	path: string,
	body: object,
	root = `${baseUrl}/api/open/v3`,
): Promise<Record<string, unknown>> {
	const response = await fetch(root + path, {
		method: 'POST',
		headers: { 'content-type': 'application/json', 'x-api-key': account?.apiKey ?? '' },
		body: JSON.stringify(body),
	});
	return z.record(z.unknown()).parse(await response.json());
}
