import fc from 'fast-check';
import type { IExecuteFunctions } from 'n8n-workflow';
import { rowsOfWorkflow } from '../../../nodes/shared/n8n/deduplication';
import { ClaimTable } from '../../support/claimTable';

/** A process of n8n with its table of processed data. */
function processOn(table: ClaimTable) {
	const node = { id: 'node', name: 'Node' };
	const of = () => ({ workflow: { id: 'workflow-1' }, node: { ...node } }) as never;
	const context = {
		node,
		getWorkflow: () => ({ id: 'workflow-1' }),
		helpers: {
			checkProcessedAndRecord: async (items: number[], scope: string, options: { mode: string }) =>
				await table.checkProcessedAndRecord(items, scope, of(), options),
			clearAllProcessedItems: async (scope: string) => await table.clearAllProcessedItems(scope, of()),
		},
	};
	return { node, rows: rowsOfWorkflow(context as unknown as IExecuteFunctions) };
}

test('any number of 52 bits is read back, and reading writes nothing', async () => {
	const number = fc.oneof(fc.bigInt(0n, 2n ** 52n - 1n).map(Number), fc.constantFrom(0, 1, 2 ** 52 - 1));
	await fc.assert(
		fc.asyncProperty(number, async (given) => {
			const table = new ClaimTable();
			const { rows, node } = processOn(table);
			expect(await rows.read('a')).toBeUndefined();
			expect(table.writes).toBe(0);
			expect(await rows.insert('a', given)).toBe(true);
			expect(await rows.insert('a', 7)).toBe(false);
			expect(await rows.read('a')).toBe(given);
			expect(table.writes).toBe(1);
			await rows.remove('a');
			expect([await rows.read('a'), table.rows.size, node.id]).toEqual([undefined, 0, 'node']);
		}),
	);
});

test('many who insert a row at the same time have one who inserted it', async () => {
	const table = new ClaimTable();
	table.latency = () => Math.random() * 3;
	const inserts = Array.from({ length: 20 }, async (_, n) => await processOn(table).rows.insert('a', n));
	expect((await Promise.all(inserts)).filter(Boolean)).toHaveLength(1);
});

test("an insert that is refused while the reader can't see the row yet is looked at again", async () => {
	const table = new ClaimTable();
	const { rows } = processOn(table);
	await processOn(table).rows.insert('a', 1);
	const seen = table.rows.get.bind(table.rows);
	const hidden = jest.spyOn(table.rows, 'get').mockReturnValueOnce(undefined).mockReturnValueOnce(undefined);
	hidden.mockImplementation(seen);
	expect(await rows.insert('a', 2)).toBe(false);
	expect(hidden.mock.calls.length).toBe(3);
	expect(await rows.read('a')).toBe(1);
});

test('a database that fails for a moment does not fail an insert, and its error is thrown when it stays away', async () => {
	const table = new ClaimTable();
	const { rows } = processOn(table);
	table.failures = 2;
	expect(await rows.insert('a', 1)).toBe(true);
	table.failures = Infinity;
	await expect(rows.insert('b', 1)).rejects.toThrow('SQLITE_CANTOPEN');
	await expect(rows.read('a')).rejects.toThrow('SQLITE_CANTOPEN');
});
