import type { IExecuteFunctions } from 'n8n-workflow';
import { claimInStore, giveBackInStore } from '../../../nodes/shared/n8n/deduplication';

const ID = 'b6a1';

/** A context of n8n, whose store reads the node's id at once, or only after a while. */
function start({ isLate = false, fails = false } = {}) {
	const node = { id: ID };
	const rows = new Map<string, Set<string>>();
	const inRow = async <T>(use: (row: Set<string>) => T): Promise<T> => {
		if (fails) throw new Error('no database');
		if (isLate) await Promise.resolve();
		const { id } = node;
		await Promise.resolve();
		const row = rows.get(id) ?? new Set();
		rows.set(id, row);
		return use(row);
	};
	const helpers = {
		checkProcessedAndRecord: async ([entry = '']: string[]) =>
			await inRow((row) => {
				const processed = row.has(entry) ? [entry] : [];
				row.add(entry);
				return { new: [], processed };
			}),
		getProcessedDataCount: async () => await inRow((row) => row.size),
		removeProcessed: async ([entry = '']: string[]) => await inRow((row) => row.delete(entry)),
		clearAllProcessedItems: async () => await inRow((row) => row.clear()),
	};
	return { context: { helpers, node } as unknown as IExecuteFunctions, rows, node };
}

it.each([
	['in a row of its own', false, [`${ID} one`, `${ID} two`]],
	['in the row of the node, where n8n reads the id late', true, [ID]],
])('a key is claimed once, %s, and given back alone', async (_name, isLate, rowIds) => {
	const { context, rows, node } = start({ isLate });
	const claims = [];
	for (const key of ['one', 'two', 'one']) claims.push(await claimInStore(context, key));
	expect(claims).toEqual([true, true, false]);
	expect([...rows.keys()]).toEqual(rowIds);
	await giveBackInStore(context, 'one');
	expect(await claimInStore(context, 'two')).toBe(false);
	expect(await claimInStore(context, 'one')).toBe(true);
	expect(node.id).toBe(ID);
});

it('the node has its id again, also when the store fails', async () => {
	const { context, node } = start({ fails: true });
	const claim = claimInStore(context, 'one');
	expect(node.id).toBe(ID);
	await expect(claim).rejects.toThrow('no database');
	expect(node.id).toBe(ID);
});
