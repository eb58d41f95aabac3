import type * as Opener from '../../../nodes/shared/claims/store';
import type { Rows } from '../../../nodes/shared/claims/store';
import { StoreDiffers } from '../../../nodes/shared/n8n/deduplication';
import { Clock } from '../../support/clock';
import { Store } from './store';

/* Each process lets n8n's store prove itself once, before it pays. */

/** A new process, which opens a store. */
async function open(make: (store: Store) => Partial<Rows> = () => ({}), failures = 0) {
	const clock = new Clock();
	const store = new Store(clock);
	store.fates.push(...Array(failures).fill({ ms: 0, fails: 'before' }));
	jest.resetModules();
	jest.doMock('../../../nodes/shared/n8n/deduplication', () => ({ StoreDiffers }));
	const within = async <T>(ms: number, _: unknown, work: (ending: { aborted: boolean }) => Promise<T>) => {
		const ending = { aborted: false };
		const late = clock.sleep(ms).then(() => Promise.reject(new Error('The time is up')));
		late.catch(() => (ending.aborted = true));
		return await Promise.race([late, work(ending)]);
	};
	const endsAfter = (ms: number) => ({ add: (end: () => void) => void clock.sleep(ms).then(end) });
	const path = '../../../nodes/shared/async/environment';
	jest.doMock(path, () => ({ ...jest.requireActual<object>(path), within, endsAfter }));
	const { openStore, inTurns }: typeof Opener = require('../../../nodes/shared/claims/store');
	const given = { ...store, ...make(store) };
	const patience = { ...clock, random: Math.random, until: () => clock.startedAt + 60_000, warn: () => {} };
	const openAgain = async () => await clock.run(openStore(given, patience));
	return { clock, store, inTurns, openAgain, opened: await openAgain() };
}

test.each<[string, (store: Store) => Partial<Rows>]>([
	['tells everybody that a row is new', () => ({ insert: async () => true })],
	['tells nobody that a row is new', () => ({ insert: async () => false })],
	[
		'changes a row that is there',
		(store) => ({
			insert: async (name, number) => {
				const isNew = !store.rows.has(name);
				store.rows.set(name, number);
				return isNew;
			},
		}),
	],
	[
		'changes the first row',
		(store) => ({
			insert: async (name, number) => {
				const isNew = !store.rows.has(name);
				if (isNew || name.endsWith('1')) store.rows.set(name, number);
				return isNew;
			},
		}),
	],
	...[0, 1, 2, 3, 4].map((wrong): [string, (store: Store) => Partial<Rows>] => {
		let inserts = 0;
		const isWrong = () => inserts++ === wrong;
		const make = ({ insert }: Store): Partial<Rows> => ({
			insert: async (name, number) => (await insert(name, number)) !== isWrong(),
		});
		return [`tells the contrary of insert ${wrong}`, make];
	}),
	[
		'keeps one row for all names',
		(store) => ({
			insert: async (_, number) => await store.insert('the node', number),
			read: async () => await store.read('the node'),
			remove: async () => await store.remove('the node'),
		}),
	],
	['keeps 32 bits', (store) => ({ insert: async (name, number) => await store.insert(name, number >>> 0) })],
	['removes all rows', (store) => ({ remove: async () => store.rows.clear() })],
	[
		'remembers a removed row',
		(store) => ({
			remove: async (name) => void store.rows.set(name, 0),
			read: async (name) => (await store.read(name)) || undefined,
		}),
	],
	['reads nothing', () => ({ read: async () => undefined })],
	[
		'inserts the row that it reads',
		(store) => ({
			read: async (name) => {
				const number = await store.read(name);
				await store.insert(name, 0);
				return number;
			},
		}),
	],
	['is not initialized', () => ({ read: async () => await Promise.reject(new StoreDiffers('init first')) })],
	['has no removal', () => ({ remove: async () => await Promise.reject(new StoreDiffers('gone')) })],
])('a store that %s fails the proof, and claims stay in the process', async (_what, make) => {
	const { store, opened } = await open(make);
	expect(opened.why).toBe("this version of n8n can't keep notes of paid jobs");
	const before = [...store.rows];
	expect(await opened.rows.insert('row', 7)).toBe(true);
	expect([...store.rows]).toEqual(before);
});

test('a store that keeps its promises proves it once, and no row of the proof stays', async () => {
	const accesses: string[] = [];
	const { clock, store, opened, openAgain } = await open((rows) => ({
		read: async (name) => {
			accesses.push(name);
			return await rows.read(name);
		},
	}));
	expect([opened.why, store.rows.size]).toEqual([undefined, 0]);
	const proof = accesses.length;
	const again = await openAgain();
	expect(await clock.run(again.rows.insert('row', 7))).toBe(true);
	expect(await clock.run(opened.rows.insert('row', 8))).toBe(false);
	expect([await clock.run(opened.rows.read('row')), accesses.length]).toEqual([7, proof + 1]);
});

test('a database that is away during the proof is waited for, and is not a failed proof', async () => {
	const back = await open(undefined, 6);
	expect([back.opened.why, await back.clock.run(back.opened.rows.insert('row', 7))]).toEqual([
		undefined,
		true,
	]);
	expect(back.clock.elapsed).toBe(7_280);
	const away = await open(undefined, 1_000);
	expect(away.opened.why).toBeUndefined();
	await expect(away.opened.rows.insert('row', 7)).rejects.toThrow('The database is away');
	expect(away.clock.elapsed).toBe(57_280);
	away.store.fates.length = 0;
	const { rows } = await away.openAgain();
	expect(await away.clock.run(rows.insert('row', 7))).toBe(true);
});

test('a database that hangs without an error is away, during the proof and after it, until the run has no time left', async () => {
	let hangs = true;
	const access = async <T>(work: () => Promise<T>) => await (hangs ? new Promise<never>(() => {}) : work());
	const { clock, opened, openAgain } = await open((store) => ({
		insert: async (name, number) => await access(async () => await store.insert(name, number)),
		read: async (name) => await access(async () => await store.read(name)),
	}));
	expect(clock.elapsed).toBe(60_000);
	await expect(opened.rows.insert('row', 7)).rejects.toThrow('The time is up');
	hangs = false;
	const { rows } = await openAgain();
	expect(await clock.run(rows.insert('row', 7))).toBe(true);
	hangs = true;
	await expect(clock.run(rows.read('row'))).rejects.toThrow('The time is up');
	expect(clock.elapsed).toBe(65_000);
});

test('a claim that comes after its run gave it up is removed again, and a root stays', async () => {
	const { clock, store, opened } = await open();
	store.fates.push({ ms: 90_000 }, { ms: 90_000 });
	const inserts = [opened.rows.insert('job root', 7), opened.rows.insert('job claim', 8, 'ofCreate')];
	const ends = await clock.run(Promise.allSettled(inserts));
	expect(ends).toMatchObject(Array(2).fill({ reason: { message: 'The time is up' } }));
	await clock.run(clock.sleep(60_000));
	expect([...store.rows.keys()]).toEqual(['job root']);
});

test('a process has one access to the database at a time, and an access that hangs holds the others for two seconds', async () => {
	let [running, most] = [0, 0];
	const { clock, store, inTurns } = await open();
	const { read: readOne } = store;
	const rows = inTurns({
		...store,
		async read(name) {
			most = Math.max(most, ++running);
			return await readOne(name).finally(() => running--);
		},
	});
	store.fates.push(...Array(10).fill({ ms: 100 }));
	const began = clock.elapsed;
	const read = async () => await rows.read('row');
	await clock.run(Promise.all(Array.from({ length: 10 }, read)));
	expect([most, clock.elapsed - began]).toEqual([1, 1_000]);
	store.fates.push({ ms: 50_000 });
	const hanging = read();
	await clock.run(read());
	expect(clock.elapsed - began).toBe(3_000);
	await clock.run(hanging);
});
