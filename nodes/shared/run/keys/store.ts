import { sleep, type IExecuteFunctions } from 'n8n-workflow';
import { candidatesOf, entriesOf, keptIn, type Claim, type CreateEnd, type FirstJob } from './keptJob';
import { addEntries, countEntries, deleteRow, removeEntries } from '../../n8n/deduplication';
import { BoundedMap } from '../../service/boundedMap';
import { createLimit, type Limit } from '../../async/limit';

/*
 * What all processes of an n8n know of keys, and of the legs of runs (n8n.md: Deduplication store). All functions throw
 * n8n's error when its store can't be used.
 */

/** The entry of each row: it is there, or not. */
const THERE = 'there';
/** The end of a key's create has a row of its own: one who comes late to claim the key writes its row once more. */
const endRow = (key: string) => `${key} end`;
const DOUBT = 'in doubt';
/** Each of these rows keeps the jobs of its newest keys, a dozen or so. */
const JOB_ROWS = 1_024;
const MOST_ENTRIES = 2_000;
/** Who uses a row for longer was killed. */
const IN_USE_MS = 3_000;
const LOOK_MS = 50;
/** The legs of executions that run at the same time are noted in different rows. */
const LEG_ROWS = 64;
const MOST_LEGS = 500;

/** What is known of a key: that it is free, its job, or why that is unknown; undefined while it is being made. */
export type Known = 'free' | ReturnType<typeof keptIn> | { doubt: string };

/** The store of a claim: n8n's; for an agent's call, which holds for one execution, the memory of this process. */
export function keyStoreOf(context: IExecuteFunctions, { isImplicit }: Claim): typeof callStore {
	if (isImplicit) return callStore;
	return {
		async claim(key) {
			// An n8n that names rows otherwise writes all to the row of the node itself, which is not written to here.
			if ((await countEntries(context)) > 0) throw new Error('this version of n8n keeps them in another way');
			return await insertRow(context, key);
		},
		async find(claim) {
			if ((await countEntries(context, claim.key)) === 0) return 'free';
			const entries = await countEntries(context, endRow(claim.key));
			if (entries === 0) return undefined;
			if (entries > 1) return { doubt: 'It is unknown whether the service took that request.' };
			const kept = await readJob(context, claim);
			return kept ?? { doubt: 'So many keys came after it that the ID of its job was dropped.' };
		},
		async settle(claim, end) {
			if (end !== 'free' && 'job' in end) await keepJob(context, claim, end.job);
			if (end === 'free') await deleteRow(context, claim.key);
			else await addEntries(context, endRow(claim.key), 'job' in end ? [THERE] : [THERE, DOUBT]);
		},
	};
}

const calls = new BoundedMap<string, CreateEnd | 'under way'>(10_000);
const callStore = {
	/** Claims a key, and tells whether it was free: of all that claim it one gets it. */
	async claim(key: string): Promise<boolean> {
		const isFree = calls.get(key) === undefined;
		if (isFree) calls.set(key, 'under way');
		return isFree;
	},
	/** Looks a key up. The parameters of the claim are compared with those of the job. */
	async find({ key }: Claim): Promise<Known> {
		const end = calls.get(key) ?? 'free';
		if (end === 'under way') return undefined;
		return end !== 'free' && 'job' in end ? { ...end, others: [] } : end;
	},
	/** Tells all how the create under a claimed key ended; if the service did not take it, the key is free again. */
	async settle({ key }: Claim, end: CreateEnd): Promise<void> {
		if (end === 'free') calls.delete(key);
		else calls.set(key, end);
	},
};

async function insertRow(context: IExecuteFunctions, row: string): Promise<boolean> {
	const { processed } = await addEntries(context, row, [THERE]);
	return processed.length === 0;
}

async function keepJob(context: IExecuteFunctions, { key, fields }: Claim, job: FirstJob): Promise<void> {
	await alone(context, key, async (row) => {
		// One that was made again takes the place of the failed one.
		if ((await countEntries(context, endRow(key))) > 0)
			await removeEntries(context, row, under(key, candidatesOf(fields)));
		await addEntries(context, row, under(key, entriesOf(job, fields)), MOST_ENTRIES);
	});
}

/** The store tells which entries it has only by taking up the others: so these are removed again. */
async function readJob(context: IExecuteFunctions, { key, fields }: Claim) {
	return await alone(context, key, async (row) => {
		const all = await addEntries(context, row, under(key, candidatesOf(fields)));
		await removeEntries(context, row, all.new.map(String));
		const found = all.processed.map((entry) => String(entry).slice(key.length + 1));
		return keptIn(found, fields);
	});
}

/** Notes a leg of an execution, and tells whether it was new: for one that no two processes note at once. */
export async function noteInStore(context: IExecuteFunctions, leg: string): Promise<boolean> {
	const row = `legs ${Number(context.getExecutionId()) % LEG_ROWS}`;
	const { processed } = await addEntries(context, row, [leg], MOST_LEGS);
	return processed.length === 0;
}

const under = (key: string, entries: readonly string[]) => entries.map((entry) => `${key} ${entry}`);

/** The users of a row in this process come one after another. */
const turns = new Map<string, Limit>();

/** Lets a task use the row of a key's job alone, among all processes: two writers at once would undo each other. */
async function alone<T>(
	context: IExecuteFunctions,
	key: string,
	task: (row: string) => Promise<T>,
): Promise<T> {
	const row = `jobs ${parseInt(key.slice(0, 8), 16) % JOB_ROWS}`;
	const lock = `${row} in use`;
	const turn = turns.get(row) ?? createLimit(1);
	turns.set(row, turn);
	return await turn(async () => {
		for (let waitedMs = 0; waitedMs < IN_USE_MS; waitedMs += LOOK_MS) {
			if (await insertRow(context, lock)) break;
			await sleep(LOOK_MS);
		}
		try {
			return await task(row);
		} finally {
			await deleteRow(context, lock);
		}
	});
}
