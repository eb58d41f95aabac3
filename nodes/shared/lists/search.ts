import {
	NodeOperationError,
	type ILoadOptionsFunctions,
	type INodeListSearchItems,
	type INodeListSearchResult,
} from 'n8n-workflow';
import { createEnvironment } from '../transport/environment';
import { ServiceError } from '../transport/errors';
import { createTransport } from '../transport/transport';
import type { Transport } from '../transport/types';

/** A method of a searchable dropdown, as n8n calls it: with what was typed, and where to go on. */
export type ListSearch = (
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
) => Promise<INodeListSearchResult>;

/** Characters of what was typed that are looked for. */
const MOST_TYPED = 200;

/** What a dropdown asks for. */
export interface Wanted {
	/** What the person typed, without the spaces around it; absent when nothing was. */
	filter?: string;
	/** The page to show, counted from 1. */
	page: number;
}

/** One page of a dropdown, and whether there is another one. */
export interface Found {
	entries: INodeListSearchItems[];
	more?: boolean;
}

/**
 * Makes a searchable dropdown of a function that finds its entries; what was typed is looked for in the name and in
 * the value of each.
 * @throws NodeOperationError that says why the list can't be had, as the editor shows it
 */
export function listSearch(find: (transport: Transport, wanted: Wanted) => Promise<Found>): ListSearch {
	return async function (filter, paginationToken) {
		const page = Math.max(1, Number.parseInt(paginationToken ?? '1', 10) || 1);
		const typed = filter?.trim().slice(0, MOST_TYPED) || undefined;
		try {
			const transport = createTransport(this, createEnvironment(this));
			const { entries, more = false } = await find(transport, { filter: typed, page });
			return {
				results: matching(uniqueByValue(entries), typed),
				...(more && { paginationToken: String(page + 1) }),
			};
		} catch (error) {
			throw readable(this, error);
		}
	};
}

/** The entries that hold every word that was typed, in their name or their value. */
export function matching(
	entries: readonly INodeListSearchItems[],
	filter: string | undefined,
): INodeListSearchItems[] {
	const words = (filter ?? '').toLowerCase().split(/\s+/).filter(Boolean);
	return entries.filter(({ name, value }) => {
		const text = `${name} ${value}`.toLowerCase();
		return words.every((word) => text.includes(word));
	});
}

function uniqueByValue(entries: readonly INodeListSearchItems[]): INodeListSearchItems[] {
	const byValue = new Map<unknown, INodeListSearchItems>();
	for (const entry of entries) if (!byValue.has(entry.value)) byValue.set(entry.value, entry);
	return [...byValue.values()];
}

function readable(context: ILoadOptionsFunctions, error: unknown): Error {
	const message = error instanceof Error ? error.message : String(error);
	const description = error instanceof ServiceError ? error.description : undefined;
	return new NodeOperationError(context.getNode(), message, { description });
}
