import { z } from '../zod';
import { realNow } from '../async/environment';
import { listOf } from '../service/records';
import type { ServiceRequest } from '../service/request';
import { isObject } from '../service/values';
import type { Transport } from '../transport/transport';

/** As it came, with the service's names. */
export const rawRecord = z.record(z.unknown());
export type RawRecord = z.infer<typeof rawRecord>;

export interface Listed {
	records: RawRecord[];
	/** Otherwise there may be more. */
	isWhole: boolean;
}

/** The service's own default (service.md: Limits). */
const PER_PAGE = 100;

/** A list without end must not block a run. */
const MOST_RECORDS = 10_000;
const MOST_MS = 120_000;

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
	const until = realNow() + MOST_MS;
	let isWhole = false;
	for (let page = 1; found.size < MOST_RECORDS && realNow() < until; page++) {
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
