import fc from 'fast-check';
import assert from 'node:assert/strict';
import { UnexpectedError } from 'n8n-workflow';
import type { IExecuteFunctions, NodeEgressFilter } from 'n8n-workflow';
import { rowsOfWorkflow, StoreDiffers } from '../../../nodes/shared/n8n/deduplication';
import { ClaimTable } from '../../support/claimTable';
import { egressOf } from '../../../nodes/shared/n8n/egress';
import { findableBy } from '../../../nodes/shared/n8n/hintsAndCustomData';

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
			clearAllProcessedItems: async (scope: string, { mode }: { mode: string }) =>
				mode === 'latestIncrementalKey' && (await table.clearAllProcessedItems(scope, of())),
		},
	};
	return { node, rows: rowsOfWorkflow(context as unknown as IExecuteFunctions) };
}

test('any number of 52 bits is read back, and a read writes nothing', async () => {
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
			const row = JSON.stringify({ mode: 'latestIncrementalKey', data: given });
			expect([...table.rows]).toEqual([['workflow-1 n:a', row]]);
			await rows.remove('a');
			expect([await rows.read('a'), table.rows.size, node.id]).toEqual([undefined, 0, 'node']);
		}),
	);
});

test("an error of the database is thrown as it is, and an error of n8n's helper shows another store", async () => {
	const table = new ClaimTable();
	const { rows } = processOn(table);
	for (const access of [rows.insert, rows.read, rows.remove]) {
		table.failures = 1;
		const away = access('a', 1);
		await expect(away).rejects.toThrow('SQLITE_CANTOPEN');
		await expect(away).rejects.not.toBeInstanceOf(StoreDiffers);
	}
	// A burst of executions: the table refuses the insert, and the row is not visible yet.
	await processOn(table).rows.insert('a', 1);
	jest.spyOn(table.rows, 'get').mockReturnValueOnce(undefined);
	await expect(rows.insert('a', 2)).rejects.toThrow('UNIQUE');
	expect([await rows.insert('a', 2), await rows.read('a')]).toEqual([false, 1]);
	const init = () => assert.ok(false, 'Instance needs to initialized before use');
	const refuse = (error: Error) => () => Promise.reject(error);
	const store = jest.spyOn(table, 'checkProcessedAndRecord');
	const busy = Object.assign(new Error('busy'), { code: 'SQLITE_BUSY' });
	store.mockImplementationOnce(refuse(busy));
	await expect(rows.read('a')).rejects.toBe(busy);
	const other = /^n8n compares numbers in another way$/;
	for (const [fail, why] of [
		[init, 'Instance needs'],
		[() => Object(undefined).read.row, 'TypeError'],
		[refuse(new UnexpectedError('no')), 'no'],
		[() => undefined, other],
	] as const) {
		store.mockImplementationOnce(async () => (await fail()) as never);
		const read = rows.read('a');
		await expect(read).rejects.toBeInstanceOf(StoreDiffers);
		await expect(read).rejects.toThrow(why);
	}
	const noNode = { getWorkflow: () => ({ id: 'w' }), helpers: {} } as unknown as IExecuteFunctions;
	await expect(rowsOfWorkflow(noNode).read('a')).rejects.toThrow(/^n8n keeps the node elsewhere$/);
});

const ADDRESS = 'wss://chat.example.com/client_1';
const helpersWith = (policy?: Partial<NodeEgressFilter>) => {
	const helpers = policy === undefined ? {} : { getSecureEgressFilter: () => policy };
	return { helpers: helpers as unknown as IExecuteFunctions['helpers'] };
};
const lookup: ReturnType<NodeEgressFilter['createSecureLookup']> = () => undefined;
const createSecureLookup = () => lookup;

test("the policy's refusal is returned with its reason, its lookup is used, and no policy allows every address", async () => {
	const { refusal, lookup: none } = egressOf(helpersWith());
	expect([await refusal(ADDRESS), none]).toEqual([undefined, undefined]);
	const validateUrl: NodeEgressFilter['validateUrl'] = async (url) =>
		String(url) === ADDRESS ? { ok: true, result: undefined } : { ok: false, error: new Error('restricted') };
	const egress = egressOf(helpersWith({ validateUrl, createSecureLookup }));
	expect(await egress.refusal(ADDRESS)).toBeUndefined();
	expect(await egress.refusal('ws://127.0.0.1/client_1')).toBe('restricted');
	expect(egress.lookup).toBe(lookup);
});

/** The custom data of an execution after runs with these IDs. */
function storedIds(...runs: string[][]): Map<string, string> {
	const values = new Map<string, string>();
	const set = (entry: string, value: string) => void values.set(entry, value);
	const customData = { get: (entry: string) => values.get(entry), set };
	for (const ids of runs) findableBy({ customData } as unknown as IExecuteFunctions, ids);
	return values;
}

const idsOf = (...lengths: number[]) => lengths.map((length, index) => `${index}`.padEnd(length, 'x'));

test('an entry of the custom data takes as many IDs as n8n keeps, and the next entry takes the rest', () => {
	const full = idsOf(50, 50, 50, 50, 51);
	const values = storedIds([...full, 'more']);
	expect(values.get('mediaJobs')).toBe(full.join(' '));
	expect(values.get('mediaJobs')).toHaveLength(255);
	expect(values.get('mediaJobs2')).toBe('more');
	const lengths = [...storedIds(idsOf(50, 50, 50, 50, 52)).values()].map((value) => value.length);
	expect(lengths).toEqual([203, 52]);
	const numbered = ['mediaJobs', 'mediaJobs2', 'mediaJobs3', 'mediaJobs4'];
	expect([...storedIds(idsOf(...Array<number>(30).fill(50))).keys()]).toEqual(numbered);
	expect([...storedIds(['a'], ['b', 'a'])]).toEqual([['mediaJobs', 'a b']]);
	expect([...storedIds(['a'.repeat(256)])]).toEqual([]);
});
