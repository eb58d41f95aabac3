import type { INodeListSearchItems } from 'n8n-workflow';

/** What a dropdown and an agent see of a record. */
export interface Entry {
	id: string;
	name?: string;
	notes?: ReadonlyArray<string | false | undefined>;
	url?: string;
	/** Of a language. */
	needsVoice?: boolean;
}

export function labelled({ id, name = id, notes = [], url }: Entry): INodeListSearchItems {
	const shown = notes.filter(Boolean).join(', ');
	return { name: shown === '' ? name : `${name} (${shown})`, value: id, ...(url !== undefined && { url }) };
}

export function matching(entries: readonly INodeListSearchItems[], typed = ''): INodeListSearchItems[] {
	const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
	return entries.filter(({ name, value }) => {
		const text = `${name} ${value}`.toLowerCase();
		return value === '' || words.every((word) => text.includes(word));
	});
}

/** The entry with this ID, or else the only entry with this name. `PT_br` is `pt-BR`. */
export function findNamed<T extends { name?: string }>(
	entries: readonly T[],
	given: string,
	idOf: (entry: T) => string | undefined,
): T | undefined {
	const exact = entries.find((each) => idOf(each) === given);
	if (exact) return exact;
	const typed = plain(given);
	const byId = entries.filter((each) => plain(idOf(each)) === typed);
	const found = byId.length > 0 ? byId : entries.filter(({ name }) => plain(name) === typed);
	return new Set(found.map(idOf)).size === 1 ? found[0] : undefined;
}

export const plain = (text = '') => text.trim().replaceAll('_', '-').toLowerCase();
