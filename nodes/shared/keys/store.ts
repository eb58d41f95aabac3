import { randomInt } from 'crypto';
import { sleep, type IExecuteFunctions } from 'n8n-workflow';
import type { Claim } from './fingerprint';
import type { CreateEnd, FirstJob, Held } from '../item/job';
import { deleteRow, insertRow, readRow } from '../n8n/deduplication';
import { BoundedMap } from '../service/boundedMap';
import { digitsOf, insertDigits, jobIn, readDigits } from './digits';

/*
 * What all processes of an n8n know of keys, and of the legs of runs, in rows that are inserted once and never changed
 * (n8n.md: Deduplication store). A key has these: the claim, with its time; its job, in three rows as a rule, of which
 * the first one is inserted last; or the doubt. All functions throw n8n's error when its store can't be used.
 */

const jobRow = (key: string, row: number) => `${key} ${row}`;
const doubtRow = (key: string) => `${key} ?`;

/** The rows that a key may have, the claim last. */
export const rowsOfKey = (key: string) => [...[0, 1, 2].map((row) => jobRow(key, row)), doubtRow(key), key];

/** A create that has not ended by then, in a process other than this one, will not: n8n was killed. */
const ENDS_WITHIN_MS = 60_000;
/** How long to wait before an end is stored once more. */
const AGAIN_AFTER_MS = [100, 1_000];

const UNKNOWN = 'It is unknown whether the service took that request.';
const NEVER_ENDED =
	'Its first use did not end: n8n was killed, could not store the ID of the job, or is still at it.';
const UNREADABLE = 'The ID of its job is stored, and this n8n or this version of the node can not read it.';

/** What is known of a key: that it is free, its job, or why that is unknown; undefined while it is being made. */
export type KeyState = 'free' | { job: FirstJob; others: string[] } | { doubt: string } | undefined;

export interface KeyStore {
	/**
	 * Looks a key up. Writes only the end of a create of this process that could not be stored before.
	 * @returns with the job, as `others`, the parameter of the claim that differs from that of the job; an empty name
	 * stands for several, and for one that the claim lacks
	 */
	find(claim: Claim): Promise<KeyState>;
	/** Claims a key that is free: of all that do so one gets it. Any other gets what is known of it. */
	take(claim: Claim): Promise<Held | Exclude<KeyState, 'free'>>;
	/** Lets a call be made again whose job, which has this ID, has failed. A key that is given stands for its job. */
	release?(claim: Claim, id: string): Promise<void>;
}

/** Creates of this process that are under way; those whose ends are not stored yet have what stores them. */
const own = new BoundedMap<string, { store?: () => Promise<void> }>(10_000);

/** Below the time of a claim, so that no two claims have the same number. */
const CHANCE = 1_024;
const claimNumber = () => Date.now() * CHANCE + randomInt(CHANCE);

/** The store of n8n. */
export function sharedStore(context: IExecuteFunctions): KeyStore {
	const find = async (claim: Claim) => {
		await own.get(claim.key)?.store?.();
		return await findStored(context, claim);
	};
	return {
		find,
		async take(claim) {
			const { key } = claim;
			const known = await find(claim);
			if (known !== 'free') return known;
			const mine = claimNumber();
			if (!(await insertRow(context, key, mine))) return undefined;
			own.set(key, {});
			return {
				async settle(end) {
					const store = async () => {
						await keepEnd(context, claim, end, mine);
						own.delete(key);
					};
					own.set(key, { store });
					for (const ms of AGAIN_AFTER_MS) {
						try {
							await store();
							return;
						} catch {
							await sleep(ms);
						}
					}
					await store();
				},
			};
		},
	};
}

/** Stores how a create of this process ended. Whatever of it is stored already stays. */
async function keepEnd(
	context: IExecuteFunctions,
	{ key, fields }: Claim,
	end: CreateEnd,
	mine: number,
): Promise<void> {
	if (end === 'free') {
		// A removal that seemed to fail may have worked, and another create may have claimed the key since.
		if ((await readRow(context, key)) === mine) await deleteRow(context, key);
	} else if ('doubt' in end) await insertRow(context, doubtRow(key), 1);
	else await insertDigits(context, (row) => jobRow(key, row), digitsOf(end.job.id, fields) ?? '');
}

async function findStored(context: IExecuteFunctions, { key, fields }: Claim): Promise<KeyState> {
	const claimed = await readRow(context, key);
	if (claimed === undefined) return 'free';
	const at = Math.floor(claimed / CHANCE);
	const digits = await readDigits(context, (row) => jobRow(key, row), 'beside');
	if (digits !== undefined) {
		const known = jobIn(digits, fields);
		if (known) return { job: { id: known.id, at }, others: known.others };
		// An n8n that names rows otherwise has one for all, which is that of the node itself.
		if ((await readRow(context)) === undefined) return { doubt: UNREADABLE };
		throw new Error('this version of n8n keeps them in another way');
	}
	if ((await readRow(context, doubtRow(key))) !== undefined) return { doubt: UNKNOWN };
	const isLost = own.peek(key) === undefined && Date.now() - at > ENDS_WITHIN_MS;
	return isLost ? { doubt: NEVER_ENDED } : undefined;
}
