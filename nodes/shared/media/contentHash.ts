import { createHash } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { isObject, parseJson } from '../service/values';
import { binaryOf, unreadable } from './binaryFile';

export function filesIn(
	input: unknown,
	path: Array<string | number> = [],
): Array<{ property: string; path: Array<string | number> }> {
	if (typeof input !== 'object' || input === null) return [];
	const { mode, property }: { mode?: unknown; property?: unknown } = input;
	if (mode === 'binary' && typeof property === 'string') return [{ property, path }];
	const isList = Array.isArray(input);
	return Object.entries(input).flatMap(([name, value]) =>
		filesIn(value, [...path, isList ? Number(name) : name]),
	);
}

/** A file's name, size and place say nothing certain about its content. @throws Failure where it can't be read */
export async function contentHash(
	context: IExecuteFunctions,
	item: number,
	property: string,
	label: string,
): Promise<string> {
	const field = binaryOf(context, item, property, label);
	const { id } = field.binary;
	const read = async () =>
		id === undefined
			? digestOf([await context.helpers.getBinaryDataBuffer(item, property)])
			: await storedHash(context, id);
	return await read().catch((error: unknown) => {
		throw unreadable(field, error);
	});
}

/** Replaces each address that n8n signed with the content of its file, because n8n signs differently each time. */
export async function withContents(
	json: string,
	contentOf: (id: string) => Promise<string>,
): Promise<string> {
	const contents = new Map<string, string>();
	for (const [url, payload = ''] of json.matchAll(SIGNED)) {
		const signed = parseJson(Buffer.from(payload, 'base64url').toString());
		if (!isObject(signed) || typeof signed.id !== 'string') continue;
		// Another n8n may have signed it, or n8n has deleted its file.
		contents.set(url, await contentOf(signed.id).catch(() => url));
	}
	return json.replace(SIGNED, (url) => contents.get(url) ?? url);
}

/** A text that is nothing else, with its quotes. */
const SIGNED = /"https?:[^"\s\\]*\/binary-data\/signed\?token=[\w-]+\.([\w-]+)\.[\w-]+"/g;

export const storedHash = async ({ helpers }: IExecuteFunctions, id: string): Promise<string> =>
	digestOf(await helpers.getBinaryStream(id));

async function digestOf(content: AsyncIterable<Uint8Array> | Uint8Array[]): Promise<string> {
	const hash = createHash('sha256');
	for await (const chunk of content) hash.update(chunk);
	return hash.digest('hex').slice(0, 20);
}
