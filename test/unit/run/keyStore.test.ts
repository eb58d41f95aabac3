import { setTimeout as pause } from 'node:timers/promises';
import type { IExecuteFunctions } from 'n8n-workflow';
import type { Claim } from '../../../nodes/shared/run/keys/keptJob';
import * as keyStore from '../../../nodes/shared/run/keys/store';
import { KeyStoreTable } from '../../support/keyStore';

const { keyStoreOf, noteInStore } = keyStore;
const ID = 'b6a1';
const JOB = { id: '69d3fb64afebede10d4e8eb2', at: Date.parse('2030-01-01') };
const claimOf = (key: string): Claim => ({ key, fields: { prompt: '0a1b', size: '2c3d' } });

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
	const context = { helpers, node, getExecutionId: () => executionId } as unknown as IExecuteFunctions;
	return { context, node, store: keyStoreOf(context, claimOf('')) };
}

it('a key is claimed once, in a row of its own, and given back alone', async () => {
	const table = new KeyStoreTable();
	const { store, node } = executionOn(table);
	const claims = [];
	for (const key of ['1a', '2b', '1a']) claims.push(await store.claim(key));
	expect(claims).toEqual([true, true, false]);
	expect([...table.lists.keys()]).toEqual([`W n:${ID} 1a`, `W n:${ID} 2b`]);
	await store.settle(claimOf('1a'), 'free');
	expect(await store.claim('2b')).toBe(false);
	expect(await store.claim('1a')).toBe(true);
	expect(node.id).toBe(ID);
});

it('an n8n that names rows otherwise is refused, before two could get one key', async () => {
	const { store } = executionOn(new KeyStoreTable(), { isLate: true });
	await store.claim('1a');
	await expect(store.claim('1a')).rejects.toThrow('keeps them in another way');
	await expect(store.claim('2b')).rejects.toThrow('keeps them in another way');
});

it.each([1, 2, 3, 4])(
	'what became of a key is not erased by a repeat whose access %i is late',
	async (late) => {
		const table = new KeyStoreTable();
		const first = executionOn(table).store;
		await first.claim('1a');
		let accesses = 0;
		table.latency = () => (++accesses === late ? 60 : 0);
		const repeat = executionOn(table).store.claim('1a');
		await pause(20);
		await first.settle(claimOf('1a'), { job: JOB });
		expect(await repeat).toBe(false);
		expect(await first.find(claimOf('1a'))).toEqual({ job: JOB, others: [] });
	},
);

it('the node has its id again, also when the store fails', async () => {
	const table = new KeyStoreTable();
	table.failures = Infinity;
	const { store, node } = executionOn(table);
	const claim = store.claim('1a');
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
		const { store } = executionOn(table);
		for (const key of keys) {
			await store.claim(key);
			await store.settle(claimOf(key), { job: { ...JOB, id: `job-${key}` } });
		}
		return { table, store };
	}
	// Of one row, as there are 1,024.
	const [ONE, TWO] = ['00000001', '00000401'];

	it('is found as it was kept, and leaves the store as it was', async () => {
		const { table, store } = await kept(ONE, TWO);
		const before = structuredClone(table.lists);
		for (const key of [TWO, ONE, TWO]) {
			expect(await store.find(claimOf(key))).toEqual({
				job: { ...JOB, id: `job-${key}` },
				others: [],
			});
		}
		expect(table.lists).toEqual(before);
	});

	const idIn = (known: keyStore.Known) =>
		typeof known === 'object' && 'job' in known ? known.job.id : known;

	it('is not there while it is made, and a create in doubt says so', async () => {
		const { table, store } = await kept(ONE);
		const before = structuredClone(table.lists);
		expect(await store.find(claimOf(TWO))).toBe('free');
		expect(table.lists).toEqual(before);
		await store.claim(TWO);
		expect(await store.find(claimOf(TWO))).toBeUndefined();
		await store.settle(claimOf(TWO), { doubt: 'the connection broke off' });
		expect(await store.find(claimOf(TWO))).toEqual({
			doubt: expect.stringContaining('unknown whether'),
		});
	});

	it('is kept and found while other processes read and write the same row', async () => {
		const { table } = await kept(ONE);
		table.latency = () => Math.random() * 3;
		const processes = Array.from({ length: 4 }, (_, n) => {
			let module = keyStore;
			jest.isolateModules(() => (module = jest.requireActual('../../../nodes/shared/run/keys/store')));
			const store = module.keyStoreOf(executionOn(table).context, claimOf(ONE));
			return async (round: number) => {
				if (n % 2) return idIn(await store.find(claimOf(ONE)));
				const claim = claimOf(`${TWO}${n}${round}`);
				await store.claim(claim.key);
				await store.settle(claim, { job: { ...JOB, id: 'new' } });
				return idIn(await store.find(claim));
			};
		});
		for (let round = 0; round < 3; round++) {
			const ids = await Promise.all(processes.map(async (use) => await use(round)));
			expect(ids).toEqual(['new', `job-${ONE}`, 'new', `job-${ONE}`]);
		}
	});

	it('is found after a process was killed while it used the row', async () => {
		const { store } = await kept(ONE);
		await store.claim('jobs 1 in use');
		expect(idIn(await store.find(claimOf(ONE)))).toBe(`job-${ONE}`);
	});

	it('is replaced by the one that is made again', async () => {
		const { store } = await kept(ONE, TWO);
		await store.settle(claimOf(ONE), { job: { ...JOB, id: 'again' } });
		expect(idIn(await store.find(claimOf(ONE)))).toBe('again');
		expect(idIn(await store.find(claimOf(TWO)))).toBe(`job-${TWO}`);
	});

	it('is dropped when so many others came after it, and never read in part', async () => {
		const { store } = await kept(ONE);
		const seen = new Set<string>();
		for (let n = 0; n < 100; n++) {
			await store.settle(claimOf(`${TWO}${n}`), { job: { ...JOB, id: `job-${n}` } });
			seen.add(JSON.stringify(idIn(await store.find(claimOf(ONE)))));
		}
		expect([...seen]).toEqual([`"job-${ONE}"`, expect.stringContaining('was dropped')]);
	});
});
