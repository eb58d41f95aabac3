import type { IExecuteFunctions, INode } from 'n8n-workflow';
import { isSaved } from './reentry';

/*
 * n8n's deduplication store, as an idempotency store, in the database that all processes of an n8n share. It keeps a row
 * for each node, with a list of hashes, which n8n reads, checks and writes whole, without a lock. Only the insert of a
 * row is atomic: so a key gets a row of its own. Tried on the servers of n8n 2.41.1 and 1.123.81 (n8n.md: Deduplication
 * store).
 */

/** Beyond so many entries of a row n8n forgets the oldest ones. */
const OPTIONS = { mode: 'entries', maxEntries: 500 } as const;
/** The rows of a node's notes: executions that run at the same time write to different ones. */
const NOTE_ROWS = 64;

/** Why there is no such store here, as the end of a sentence; undefined where there is one. */
export function whyNoKeyStore(context: IExecuteFunctions): string | undefined {
	if (!('checkProcessedAndRecord' in context.helpers)) return 'this n8n has no store that remembers keys';
	return isSaved(context.getWorkflow().id)
		? undefined
		: 'n8n remembers no keys for a workflow that was not saved';
}

/**
 * Claims a key of a node, and tells whether it was free: of all that claim it, in all processes, one gets it.
 * @throws n8n's error when its store can't be used; the caller then does not hold the key
 */
export async function claimInStore(context: IExecuteFunctions, key: string): Promise<boolean> {
	return await record(context, key, key);
}

/**
 * Notes an entry of an execution, and tells whether it was new: for one that no two processes note at once.
 * @throws n8n's error when its store can't be used
 */
export async function noteInStore(context: IExecuteFunctions, entry: string): Promise<boolean> {
	return await record(context, `notes ${Number(context.getExecutionId()) % NOTE_ROWS}`, entry);
}

/** Gives back a key that the caller holds. @throws n8n's error when its store can't be used */
export async function giveBackInStore(context: IExecuteFunctions, key: string): Promise<void> {
	const { getProcessedDataCount, clearAllProcessedItems, removeProcessed } = context.helpers;
	const entries = await inRowOf(context, key, async () => await getProcessedDataCount('node', OPTIONS));
	// With other entries it is the row of the node after all.
	await inRowOf(context, key, async () => {
		if (entries > 1) await removeProcessed([key], 'node', OPTIONS);
		else await clearAllProcessedItems('node', OPTIONS);
	});
}

async function record(context: IExecuteFunctions, row: string, entry: string): Promise<boolean> {
	const { checkProcessedAndRecord } = context.helpers;
	const check = async () =>
		await inRowOf(context, row, async () => await checkProcessedAndRecord([entry], 'node', OPTIONS));
	// Of two processes that find no row one can't insert it, and then finds the other's.
	const { processed } = await check().catch(check);
	return !processed.includes(entry);
}

/**
 * Makes an access to the store use a row of its own. n8n names the row after the node's id, which it reads before it
 * waits for anything. An n8n that reads it later uses the row of the node.
 */
function inRowOf<T>(context: object, name: string, access: () => Promise<T>): Promise<T> {
	const { node }: { node?: INode } = context;
	if (node === undefined) return access();
	const { id } = node;
	try {
		node.id = `${id} ${name}`;
		return access();
	} finally {
		node.id = id;
	}
}
