/**
 * Reads n8n's stored run data, which has the format of the library `flatted`: an array whose first entry is the
 * root, and where every string inside an object or array is the index of the value that it stands for.
 */
export function parseFlatted(text: string): unknown {
	const entries: unknown = JSON.parse(text);
	if (!Array.isArray(entries)) throw new Error('Run data has to be a list of entries.');
	const list: readonly unknown[] = entries;
	const built = new Map<number, unknown>();

	const resolve = (value: unknown): unknown => (typeof value === 'string' ? build(Number(value)) : value);
	const build = (index: number): unknown => {
		if (built.has(index)) return built.get(index);
		const entry = list[index];
		if (Array.isArray(entry)) {
			const items: unknown[] = [];
			built.set(index, items);
			for (const value of entry) items.push(resolve(value));
			return items;
		}
		if (typeof entry === 'object' && entry !== null) {
			const fields: Record<string, unknown> = {};
			built.set(index, fields);
			for (const [key, value] of Object.entries(entry)) fields[key] = resolve(value);
			return fields;
		}
		built.set(index, entry);
		return entry;
	};
	return build(0);
}
