import { within } from '../async/environment';
import { createLimit } from '../async/limit';
import { waiting, type Around, type Patience } from '../async/patience';
import { StoreDiffers } from '../n8n/deduplication';
import { BoundedMap } from '../service/values';

/*
 * The rows that hold the claims. n8n promises nothing about its store, so each process proves it once, with rows of
 * its own.
 *
 * | n8n's store       | claims are kept                                              |
 * |-------------------|--------------------------------------------------------------|
 * | passes the proof  | there, for all processes                                     |
 * | fails the proof   | in this process. Keys, day limits and earlier executions are refused |
 * | can't be reached  | nowhere. The run waits as long as it has time, and then sends nothing |
 */

export interface Rows {
	/** Rows of two stores are never the same. */
	readonly store: string;
	/** Returns true to one caller only. A row of a create that comes too late is removed again, as nothing was sent. */
	insert(name: string, number: number, use?: 'ofCreate'): Promise<boolean>;
	read(name: string): Promise<number | undefined>;
	remove(name: string): Promise<void>;
}

export interface Store {
	rows: Rows;
	/** Why only this process knows the claims, as the end of a sentence. */
	why?: string;
}

export const CANNOT_KEEP = "this version of n8n can't keep notes of paid jobs";

let proof: Promise<boolean> | undefined;

/** The store of a run. Rows of a database that stays away throw its error at each access. */
export async function openStore(bare: Rows, patience: Patience): Promise<Store> {
	// A database that does not answer is away.
	const inTime = async <T>(access: (ending: AbortSignal) => Promise<T>): Promise<T> => {
		const ms = Math.max(SHORTEST_ACCESS_MS, Math.min(LONGEST_ACCESS_MS, patience.until() - patience.now()));
		return await within(ms, undefined, access);
	};
	const rows: Rows = {
		...around(bare, inTime),
		insert: async (name, number, use) =>
			await inTime(async (ending) => {
				const isMine = await bare.insert(name, number);
				if (isMine && use === 'ofCreate' && ending.aborted) await bare.remove(name);
				return isMine;
			}),
	};
	const wait = waiting(patience, (error) => error instanceof StoreDiffers);
	const prove = async () =>
		await passes(rows, patience.random).catch((error: unknown) => {
			// A driver that is out of order may throw like an n8n that has changed. So the next run proves it again.
			proof = undefined;
			if (error instanceof StoreDiffers) return false;
			throw error;
		});
	try {
		if (!(await wait(async () => await (proof ??= prove())))) return { rows: memoryRows, why: CANNOT_KEEP };
	} catch (error) {
		return { rows: around(bare, async () => await Promise.reject(error)) };
	}
	// A second try to remove could free the claim of another process.
	return { rows: { ...around(rows, wait), remove: rows.remove } };
}

const around = ({ store, insert, read, remove }: Rows, use: Around): Rows => ({
	store,
	insert: async (...row) => await use(async () => await insert(...row)),
	read: async (name) => await use(async () => await read(name)),
	remove: async (name) => await use(async () => await remove(name)),
});

/** An access ends with the run. After that it still has a moment, because the create has ended and its ID is kept. */
const [SHORTEST_ACCESS_MS, LONGEST_ACCESS_MS] = [5_000, 60_000];

/** The others do not wait for an access that hangs. */
const LONGEST_TURN_MS = 2_000;
/** n8n has two connections by default. With one access of ours at a time, its saves find the other. */
const inQueue = createLimit(1, LONGEST_TURN_MS);
export const inTurns = (rows: Rows): Rows => around(rows, inQueue);

/** Both ends of the numbers that a row can hold. */
const [LOW, HIGH] = [1, 2 ** 52 - 3];

/** @throws the error of a database that is away */
async function passes(rows: Rows, random: () => number): Promise<boolean> {
	const [one, other] = [`proof ${random()} 1`, `proof ${random()} 2`] as const;
	const isKept =
		(await rows.read(one)) === undefined &&
		(await rows.insert(one, LOW)) &&
		(await rows.insert(other, HIGH)) &&
		!(await rows.insert(one, HIGH)) &&
		!(await rows.insert(other, LOW)) &&
		(await rows.read(one)) === LOW &&
		(await rows.read(other)) === HIGH;
	await rows.remove(one);
	const isRemoved = (await rows.read(one)) === undefined && (await rows.read(other)) === HIGH;
	await rows.remove(other);
	const isFree = isKept && isRemoved && (await rows.insert(other, LOW));
	await rows.remove(other);
	return isFree;
}

/** The rows of executions that n8n does not store. They last as long as the process, and the oldest go first. */
const numbers = new BoundedMap<string, number>(30_000);

export const memoryRows: Rows = {
	store: 'memory',
	insert: async (name, number) => !numbers.has(name) && Boolean(numbers.set(name, number)),
	read: async (name) => numbers.get(name),
	remove: async (name) => void numbers.delete(name),
};

/** Old rows are removed, except of keys. Their names show which is which (operations.md). */
export const JOB = 'job ';
/** A claim, a root or a place. The rows of an ID, whose names have a number, go with their claim. */
const IS_REMOVED = new RegExp(`^${JOB}\\w+$`);

/** The service deletes results after seven days, so an older claim is of no use. */
export const KEPT_MS = 8 * 24 * 3_600_000;

/** Old rows of a day are removed together. With half, a workflow has twice the lists. */
const SPAN_MS = 24 * 3_600_000;
/** One is enough in the long run. Two at a time catch up. */
const REMOVED_AT_A_TIME = 2;

/** By store and day, as no store lists its rows. 800,000 jobs take 40 MB. A restart forgets them (costs.md). */
const inserted = new BoundedMap<string, { store: string; until: number; names: string[] }>(5_000);

/** Rows that note what is inserted and will be removed. */
export const noting = (rows: Rows, uptime: () => number): Rows => ({
	...rows,
	async insert(name, number) {
		const isMine = await rows.insert(name, number);
		if (!isMine || !IS_REMOVED.test(name)) return isMine;
		const key = `${rows.store} ${Math.floor(uptime() / SPAN_MS)}`;
		const names = inserted.get(key)?.names ?? [];
		names.push(name);
		inserted.set(key, { store: rows.store, until: uptime(), names });
		return true;
	},
});

/** Forgets some names that are old enough to be removed, and returns them. */
export function takeOldRows(store: string, uptime: number): string[] {
	for (const [key, { store: other, until, names }] of inserted) {
		if (uptime - until <= KEPT_MS) break;
		if (other !== store) continue;
		const taken = names.splice(-REMOVED_AT_A_TIME);
		if (names.length === 0) inserted.delete(key);
		return taken;
	}
	return [];
}
