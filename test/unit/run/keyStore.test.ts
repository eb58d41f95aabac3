import type { IExecuteFunctions } from 'n8n-workflow';
import {
	claimInStore,
	findInStore,
	noteInStore,
	settleInStore,
	type Known,
} from '../../../nodes/shared/run/keyStore';
import { KeyStoreTable } from '../../support/keyStore';

const ID = 'b6a1';
const JOB = { id: '69d3fb64afebede10d4e8eb2', at: Date.parse('2030-01-01') };
const claimOf = (key: string) => ({ key, fields: { prompt: '0a1b', size: '2c3d' } });

/** An execution in a process of its own, on n8n's table; n8n reads the node's id at once, or late. */
function executionOn(table: KeyStoreTable, { isLate = false, executionId = '7' } = {}) {
	const node = { id: ID };
	const at = { node, workflow: { id: 'W' } } as never;
	const read = async () => (isLate ? await Promise.resolve() : undefined);
	const whenRead = async <T>(access: () => Promise<T>) => await (isLate ? read().then(access) : access());
	const helpers = {
		checkProcessedAndRecord: async (items: string[], scope: string, options: object) =>
			await whenRead(async () => await table.checkProcessedAndRecord(items, scope, at, options)),
		getProcessedDataCount: async (scope: string) =>
			await whenRead(async () => await table.getProcessedDataCount(scope, at)),
		removeProcessed: async (items: string[], scope: string) =>
			await whenRead(async () => await table.removeProcessed(items, scope, at)),
		clearAllProcessedItems: async (scope: string) =>
			await whenRead(async () => await table.clearAllProcessedItems(scope, at)),
	};
	const context = { helpers, node, getExecutionId: () => executionId };
	return { context: context as unknown as IExecuteFunctions, node };
}

it('a key is claimed once, in a row of its own, and given back alone', async () => {
	const table = new KeyStoreTable();
	const { context, node } = executionOn(table);
	const claims = [];
	for (const key of ['1a', '2b', '1a']) claims.push(await claimInStore(context, key));
	expect(claims).toEqual([true, true, false]);
	expect([...table.lists.keys()]).toEqual([`W n:${ID} 1a`, `W n:${ID} 2b`]);
	await settleInStore(context, claimOf('1a'), 'free');
	expect(await claimInStore(context, '2b')).toBe(false);
	expect(await claimInStore(context, '1a')).toBe(true);
	expect(node.id).toBe(ID);
});

it('an n8n that names rows otherwise is refused, before two could get one key', async () => {
	const { context } = executionOn(new KeyStoreTable(), { isLate: true });
	await claimInStore(context, '1a');
	await expect(claimInStore(context, '1a')).rejects.toThrow('keeps them in another way');
	await expect(claimInStore(context, '2b')).rejects.toThrow('keeps them in another way');
});

it('the node has its id again, also when the store fails', async () => {
	const table = new KeyStoreTable();
	table.failures = Infinity;
	const { context, node } = executionOn(table);
	const claim = claimInStore(context, '1a');
	expect(node.id).toBe(ID);
	await expect(claim).rejects.toThrow('SQLITE_CANTOPEN');
	expect(node.id).toBe(ID);
});

it('executions that note a leg at the same moment, in processes of their own, do not erase it', async () => {
	const table = new KeyStoreTable();
	const executions = ['41', '42', '43'].map((executionId) => executionOn(table, { executionId }).context);
	for (const round of [1, 2]) {
		const noted = executions.map(async (context, n) => await noteInStore(context, `${n}/${round}`));
		expect(await Promise.all(noted)).toEqual([true, true, true]);
	}
	const again = executions.map(async (context, n) => await noteInStore(context, `${n}/2`));
	expect(await Promise.all(again)).toEqual([false, false, false]);
});

describe('the job of a key', () => {
	async function kept(...keys: string[]) {
		const table = new KeyStoreTable();
		const { context } = executionOn(table);
		for (const key of keys) {
			await claimInStore(context, key);
			await settleInStore(context, claimOf(key), { job: { ...JOB, id: `job-${key}` } });
		}
		return { table, context };
	}
	// Of one row, as there are 128.
	const [ONE, TWO] = ['00000001', '00000081'];

	it('is found as it was kept, and leaves the store as it was', async () => {
		const { table, context } = await kept(ONE, TWO);
		const before = structuredClone(table.lists);
		for (const key of [TWO, ONE, TWO]) {
			expect(await findInStore(context, claimOf(key))).toEqual({
				job: { ...JOB, id: `job-${key}` },
				others: [],
			});
		}
		expect(table.lists).toEqual(before);
	});

	const idIn = (known: Known) => (typeof known === 'object' && 'job' in known ? known.job.id : known);

	it('is not there while it is made, and a create in doubt says so', async () => {
		const { table, context } = await kept(ONE);
		const before = structuredClone(table.lists);
		expect(await findInStore(context, claimOf(TWO))).toBe('free');
		expect(table.lists).toEqual(before);
		await claimInStore(context, TWO);
		expect(await findInStore(context, claimOf(TWO))).toBeUndefined();
		await settleInStore(context, claimOf(TWO), { doubt: 'the connection broke off' });
		expect(await findInStore(context, claimOf(TWO))).toEqual({
			doubt: expect.stringContaining('unknown whether'),
		});
	});

	it('is kept and found while other processes read and write the same row', async () => {
		const { table } = await kept(ONE);
		table.latency = () => Math.random() * 3;
		const processes = Array.from({ length: 4 }, (_, n) => {
			let store = { claimInStore, findInStore, settleInStore };
			jest.isolateModules(() => (store = jest.requireActual('../../../nodes/shared/run/keyStore')));
			const { context } = executionOn(table);
			return async (round: number) => {
				if (n % 2) return idIn(await store.findInStore(context, claimOf(ONE)));
				const claim = claimOf(`${TWO}${n}${round}`);
				await store.claimInStore(context, claim.key);
				await store.settleInStore(context, claim, { job: { ...JOB, id: 'new' } });
				return idIn(await store.findInStore(context, claim));
			};
		});
		for (let round = 0; round < 3; round++) {
			const ids = await Promise.all(processes.map(async (use) => await use(round)));
			expect(ids).toEqual(['new', `job-${ONE}`, 'new', `job-${ONE}`]);
		}
	});

	it('is found after a process was killed while it used the row', async () => {
		const { context } = await kept(ONE);
		await claimInStore(context, 'jobs 1 in use');
		expect(idIn(await findInStore(context, claimOf(ONE)))).toBe(`job-${ONE}`);
	});

	it('is replaced by the one that is made again', async () => {
		const { context } = await kept(ONE, TWO);
		await settleInStore(context, claimOf(ONE), { job: { ...JOB, id: 'again' } });
		expect(idIn(await findInStore(context, claimOf(ONE)))).toBe('again');
		expect(idIn(await findInStore(context, claimOf(TWO)))).toBe(`job-${TWO}`);
	});

	it('is dropped when so many others came after it, and never read in part', async () => {
		const { context } = await kept(ONE);
		const seen = new Set<string>();
		for (let n = 0; n < 40; n++) {
			await settleInStore(context, claimOf(`${TWO}${n}`), { job: { ...JOB, id: `job-${n}` } });
			seen.add(JSON.stringify(idIn(await findInStore(context, claimOf(ONE)))));
		}
		expect([...seen]).toEqual([`"job-${ONE}"`, expect.stringContaining('was dropped')]);
	});
});
