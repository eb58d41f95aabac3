import type { IExecuteFunctions } from 'n8n-workflow';
import type { Claim, FirstJob } from '../jobs/firstJobs';
import { candidatesOf, entriesOf, keptIn, type Kept } from '../jobs/keptJob';
import { addEntries, countEntries, deleteRow, haveRowsOfTheirOwn, removeEntries } from '../n8n/deduplication';
import { createLimit } from '../transport/limit';

/*
 * What all processes of an n8n know of keys, and of the legs of runs (n8n.md: Deduplication store).
 *
 * All functions throw n8n's error when its store can't be used.
 */

/** The legs of executions that run at the same time are noted in different rows. */
const NOTE_ROWS = 64;
const MOST_NOTES = 500;
/** Each of these rows keeps the jobs of its newest keys, a dozen or so. */
const JOB_ROWS = 128;
const MOST_ENTRIES = 1_000;
/** After a process was killed while it read a row, the row can be read again in the next minute. */
const MINUTE_MS = 60_000;

/** Two writers of one row, in this process, would undo each other. */
const inTurn = createLimit(1);

/**
 * Claims a key, and tells whether it was free: of all that claim it one gets it, as its row can be inserted once.
 * @throws when the store can't be used; the caller then does not hold the key
 */
export async function claimInStore(context: IExecuteFunctions, key: string): Promise<boolean> {
	if (!(await haveRowsOfTheirOwn(context))) throw new Error('this version of n8n keeps them in another way');
	const { processed } = await addEntries(context, key, [key]);
	return processed.length === 0;
}

/** Gives back a key that the caller holds. */
export async function giveBackInStore(context: IExecuteFunctions, key: string): Promise<void> {
	await deleteRow(context, key);
}

/** Notes a leg of an execution, and tells whether it was new: for one that no two processes note at once. */
export async function noteInStore(context: IExecuteFunctions, leg: string): Promise<boolean> {
	const row = `legs ${Number(context.getExecutionId()) % NOTE_ROWS}`;
	const { processed } = await addEntries(context, row, [leg], MOST_NOTES);
	return processed.length === 0;
}

/**
 * Keeps the job of a claimed key, for all processes; without a job, that the service may have one.
 * @param isOther whether it takes the place of one that was kept
 */
export async function keepInStore(
	context: IExecuteFunctions,
	{ key, fields }: Claim,
	job?: FirstJob,
	isOther = false,
): Promise<void> {
	const row = rowOf(key);
	await inTurn(async () => {
		if (isOther) await removeEntries(context, row, under(key, candidatesOf(fields)));
		await addEntries(context, row, under(key, entriesOf(fields, job)), MOST_ENTRIES);
	});
}

/**
 * What is kept under a key. The store tells which entries it has only by taking up the others: so these are removed
 * again, by one reader of a row at a time.
 * @returns undefined when nothing is kept, or another process reads the row
 */
export async function findInStore(
	context: IExecuteFunctions,
	{ key, fields }: Claim,
): Promise<Kept | undefined> {
	const row = rowOf(key);
	if ((await countEntries(context, key)) === 0 || (await countEntries(context, row)) === 0) return undefined;
	const lock = `${row} is read ${Math.floor(Date.now() / MINUTE_MS)}`;
	return await inTurn(async () => {
		if (!(await claimInStore(context, lock))) return undefined;
		try {
			const found = await addEntries(context, row, under(key, candidatesOf(fields)));
			await removeEntries(context, row, found.new.map(String));
			const entries = found.processed.map((entry) => String(entry).slice(key.length + 1));
			return keptIn(entries, fields);
		} finally {
			await deleteRow(context, lock);
		}
	});
}

function rowOf(key: string): string {
	return `jobs ${parseInt(key.slice(0, 8), 16) % JOB_ROWS}`;
}

function under(key: string, entries: readonly string[]): string[] {
	return entries.map((entry) => `${key} ${entry}`);
}
