import { z } from 'zod/v3';

/** Reads the format of the library `flatted`: an array in which each string inside an object or array is an index. */
export function parseFlatted(text: string): unknown {
	const entries = z.array(z.unknown()).parse(JSON.parse(text));
	const built = new Map<number, unknown>();
	const build = (index: number): unknown => {
		if (built.has(index)) return built.get(index);
		const entry = entries[index];
		if (typeof entry !== 'object' || entry === null) return entry;
		const copy = Array.isArray(entry) ? [] : {};
		built.set(index, copy);
		for (const [key, value] of Object.entries(entry))
			Reflect.set(copy, key, typeof value === 'string' ? build(Number(value)) : value);
		return copy;
	};
	return build(0);
}
