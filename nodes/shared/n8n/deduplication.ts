import type { IDeduplicationOutput, IExecuteFunctions, INode } from 'n8n-workflow';
import { isSaved } from './execution';

/*
 * n8n's deduplication store, in the database that all processes of an n8n share. It has a row for each node, with a list
 * of hashes, which n8n reads, checks and writes whole, without a lock; only the insert of a row is atomic. So this gives
 * a node as many rows as it needs. Tried on the servers of n8n 2.41.1 and 1.123.81 (n8n.md: Deduplication store). All
 * functions throw n8n's error when the database can't be used.
 */

const mode = 'entries';

/** Why there is no such store here, as the end of a sentence; undefined where there is one. */
export function whyNoKeyStore(context: IExecuteFunctions): string | undefined {
	if (!('checkProcessedAndRecord' in context.helpers)) return 'this n8n has no store that remembers keys';
	return isSaved(context.getWorkflow().id)
		? undefined
		: 'n8n remembers no keys for a workflow that was not saved';
}

/**
 * Adds entries to a row, which is made when there is none.
 * @param maxEntries beyond so many the oldest entries are dropped
 * @returns which entries were new, and which were there. Of processes that make a row at the same moment one does, and
 * the others find its entries
 */
export async function addEntries(
	context: IExecuteFunctions,
	row: string,
	entries: string[],
	maxEntries?: number,
): Promise<Pick<IDeduplicationOutput, 'new' | 'processed'>> {
	const { checkProcessedAndRecord } = context.helpers;
	const add = async () => await checkProcessedAndRecord(entries, 'node', { mode, maxEntries });
	const addInRow = async () => await inRow(context, row, add);
	return await addInRow().catch(addInRow);
}

export async function removeEntries(context: IExecuteFunctions, row: string, entries: string[]) {
	const { removeProcessed } = context.helpers;
	await inRow(context, row, async () => await removeProcessed(entries, 'node', { mode }));
}

/** How many entries a row has, or that of the node itself: 0 when there is no row. */
export async function countEntries(context: IExecuteFunctions, row?: string): Promise<number> {
	const { getProcessedDataCount } = context.helpers;
	return await inRow(context, row, async () => await getProcessedDataCount('node', { mode }));
}

export async function deleteRow(context: IExecuteFunctions, row: string): Promise<void> {
	const { clearAllProcessedItems } = context.helpers;
	await inRow(context, row, async () => await clearAllProcessedItems('node', { mode }));
}

/** Makes an access use a row: n8n names it after the id of the node, which it reads before it waits for anything. */
function inRow<T>(context: object, row: string | undefined, access: () => Promise<T>): Promise<T> {
	const { node }: { node?: INode } = context;
	if (node === undefined || row === undefined) return access();
	const { id } = node;
	try {
		node.id = `${id} ${row}`;
		return access();
	} finally {
		node.id = id;
	}
}
