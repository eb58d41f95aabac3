import type { IExecuteFunctions, INode } from 'n8n-workflow';
import { isSaved } from './executionFacts';

/*
 * n8n's deduplication store, in the database that all processes of an n8n share, used as rows that hold one number each.
 * A row is inserted once, read and deleted, and never changed: so no two processes can undo what the other did, and it
 * does not matter where one of them dies (n8n.md: Deduplication store). All functions throw n8n's error when the
 * database can't be used.
 */

/** Numbers from 0 to below 2 ** BITS: so many are exact in a number. */
const BITS = 52;

/** Why there is no such store here, as the end of a sentence; undefined where there is one. */
export function whyNoKeyStore(context: IExecuteFunctions): string | undefined {
	if (!('checkProcessedAndRecord' in context.helpers)) return 'this n8n has no store that remembers keys';
	return isSaved(context.getWorkflow().id)
		? undefined
		: 'n8n remembers no keys for a workflow that was not saved';
}

/**
 * Inserts a row, unless there is one.
 * @param row its name among all rows of the workflow
 * @returns whether it was inserted: of all who insert a row one gets true
 */
export async function insertRow(context: IExecuteFunctions, row: string, number: number): Promise<boolean> {
	const insert = async () => {
		let isThere = false;
		const item = {
			toJSON: () => number,
			// n8n compares it only with the number that is there: this ends its access before it writes.
			valueOf() {
				isThere = true;
				throw new Error('The row is there');
			},
		};
		await compare(context, row, [item]).catch((error: unknown) => {
			if (!isThere) throw error;
		});
		return !isThere;
	};
	// Of two that find no row at the same moment, the database refuses one, which then finds it.
	return await insert().catch(insert);
}

/**
 * Reads a row without writing: n8n compares numbers with that of the row one after another, and asks a second time for
 * each that is larger. That gives one bit after another. The last one ends n8n's access before it writes.
 * @param row undefined for that of the node itself
 * @returns undefined when there is no row
 */
export async function readRow(context: IExecuteFunctions, row?: string): Promise<number | undefined> {
	let number = 0;
	let end: 'read' | 'absent' | undefined;
	const items = new InThisOrder<Item>();
	for (let bit = 2 ** (BITS - 1); bit >= 1; bit /= 2) {
		let isAsked = false;
		const valueOf = () => {
			number += isAsked ? -bit : bit;
			const value = isAsked ? -1 : number;
			isAsked = true;
			return value;
		};
		items.push({ valueOf });
	}
	const stop = (why: typeof end) => () => {
		end = why;
		throw new Error('The row was read');
	};
	// Where there is no row, n8n would insert the last one.
	items.push({ valueOf: stop('read'), toJSON: stop('absent') });
	await compare(context, row, items).catch((error: unknown) => {
		if (end === undefined) throw error;
	});
	if (end === undefined) throw new Error('This version of n8n compares numbers in another way');
	return end === 'read' ? number : undefined;
}

export async function deleteRow(context: IExecuteFunctions, row: string): Promise<void> {
	const { clearAllProcessedItems } = context.helpers;
	await inRow(context, row, async () => await clearAllProcessedItems('node', { mode }));
}

const mode = 'latestIncrementalKey';

/** In the place of a number: n8n asks for `valueOf` to compare it, and for `toJSON` to store it. */
interface Item {
	valueOf(): number;
	toJSON?(): number;
}

/** Stays in its order when n8n sorts it, for which it would compare its items. */
class InThisOrder<T> extends Array<T> {
	override sort(): this {
		return this;
	}
}

async function compare(context: IExecuteFunctions, row: string | undefined, items: Item[]): Promise<void> {
	const { checkProcessedAndRecord } = context.helpers;
	const numbers = items as unknown as number[];
	await inRow(context, row, async () => await checkProcessedAndRecord(numbers, 'node', { mode }));
}

/** Makes an access use a row: n8n names it after the id of the node, which it reads before it waits for anything. */
function inRow<T>(context: object, row: string | undefined, access: () => Promise<T>): Promise<T> {
	const { node }: { node?: INode } = context;
	if (node === undefined || row === undefined) return access();
	const { id } = node;
	try {
		node.id = row;
		return access();
	} finally {
		node.id = id;
	}
}
