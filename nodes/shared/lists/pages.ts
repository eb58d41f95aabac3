import type { IExecuteFunctions, INodeListSearchItems } from 'n8n-workflow';
import { z } from '../zod';
import { hint } from '../n8n/hintsAndCustomData';
import { isTool } from '../n8n/storedExecution';
import { listOf } from '../service/records';
import type { ServiceRequest } from '../service/request';
import { isObject } from '../service/values';
import type { Transport } from '../transport/transport';
import { matching } from './search';

export const rawRecord = z.record(z.unknown());
export type RawRecord = z.infer<typeof rawRecord>;

export interface Listed {
	records: RawRecord[];
	/** Otherwise there may be more. */
	isWhole: boolean;
}

/** The service's own default (service.md: Pages). */
const PER_PAGE = 100;

/** A list without end must not block a run. */
const MOST_RECORDS = 10_000;

const pageOfRecords = listOf(z.unknown(), ['result', 'list']);

/**
 * A page that brings nothing new ends a list, because a service without pages returns the first page again. A short
 * page or a count proves nothing, because a list may leave out entries (service.md: Pages). @throws Failure
 */
export async function readPages(
	transport: Transport,
	request: ServiceRequest,
	idOf: (record: RawRecord) => unknown,
	most = Infinity,
): Promise<Listed> {
	const found = new Map<string, RawRecord>();
	let isWhole = false;
	for (let page = 1; found.size < MOST_RECORDS; page++) {
		const query = { ...request.query, page, size: PER_PAGE };
		const sent = { ...request, query, isList: true, waitsForOutage: true };
		const entries = await transport.send(sent, pageOfRecords);
		const before = found.size;
		for (const record of entries) {
			if (!isObject(record)) continue;
			const key = JSON.stringify(idOf(record) ?? record);
			if (!found.has(key)) found.set(key, record);
		}
		isWhole = found.size === before || found.size >= most;
		if (isWhole) break;
	}
	return { records: [...found.values()].slice(0, most), isWhole };
}

/** A search looks through all entries, and a tool says how many entries it has. */
export const mostToRead = (context: IExecuteFunctions, most: number, search?: string): number =>
	search === undefined && !isTool(context) ? most : Infinity;

/** A model reads them, and pays for each. Twice as many would crowd out its task, and half hold 25 avatars. */
const MOST_CHARACTERS = 4_000;
/** For the entry that says how many there are. */
const LAST_CHARACTERS = 200;

interface Shown {
	/** The argument of the next call, by the service's name. */
	key: string;
	entriesOf: (records: readonly RawRecord[]) => INodeListSearchItems[];
	search?: string;
	most?: number;
}

/** The output of a list. A tool gets what its next call takes, a name and some notes, and how many entries there are. */
export function listOutput(
	{ records, isWhole }: Listed,
	context: IExecuteFunctions,
	{ key, entriesOf, search, most = Infinity }: Shown,
): RawRecord[] {
	if (!isWhole) {
		const warning = `Only the first ${records.length} entries of the list were read. Narrow the list with a filter`;
		context.logger.warn(warning);
		hint(context, warning, 'warning');
	}
	const isFound = (record: RawRecord) => matching(entriesOf([record]), search).length > 0;
	const found = search === undefined ? records : records.filter(isFound);
	if (!isTool(context)) return found.slice(0, most);
	const entries = entriesOf(found);
	const items = entries.slice(0, most).map(({ value, name }): RawRecord => ({ [key]: value, name }));
	let left = MOST_CHARACTERS - LAST_CHARACTERS;
	const shown = items.filter((item) => (left -= JSON.stringify(item).length + 1) >= 0);
	if (shown.length === entries.length && isWhole) return shown;
	const count = `${shown.length} of ${entries.length}${isWhole ? '' : ' or more'} entries`;
	return [
		...shown,
		{ count, description: 'To see others, give words of a name in Filters › Search (search).' },
	];
}
