import { z } from 'zod/v3';
import { listOf, optionalNumber } from '../service/records/fields';
import type { ServiceRequest } from '../service/request';
import { prepared } from '../service/schema';
import { isObject, readNumber } from '../service/values';
import type { Transport } from '../transport/types';

/** A record with the service's own field names, as it came. */
export const rawRecord = z.record(z.unknown());
export type RawRecord = z.infer<typeof rawRecord>;

/** Records on a page; the service's own default (service.md: Limits). */
const PER_PAGE = 100;

/** The most pages that are read, whatever the service says: a list without end must not block a run. */
const MOST_PAGES = 100;

/** A page, and the number of all records, if told. */
const pageOfRecords = prepared(
	(data) => {
		const count = isObject(data) ? data.count : undefined;
		return { records: readNumber(count) === 0 ? [] : data, count };
	},
	z.object({ records: listOf(rawRecord), count: optionalNumber }),
);

/**
 * The records of all pages, without repeats, until there are `most` of them (service.md: Shapes that vary). A page that
 * brings nothing new is the last: a service without pages gives the same one again. So is one that is not full, unless
 * the service counts more records: it may give fewer per page than asked for.
 * @param idOf what two records can't share
 * @throws ServiceError
 */
export async function readPages(
	transport: Transport,
	request: ServiceRequest,
	idOf: (record: RawRecord) => unknown,
	most = Infinity,
): Promise<RawRecord[]> {
	const found = new Map<string, RawRecord>();
	for (let page = 1; page <= MOST_PAGES && found.size < most; page++) {
		const query = { ...request.query, page, size: PER_PAGE };
		const { records, count = 0 } = await transport.send({ ...request, query, isList: true }, pageOfRecords);
		const before = found.size;
		for (const record of records) {
			const key = JSON.stringify(idOf(record) ?? record);
			if (!found.has(key)) found.set(key, record);
		}
		if (found.size === before || (records.length < PER_PAGE && found.size >= count)) break;
	}
	return [...found.values()].slice(0, most);
}
