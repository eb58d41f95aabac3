import { UnexpectedError, type IExecuteFunctions, type INode } from 'n8n-workflow';
import { isSaved, toolCallerOf } from './executionFacts';

/*
 * n8n's deduplication store, in the database that all processes of an n8n share, used as rows that hold one number
 * each. A row is inserted once, read and removed, and never changed, so no process can undo what another did (n8n.md:
 * Deduplication store). All functions throw n8n's error when the database can't be used. Tried on n8n 2.41.
 */

/** The store answers in another way than it did on the versions that were tried. The database may well work. */
export class StoreDiffers extends Error {}

/** Why there is no such store here, as the end of a sentence; undefined where there is one. */
export function whyNoStore(context: IExecuteFunctions): string | undefined {
	if (toolCallerOf(context) === 'n8nAgents') return 'a tool of n8n Agents runs without a workflow';
	if (!('checkProcessedAndRecord' in context.helpers)) return 'n8n has no database for this run';
	if (!isSaved(context.getWorkflow().id)) return 'n8n remembers nothing for a workflow that was not saved';
	return undefined;
}

export function rowsOfWorkflow(context: IExecuteFunctions) {
	return {
		store: `workflow ${context.getWorkflow().id}`,
		insert: async (name: string, number: number) => await insertOnce(context, name, number),
		read: async (name: string) => await readRow(context, name),
		remove: async (name: string) =>
			await inRow(context, name, async () => await context.helpers.clearAllProcessedItems('node', { mode })),
	};
}

async function insertOnce(context: IExecuteFunctions, name: string, number: number): Promise<boolean> {
	let isThere = false;
	const item = {
		toJSON: () => number,
		// n8n compares it only with a number that is there. This ends its access before it writes.
		valueOf() {
			isThere = true;
			throw new Error('The row is there');
		},
	};
	await compare(context, name, [item]).catch((error: unknown) => {
		if (!isThere) throw error;
	});
	return !isThere;
}

async function readRow(context: IExecuteFunctions, name: string): Promise<number | undefined> {
	let [number, bit, asked] = [0, 2 ** 52, 0];
	let end: 'read' | 'absent' | undefined;
	const inTurn = (turn: number): Item => ({
		valueOf() {
			const isAgain = asked === turn;
			asked = turn;
			number += isAgain ? -bit : (bit /= 2);
			return isAgain ? -1 : number;
		},
	});
	const items = new InThisOrder<Item>();
	// With an item for each bit, a read took twice as long.
	for (const pair = [inTurn(1), inTurn(2)]; items.length < 52;) items.push(...pair);
	const stop = (why: typeof end) => () => {
		end = why;
		throw new Error('The row was read');
	};
	// n8n would insert the last one where there is no row.
	items.push({ valueOf: stop('read'), toJSON: stop('absent') });
	await compare(context, name, items).catch((error: unknown) => {
		if (end === undefined) throw error;
	});
	if (end === undefined) throw new StoreDiffers('n8n compares numbers in another way');
	return end === 'read' ? number : undefined;
}

const mode = 'latestIncrementalKey';

/** Stands for a number. n8n asks for `valueOf` to compare it, again if it is the larger one, and for `toJSON` to store it. */
interface Item {
	valueOf(): number;
	toJSON?(): number;
}

/** Keeps its order when n8n sorts it, which would compare its items. Its copies are of this class, too. */
class InThisOrder<T> extends Array<T> {
	override sort(): this {
		return this;
	}
}

async function compare(context: IExecuteFunctions, name: string, items: Item[]): Promise<void> {
	const { checkProcessedAndRecord } = context.helpers;
	const numbers = items as unknown as number[];
	await inRow(context, name, async () => await checkProcessedAndRecord(numbers, 'node', { mode }));
}

/** Makes an access use a row. n8n names it after the node's ID, which it reads before it waits for anything. */
async function inRow<T>(context: object, name: string, access: () => Promise<T>): Promise<T> {
	const { node }: { node?: INode } = context;
	if (node === undefined) throw new StoreDiffers('n8n keeps the node elsewhere');
	const { id } = node;
	try {
		let accessing;
		try {
			node.id = name;
			accessing = access();
		} finally {
			node.id = id;
		}
		return await accessing;
	} catch (error) {
		// n8n's helper has assertions and errors of its own. Errors of a database have no class in common.
		const isAssertion = error instanceof Error && 'code' in error && error.code === 'ERR_ASSERTION';
		const isOwn = isAssertion || error instanceof TypeError || error instanceof UnexpectedError;
		throw isOwn ? new StoreDiffers(String(error)) : error;
	}
}
