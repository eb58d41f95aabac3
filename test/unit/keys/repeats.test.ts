import type { Claim } from '../../../nodes/shared/keys/fingerprint';
import type * as repeats from '../../../nodes/shared/keys/repeats';
import type { KeyStore } from '../../../nodes/shared/keys/store';
import { KeyStoreTable } from '../../support/keyStore';
import { executionOn } from './execution';

/* The same call of an agent in several workers, which share n8n's store alone. */

const CALL: Claim = { by: 'call', key: 'c0'.repeat(10), fields: { prompt: '0a1b' } };
const idOf = (digit: string) => digit.repeat(24);
const QUARTER_MS = 15 * 60_000;

/** The store of calls in a worker of its own. */
function worker(table: KeyStoreTable): KeyStore {
	const { context } = executionOn(table);
	let store: KeyStore | undefined;
	jest.isolateModules(() => {
		const { repeatStore } = jest.requireActual<typeof repeats>('../../../nodes/shared/keys/repeats');
		store = repeatStore(context);
	});
	return store!;
}

beforeEach(() => {
	jest.spyOn(Date, 'now').mockReturnValue(1_000 * QUARTER_MS + QUARTER_MS - 1_000);
});
afterEach(() => void jest.restoreAllMocks());
const later = (ms: number) => {
	const now = Date.now();
	jest.spyOn(Date, 'now').mockReturnValue(now + ms);
};

/** Makes the job of the call where it is free; gives the job that stands for it. */
async function make(store: KeyStore, id: string): Promise<string | undefined> {
	const taken = await store.take(CALL);
	if (taken && 'settle' in taken) await taken.settle({ job: { id, at: Date.now() } });
	const known = await store.find(CALL);
	return typeof known === 'object' && 'job' in known ? known.job.id : undefined;
}

test('of workers that get the same call at the same moment one makes the job, and all find it', async () => {
	const table = new KeyStoreTable();
	table.latency = () => Math.random() * 3;
	const workers = Array.from({ length: 6 }, () => worker(table));
	await Promise.all(workers.map(async (each, n) => await make(each, idOf(String(n)))));
	const found = await Promise.all(workers.map(async (each) => await make(each, idOf('f'))));
	expect(new Set(found).size).toBe(1);
	expect(found[0]).not.toBe(idOf('f'));
});

test('the job stands for its call for fifteen minutes, over the quarter in which it was made, and not for longer', async () => {
	const table = new KeyStoreTable();
	await make(worker(table), idOf('a'));
	later(QUARTER_MS - 1);
	expect(await make(worker(table), idOf('b'))).toBe(idOf('a'));
	later(1);
	expect(await make(worker(table), idOf('b'))).toBe(idOf('b'));
});

test('a failed job gives way to one other, however many say that it has failed, and however late', async () => {
	const table = new KeyStoreTable();
	const [one, other] = [worker(table), worker(table)];
	await make(one, idOf('a'));
	await one.release?.(CALL, idOf('a'));
	expect(await make(other, idOf('b'))).toBe(idOf('b'));
	await other.release?.(CALL, idOf('a'));
	expect(await make(one, idOf('c'))).toBe(idOf('b'));
});

test('rows that nobody looks for any more are removed with a later call', async () => {
	const table = new KeyStoreTable();
	const store = worker(table);
	await make(store, idOf('a'));
	const size = table.rows.size;
	later(4 * QUARTER_MS);
	await make(store, idOf('b'));
	for (let turns = 0; turns < 50; turns++) await new Promise(setImmediate);
	expect(table.rows.size).toBe(size);
});
