import type { IExecuteFunctions } from 'n8n-workflow';
import { deleteRow, insertRow, readRow, whyNoKeyStore } from '../../n8n/deduplication';
import { BoundedMap } from '../../service/boundedMap';
import { fingerprintOf } from './fingerprint';
import type { Claim, CreateEnd } from './keptJob';
import { rowsOfKey, sharedStore, type Known, type KeyStore } from './store';

/*
 * Calls that an agent repeats, as models do, and clients that gave up: the same call is the same job. In one execution it
 * is for as long as that lasts. Where the repeat comes from another execution, or from none, it is for 15 minutes: in
 * n8n's store, which all workers share, or in the memory of this process where there is no workflow.
 */

/** How long the same call of another execution is the same job. */
export const REPEAT_MS = 15 * 60_000;

/** The store of a claim. */
export function keyStoreOf(context: IExecuteFunctions, { isImplicit, repeats }: Claim): KeyStore {
	if (!isImplicit) return sharedStore(context);
	return repeats && whyNoKeyStore(context) === undefined ? repeatStore(context) : callStore;
}

const calls = new BoundedMap<string, { end: CreateEnd | 'under way'; at: number }>(10_000);

const idOf = (end: CreateEnd | 'under way' | undefined) =>
	typeof end === 'object' && 'job' in end ? end.job.id : undefined;

const callStore: KeyStore = {
	async claim({ key }) {
		if (calls.get(key)) return false;
		calls.set(key, { end: 'under way', at: Date.now() });
		return true;
	},
	async find({ key, repeats }) {
		const { end, at } = calls.get(key) ?? { end: 'free', at: 0 };
		if (end === 'under way') return undefined;
		const isOver = end === 'free' || 'failed' in end || (repeats && Date.now() - at >= REPEAT_MS);
		if (isOver) calls.delete(key);
		if (isOver) return 'free';
		return 'job' in end ? { ...end, others: [] } : end;
	},
	async settle({ key }, end) {
		if (end === 'free') calls.delete(key);
		else if (!('failed' in end)) calls.set(key, { end, at: Date.now() });
		else if (idOf(calls.peek(key)?.end) === end.failed) calls.delete(key);
	},
};

/** The rows that were found free by this process, then those that it has claimed, by the keys of the calls. */
const found = new BoundedMap<string, string>(10_000);
const claimed = new BoundedMap<string, string>(10_000);

/** Whether the job with this ID has failed, so that the same call may be made again: a row, which is never changed. */
const failedRow = (key: string, id: string) => `${key} failed ${id}`;

/**
 * The claim of a call is a row of its quarter of an hour, so nothing has to be removed in time; that of the quarter before
 * is looked for first. A failed job gives way to the row that is named after it: all processes find the same one.
 */
function repeatStore(context: IExecuteFunctions): KeyStore {
	const shared = sharedStore(context);

	/** @returns the row that stands for a call now, or would, beginning with one, and what is known of it */
	async function walk(claim: Claim, first: string): Promise<{ row: string; known: Known }> {
		const known = await shared.find({ ...claim, key: first });
		if (known === undefined || known === 'free' || 'doubt' in known) return { row: first, known };
		const { id } = known.job;
		if ((await readRow(context, failedRow(claim.key, id))) === undefined) return { row: first, known };
		return await walk(claim, fingerprintOf(first, id));
	}

	return {
		async find(claim) {
			const quarter = Math.floor(Date.now() / REPEAT_MS);
			const before = await walk(claim, fingerprintOf(claim.key, quarter - 1));
			const isOver =
				before.known === 'free' ||
				(before.known && 'job' in before.known && Date.now() - before.known.job.at >= REPEAT_MS);
			const { row, known } = isOver ? await walk(claim, fingerprintOf(claim.key, quarter)) : before;
			found.set(claim.key, row);
			return known && typeof known === 'object' && 'job' in known ? { ...known, others: [] } : known;
		},
		async claim(claim) {
			const row = found.peek(claim.key);
			if (row === undefined || !(await shared.claim({ ...claim, key: row }))) return false;
			claimed.set(claim.key, row);
			removeOld(context, row);
			return true;
		},
		async settle(claim, end) {
			if (end !== 'free' && 'failed' in end) {
				await insertRow(context, failedRow(claim.key, end.failed), 1);
				return;
			}
			const row = claimed.peek(claim.key);
			if (row !== undefined) await shared.settle({ ...claim, key: row }, end);
		},
	};
}

/** The rows that this process has claimed, by workflow: nobody looks for one after two quarters of an hour. */
const kept = new Map<string, Array<{ row: string; at: number }>>();

/** Removes them when the workflow makes another claim. What stays is a few bytes. */
function removeOld(context: IExecuteFunctions, row: string): void {
	const { id = '' } = context.getWorkflow();
	const now = Date.now();
	const all = [...(kept.get(id) ?? []), { row, at: now }];
	const isOld = ({ at }: { at: number }) => now - at > 3 * REPEAT_MS;
	kept.set(
		id,
		all.filter((each) => !isOld(each)),
	);
	for (const old of all.filter(isOld)) {
		for (const each of rowsOfKey(old.row)) deleteRow(context, each).catch(() => undefined);
	}
}
