import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod/v3';
import { hint } from '../n8n/hintsAndCustomData';
import { listOf, optionalNumberField } from '../service/records/fieldSchemas';
import type { ServiceRequest } from '../service/request';
import { prepared } from '../service/schema';
import { isObject } from '../service/values';
import type { Transport } from '../transport/types';

/** A record with the service's own field names, as it came. */
export const rawRecord = z.record(z.unknown());
export type RawRecord = z.infer<typeof rawRecord>;

/** A list, as far as it was read. */
export interface Listed {
	records: RawRecord[];
	/** Whether it was read up to its end, or to the number that was asked for; otherwise there may be more. */
	isWhole: boolean;
}

/** Records on a page; the service's own default (service.md: Limits). */
const PER_PAGE = 100;

/** Bounds of what is read, whatever the service says: a list without end must not block a run. */
const MOST_RECORDS = 10_000;
const MOST_MS = 120_000;

/** A page, and the number of all records, if told. */
const pageOfRecords = prepared(
	(data) => ({ entries: data, count: isObject(data) ? data.count : undefined }),
	z.object({ entries: listOf(z.unknown()), count: optionalNumberField }),
);

/**
 * The records of all pages, without repeats, until there are `most` of them. What ends a list (service.md: Pages):
 *
 * - A page that brings nothing new: a service without pages gives the first one again.
 * - A page that is shorter than the one before it. One that is shorter than asked for does not: it may be all that this
 *   service gives at a time.
 * - Never a count: it only says that there is more to come. It may be that of the page, or 0 beside records.
 * @param idOf what two records can't share
 * @throws ServiceError
 */
export async function readPages(
	transport: Transport,
	request: ServiceRequest,
	idOf: (record: RawRecord) => unknown,
	most = Infinity,
): Promise<Listed> {
	const found = new Map<string, RawRecord>();
	const until = Date.now() + MOST_MS;
	let lengthBefore = 0;
	let isWhole = false;
	for (let page = 1; found.size < MOST_RECORDS && Date.now() < until; page++) {
		const query = { ...request.query, page, size: PER_PAGE };
		const { entries, count = 0 } = await transport.send({ ...request, query, isList: true }, pageOfRecords);
		const before = found.size;
		for (const record of entries) {
			if (!isObject(record)) continue;
			const key = JSON.stringify(idOf(record) ?? record);
			if (!found.has(key)) found.set(key, record);
		}
		const isLast = entries.length < lengthBefore && found.size >= count;
		isWhole = found.size === before || isLast || found.size >= most;
		if (isWhole) break;
		lengthBefore = entries.length;
	}
	return { records: [...found.values()].slice(0, most), isWhole };
}

/** The records of a list for the output of a node; the person is told when there may be more. */
export function recordsWithWarning({ records, isWhole }: Listed, context: IExecuteFunctions): RawRecord[] {
	if (!isWhole) {
		const warning = `The list goes on: only its first ${records.length} entries were read. Narrow it with a filter, or look at the rest at the service`;
		context.logger.warn(warning);
		hint(context, warning, 'warning');
	}
	return records;
}
