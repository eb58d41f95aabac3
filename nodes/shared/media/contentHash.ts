import { createHash } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
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

/** A file's name, size and place say nothing certain about its content. @throws ServiceError where it can't be read */
export async function contentHash(
	context: IExecuteFunctions,
	item: number,
	property: string,
	label: string,
): Promise<string> {
	const field = binaryOf(context, item, property, label);
	const { id } = field.binary;
	const { helpers } = context;
	const hash = createHash('sha256');
	const read = async () => {
		if (id === undefined) return hash.update(await helpers.getBinaryDataBuffer(item, property));
		const content: AsyncIterable<Uint8Array> = await helpers.getBinaryStream(id);
		for await (const chunk of content) hash.update(chunk);
		return hash;
	};
	const done = await read().catch((error: unknown) => {
		throw unreadable(field, error);
	});
	return done.digest('hex').slice(0, 20);
}
