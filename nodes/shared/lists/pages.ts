import type { IExecuteFunctions, INodeListSearchItems } from 'n8n-workflow';
import { z } from '../zod';
import { hint } from '../n8n/hintsAndCustomData';
import { isTool } from '../n8n/storedExecution';
import { listOf } from '../service/records';
import type { ServiceRequest } from '../service/request';
import type { Schema } from '../service/schema';
import { isObject } from '../service/values';
import type { Transport } from '../transport/transport';
import { labelled, matching, type Entry } from './search';

export interface List<R> {
	/** One of its entries, as the resource is called on the screen. */
	noun: string;
	/** The service's name of the ID that the next call takes. */
	key: string;
	request: ServiceRequest;
	isOnePage?: boolean;
	record: Schema<R>;
	/** Undefined for a record that nothing takes. */
	entryOf: (record: R) => Entry | undefined;
	/** The records to prefer come first. */
	rank?: (record: R) => number;
	/** The entry that a person means who gives neither its ID nor its name. */
	meant?: (all: readonly Entry[], given: string) => Entry | undefined;
}

type RawRecord = Record<string, unknown>;

/** The service's own default (service.md: Pages). */
const PER_PAGE = 100;

/** A list without end must not block a run. */
const MOST_RECORDS = 10_000;
const pageOfRecords = listOf(z.unknown(), ['lang_list', 'result', 'list']);

/** Until a page brings nothing new. A short page or a count proves nothing (service.md: Pages). @throws Failure */
export async function readList<R>(
	{ request, key, isOnePage = false }: List<R>,
	transport: Transport,
	{ query, most = Infinity }: { query?: ServiceRequest['query']; most?: number } = {},
) {
	const found = new Map<string, RawRecord>();
	let isWhole = false;
	for (let page = 1; found.size < MOST_RECORDS && !isWhole; page++) {
		const asked = { ...query, ...(!isOnePage && { page, size: PER_PAGE }) };
		const sent = { ...request, query: asked, isList: true, patient: true };
		const before = found.size;
		for (const record of await transport.send(sent, pageOfRecords)) {
			if (!isObject(record)) continue;
			const name = JSON.stringify((isOnePage ? undefined : (record._id ?? record[key])) ?? record);
			if (!found.has(name)) found.set(name, record);
		}
		isWhole = isOnePage || found.size === before || found.size >= most;
	}
	return { records: [...found.values()].slice(0, most), isWhole };
}

export const shownOf = <R>(list: List<R>, records: readonly RawRecord[]): INodeListSearchItems[] =>
	listOf(list.record)
		.parse(records)
		.flatMap((record) => list.entryOf(record) ?? [])
		.map(labelled);

/** A model reads them, and pays for each. Twice as many would crowd out its task, and half hold 25 avatars. */
const MOST_CHARACTERS = 4_000;
/** For the entry that says how many there are. */
const LAST_CHARACTERS = 200;

export interface Asking {
	transport: Transport;
	once: <T>(key: string, make: () => Promise<T>) => Promise<T>;
}

interface Asked {
	returnAll?: boolean;
	limit?: number;
	filters: { search?: string; from?: number; status?: number };
}

/** *Get Many*. A tool gets what its next call takes, a name and some notes, and how many entries there are. */
export const getMany =
	<R>(list: List<R>) =>
	async (
		{ returnAll = false, limit = Infinity, filters: { search, ...query } }: Asked,
		{ context, transport, once }: Asking & { context: IExecuteFunctions },
	): Promise<RawRecord[]> => {
		const most = returnAll ? Infinity : limit;
		const isForTool = isTool(context);
		// A search looks through all entries, and a tool says how many there are.
		const read = search === undefined && !isForTool ? most : Infinity;
		const asked = ['many', list.noun, read, ...Object.values(query)].join(' ');
		const listed = await once(asked, async () => await readList(list, transport, { query, most: read }));
		const { records, isWhole } = listed;
		if (!isWhole) {
			const warning = `Only the first ${records.length} entries of the list were read. Narrow the list with a filter`;
			context.logger.warn(warning);
			hint(context, warning, 'warning');
		}
		const matchesOf = (some: readonly RawRecord[]) => matching(shownOf(list, some), search);
		if (!isForTool) {
			const found = records.filter((record) => search === undefined || matchesOf([record]).length > 0);
			return found.slice(0, most);
		}
		const all = matchesOf(records);
		let left = MOST_CHARACTERS - LAST_CHARACTERS;
		const shown = all
			.slice(0, most)
			.map(({ value, name }): RawRecord => ({ [list.key]: value, name }))
			.filter((item) => (left -= JSON.stringify(item).length + 1) >= 0);
		if (shown.length === all.length && isWhole) return shown;
		const count = `${shown.length} of ${all.length}${isWhole ? '' : ' or more'} entries`;
		return [
			...shown,
			{ count, description: 'To see others, give words of a name in Filters › Search (search).' },
		];
	};
