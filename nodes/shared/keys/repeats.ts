import type { IExecuteFunctions } from 'n8n-workflow';
import { deleteRow, insertRow, readRow } from '../n8n/deduplication';
import { BoundedMap } from '../service/boundedMap';
import { type Claim, fingerprintOf } from './fingerprint';
import type { CreateEnd } from '../item/job';
import { rowsOfKey, sharedStore, type KeyState, type KeyStore } from './store';

/*
 * Calls that an agent repeats, as models do, and clients that gave up: the same call is the same job. In one execution it
 * is for as long as that lasts. Where the repeat comes from another execution, or from none, it is for 15 minutes: in
 * n8n's store, which all workers share, or in the memory of this process where there is no workflow.
 */

/** How long the same call of another execution is the same job. */
export const REPEAT_MS = 15 * 60_000;

const calls = new BoundedMap<string, { end: CreateEnd | 'under way'; at: number }>(10_000);

function stateOfCall({ key, by }: Claim): KeyState {
	const { end, at } = calls.get(key) ?? { end: 'free', at: 0 };
	if (end === 'under way') return undefined;
	if (end === 'free' || (by === 'call' && Date.now() - at >= REPEAT_MS)) return 'free';
	return 'job' in end ? { ...end, others: [] } : end;
}

export const callStore: KeyStore = {
	find: async (claim) => stateOfCall(claim),
	async take(claim) {
		const known = stateOfCall(claim);
		if (known !== 'free') return known;
		const note = (end: CreateEnd | 'under way') => calls.set(claim.key, { end, at: Date.now() });
		note('under way');
		return { settle: async (end) => void note(end) };
	},
	async release({ key }, id) {
		const { end } = calls.peek(key) ?? {};
		if (typeof end === 'object' && 'job' in end && end.job.id === id) calls.delete(key);
	},
};

/** Whether the job with this ID has failed, so that the same call may be made again: a row, which is never changed. */
const failedRow = (key: string, id: string) => `${key} failed ${id}`;

/**
 * The claim of a call is a row of its quarter of an hour, so nothing has to be removed in time; that of the quarter before
 * is looked for first. A failed job gives way to the row that is named after it: all processes find the same one.
 */
export function repeatStore(context: IExecuteFunctions): KeyStore {
	const shared = sharedStore(context);

	/** Goes past the claims whose jobs failed. @returns the one that stands for the call now, and what is known of it */
	async function walk(claim: Claim, row: string): Promise<{ own: Claim; known: KeyState }> {
		const own = { ...claim, key: row };
		const known = await shared.find(own);
		if (known === undefined || known === 'free' || 'doubt' in known) return { own, known };
		const { id } = known.job;
		if ((await readRow(context, failedRow(claim.key, id))) === undefined) {
			return { own, known: { ...known, others: [] } };
		}
		return await walk(claim, fingerprintOf(row, id));
	}

	async function walkNow(claim: Claim): Promise<{ own: Claim; known: KeyState }> {
		const quarter = Math.floor(Date.now() / REPEAT_MS);
		const before = await walk(claim, fingerprintOf(claim.key, quarter - 1));
		const { known } = before;
		const isOver = known === 'free' || (known && 'job' in known && Date.now() - known.job.at >= REPEAT_MS);
		return isOver ? await walk(claim, fingerprintOf(claim.key, quarter)) : before;
	}

	return {
		find: async (claim) => (await walkNow(claim)).known,
		async take(claim) {
			const { own, known } = await walkNow(claim);
			if (known !== 'free') return known;
			const taken = await shared.take(own);
			if (taken && 'settle' in taken) removeOld(context, own.key);
			return taken;
		},
		async release({ key }, id) {
			await insertRow(context, failedRow(key, id), 1);
		},
	};
}

/** The rows that this process has claimed, by workflow: nobody looks for one after two quarters of an hour. */
const kept = new Map<string, Array<{ row: string; at: number }>>();

/** Removes them when the workflow makes another claim. What stays, as the row of a failed job, is a few bytes. */
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
