import type { IExecuteFunctions } from 'n8n-workflow';
import { claimInStore, giveBackInStore, noteInStore } from '../../../nodes/shared/n8n/deduplication';
import { KeyStoreTable } from '../../support/keyStore';

const ID = 'b6a1';

/** An execution in a process of its own, on n8n's table; n8n reads the node's id at once, or late. */
function executionOn(table: KeyStoreTable, { isLate = false, executionId = '7' } = {}) {
	const node = { id: ID };
	const at = { node, workflow: { id: 'W' } } as never;
	const onceRead = async () => await Promise.resolve();
	const helpers = {
		checkProcessedAndRecord: async (items: string[], scope: string, options: object) => {
			if (isLate) await onceRead();
			return await table.checkProcessedAndRecord(items, scope, at, options);
		},
		getProcessedDataCount: async (scope: string) => {
			if (isLate) await onceRead();
			return await table.getProcessedDataCount(scope, at);
		},
		removeProcessed: async (items: string[], scope: string) => {
			if (isLate) await onceRead();
			await table.removeProcessed(items, scope, at);
		},
		clearAllProcessedItems: async (scope: string) => {
			if (isLate) await onceRead();
			await table.clearAllProcessedItems(scope, at);
		},
	};
	const context = { helpers, node, getExecutionId: () => executionId };
	return { context: context as unknown as IExecuteFunctions, node };
}

it.each([
	['in a row of its own', false, [`W n:${ID} one`, `W n:${ID} two`]],
	['in the row of the node, where n8n reads the id late', true, [`W n:${ID}`]],
])('a key is claimed once, %s, and given back alone', async (_name, isLate, rows) => {
	const table = new KeyStoreTable();
	const { context, node } = executionOn(table, { isLate });
	const claims = [];
	for (const key of ['one', 'two', 'one']) claims.push(await claimInStore(context, key));
	expect(claims).toEqual([true, true, false]);
	expect([...table.lists.keys()]).toEqual(rows);
	await giveBackInStore(context, 'one');
	expect(await claimInStore(context, 'two')).toBe(false);
	expect(await claimInStore(context, 'one')).toBe(true);
	expect(node.id).toBe(ID);
});

it('the node has its id again, also when the store fails', async () => {
	const table = new KeyStoreTable();
	table.failures = Infinity;
	const { context, node } = executionOn(table);
	const claim = claimInStore(context, 'one');
	expect(node.id).toBe(ID);
	await expect(claim).rejects.toThrow('SQLITE_CANTOPEN');
	expect(node.id).toBe(ID);
});

it('executions that note something at the same moment, in processes of their own, do not erase it', async () => {
	const table = new KeyStoreTable();
	const executions = ['41', '42', '43'].map((executionId) => executionOn(table, { executionId }).context);
	for (const round of [1, 2]) {
		const noted = executions.map(async (context, n) => await noteInStore(context, `${n}/${round}`));
		expect(await Promise.all(noted)).toEqual([true, true, true]);
	}
	const again = executions.map(async (context, n) => await noteInStore(context, `${n}/2`));
	expect(await Promise.all(again)).toEqual([false, false, false]);
});
