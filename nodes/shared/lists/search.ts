import { NodeOperationError } from 'n8n-workflow';
import type { ILoadOptionsFunctions, INodeListSearchItems, INodeListSearchResult } from 'n8n-workflow';
import { createEnvironment } from '../async/environment';
import { plainText } from '../n8n/errors';
import { asError, Failure } from '../service/failure';
import { RunTransport, type Transport } from '../transport/transport';

export type ListSearch = (this: ILoadOptionsFunctions, filter?: string) => Promise<INodeListSearchResult>;

const SOON = { patienceMs: 15_000 };

/** @throws NodeOperationError that says why the list can't be had */
export function listSearch(find: (transport: Transport) => Promise<INodeListSearchItems[]>): ListSearch {
	return async function (filter) {
		try {
			const found = await find(new RunTransport(this, createEnvironment(this), SOON));
			const entries = [...new Map(found.map((entry) => [entry.value, entry])).values()];
			return { results: matching(entries, filter) };
		} catch (error) {
			const { description } = error instanceof Failure ? error.details : {};
			throw new NodeOperationError(this.getNode(), plainText(asError(error).message), {
				description: description && plainText(description),
			});
		}
	};
}

export function labelled(
	name: string,
	notes: ReadonlyArray<string | false | undefined>,
	value: string,
	url?: string,
): INodeListSearchItems {
	const shown = notes.filter(Boolean).join(', ');
	return { name: shown === '' ? name : `${name} (${shown})`, value, ...(url !== undefined && { url }) };
}

/** The last entry of a list that was cut. It can't be chosen. */
export const cutAfter = ({ length }: readonly unknown[]): INodeListSearchItems => ({
	name: `… only the first ${length} are listed: choose By ID for others`,
	value: '',
});

export function matching(entries: readonly INodeListSearchItems[], typed = ''): INodeListSearchItems[] {
	const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
	return entries.filter(({ name, value }) => {
		if (value === '') return true;
		const text = `${name} ${value}`.toLowerCase();
		return words.every((word) => text.includes(word));
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

const plain = (text = '') => text.trim().replaceAll('_', '-').toLowerCase();
