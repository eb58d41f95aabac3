import type { Rows } from './store';

/*
 * The names of the rows that this process has inserted and will remove, because a store lists no rows. Ten bytes each:
 * 100,000 jobs a day for eight days take 10.5 MB. A restart forgets them (costs.md).
 */

/** Old rows are removed, except of keys. Their names show which is which (operations.md). */
export const JOB = 'job ';

/** The service deletes results after seven days, so an older claim is of no use. */
export const KEPT_MS = 8 * 24 * 3_600_000;

interface Batch {
	store: string;
	count: number;
	/** When its first and last name came, by a clock that never jumps. */
	since: number;
	until: number;
	names: Buffer;
}

const BYTES = 10;
const NAMES = 100;
/** A batch of a quiet workflow is not filled. */
const SPAN_MS = 6 * 3_600_000;
const MOST_BATCHES = 12_000;
/** One is enough in the long run. Two at a time catch up. */
const REMOVED_AT_A_TIME = 2;

const batches = new Array<Batch>();

/** Inserts a row, and notes one that will be removed. @param name as `claim` makes it */
export async function insertNoted(
	rows: Rows,
	name: string,
	number: number,
	uptime: number,
): Promise<boolean> {
	const isMine = await rows.insert(name, number);
	if (isMine && name.startsWith(JOB)) noteRow(rows.store, name, uptime);
	return isMine;
}

function noteRow(store: string, name: string, uptime: number): void {
	let last = batches.length - 1;
	while (last >= 0 && batches[last]?.store !== store) last -= 1;
	let batch = batches[last];
	if (!batch || batch.count === NAMES || uptime - batch.since > SPAN_MS) {
		batch = { store, count: 0, since: uptime, until: uptime, names: Buffer.alloc(BYTES * NAMES) };
		batches.push(batch);
		if (batches.length > MOST_BATCHES) batches.shift();
	}
	batch.names.write(name.slice(JOB.length), BYTES * batch.count, 'hex');
	batch.count += 1;
	batch.until = uptime;
}

/** Forgets some names that are old enough to be removed, and returns them. */
export function takeOldRows(store: string, uptime: number): string[] {
	const names: string[] = [];
	while (names.length < REMOVED_AT_A_TIME) {
		const batch = batches.find((each) => each.store === store);
		if (batch === undefined || uptime - batch.until <= KEPT_MS) break;
		batch.count -= 1;
		const at = BYTES * batch.count;
		names.push(JOB + batch.names.toString('hex', at, at + BYTES));
		if (batch.count === 0) batches.splice(batches.indexOf(batch), 1);
	}
	return names;
}
