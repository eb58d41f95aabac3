import type { IExecuteFunctions } from 'n8n-workflow';
import {
	claimInStore,
	findInStore,
	giveBackInStore,
	keepInStore,
	noteInStore,
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
	await giveBackInStore(context, '1a');
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
			await keepInStore(context, claimOf(key), { ...JOB, id: `job-${key}` });
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

	it('makes no row for a key that nobody has claimed', async () => {
		const { table, context } = await kept(ONE);
		const before = structuredClone(table.lists);
		expect(await findInStore(context, claimOf(TWO))).toBeUndefined();
		expect(table.lists).toEqual(before);
	});

	it('stays readable when several processes read it at once', async () => {
		const { table } = await kept(ONE);
		table.latency = () => Math.random() * 3;
		const processes = Array.from({ length: 3 }, () => {
			let find = findInStore;
			jest.isolateModules(() => {
				({ findInStore: find } = jest.requireActual('../../../nodes/shared/run/keyStore'));
			});
			return async () => await find(executionOn(table).context, claimOf(ONE));
		});
		const jobs = [];
		for (let round = 0; round < 15; round++) {
			jobs.push(...(await Promise.all(processes.map(async (find) => await find()))));
		}
		expect(new Set(jobs.map((each) => each?.job?.id))).toEqual(new Set([`job-${ONE}`, undefined]));
		expect(await processes[0]?.()).toMatchObject({ job: { id: `job-${ONE}` } });
	});

	it('is replaced by the one that is made again', async () => {
		const { context } = await kept(ONE, TWO);
		await keepInStore(context, claimOf(ONE), { ...JOB, id: 'again' }, true);
		expect(await findInStore(context, claimOf(ONE))).toMatchObject({ job: { id: 'again' } });
		expect(await findInStore(context, claimOf(TWO))).toMatchObject({ job: { id: `job-${TWO}` } });
	});

	it('is dropped when so many others came after it, and never read in part', async () => {
		const { context } = await kept(ONE);
		const seen = new Set<string | undefined>();
		for (let n = 0; n < 40; n++) {
			await keepInStore(context, claimOf(`${TWO}${n}`), { ...JOB, id: `job-${n}` });
			seen.add((await findInStore(context, claimOf(ONE)))?.job?.id);
		}
		expect([...seen]).toEqual([`job-${ONE}`, undefined]);
	});
});
