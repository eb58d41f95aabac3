import fc from 'fast-check';
import {
	claim,
	Claims,
	hasNewerNames,
	next,
	type Claim,
	type Mine,
} from '../../../nodes/shared/claims/claims';
import { noting, openStore, takeOldRows, type Rows } from '../../../nodes/shared/claims/store';
import { Places } from '../../../nodes/shared/claims/places';
import { Clock, tick } from '../../support/clock';
import { Store } from './store';

/* Databases that hang are tested with the proof. */
jest.mock('../../../nodes/shared/async/environment', () => ({
	within: async (_ms: number, _stop: unknown, work: (ending: object) => Promise<unknown>) => await work({}),
}));

const DAY_MS = 24 * 3_600_000;
const ID = '65f0a1b2c3d4e5f601234567';
type End = Parameters<Mine['end']>[0];

const claimOf = (name: string, by: Claim['by'] = 'row', request = 'aaaaaab7'): Claim =>
	claim(by, request, name);

/** Processes of one n8n, each with its own object, on a common store. They wait an hour for a database that is away. */
async function setUp() {
	const clock = new Clock();
	const store = new Store(clock);
	const warnings: string[] = [];
	const warn = (message: string) => void warnings.push(message);
	const until = () => clock.startedAt + 3_600_000;
	const { rows } = await clock.run(
		openStore(noting(store, clock.uptime), { ...clock, random: Math.random, until, warn }),
	);
	const process = () => new Claims(rows, clock, warn);
	/** Takes the claim as soon as no other process sends its create. */
	const take = async (claim: Claim) => {
		const claims = process();
		for (;;) {
			const taken = await claims.take(claim);
			if (taken.is !== 'underWay') return taken;
			await claims.wait(claim, () => Infinity);
		}
	};
	const made = async (claim: Claim, how: End) => {
		const taken = await process().take(claim);
		if (taken.is === 'mine') await taken.end(how);
		return taken;
	};
	return { clock, store, rows, warnings, process, take, made };
}

const fate = fc.record({
	ms: fc.nat(1_500),
	fails: fc.constantFrom(...Array(8).fill(undefined), 'before' as const, 'after' as const),
});
const end = fc.constantFrom<End[]>({ made: ID }, { made: 'ünusual' }, 'refused', 'unknown');

/** When a process wants the job, how long its create takes, and how the create ends. */
const sender = fc.tuple(fc.nat(2_000), fc.oneof(fc.nat(2_000), fc.nat(200_000)), end);

test('no process sends while another sends, or after an accepted create, even if accesses fail or are late', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(fate, { maxLength: 60 }),
			fc.array(sender, { minLength: 2, maxLength: 6 }),
			async (fates, processes) => {
				const { clock, store, take } = await setUp();
				store.fates.push(...fates);
				let isSending = false;
				let paid: string | undefined;
				const run = async ([startsAt, takes, how]: [number, number, End]) => {
					await clock.sleep(startsAt);
					const taken = await take(claimOf('one')).catch(() => undefined);
					if (taken?.is === 'made') expect(taken.id).toBe(paid);
					if (taken?.is !== 'mine') return;
					expect([isSending, paid]).toEqual([false, undefined]);
					isSending = true;
					await clock.sleep(takes);
					if (how !== 'refused') paid = how === 'unknown' ? 'unknown' : how.made;
					isSending = false;
					await taken.end(how);
				};
				await clock.run(Promise.all(processes.map(run)), tick);
				const later = await clock.run(
					take(claimOf('one')).catch(() => undefined),
					tick,
				);
				if (later?.is === 'mine') expect(paid).toBeUndefined();
			},
		),
		{ numRuns: 400 },
	);
});

test('after a create every process knows the ID, the second, and whether its request is the same', async () => {
	const { clock, store, process, made } = await setUp();
	await clock.run(made(claimOf('one'), { made: ID }));
	const at = Math.floor(clock.startedAt / 1_000) * 1_000;
	const number = ((at - Date.UTC(2020, 0, 1)) / 1_000) * 2 ** 22 + 0x2aaaaa;
	expect(store.rows.get(claimOf('one').name)).toBe(number);
	const known = { is: 'made', id: ID, at, isSame: true };
	expect(await clock.run(process().take(claimOf('one')))).toEqual(known);
	expect(await clock.run(process().look(claimOf('one')))).toEqual(known);
	const other = claimOf('one', 'row', 'bbbbbb');
	expect(await clock.run(process().take(other))).toEqual({ ...known, isSame: false });
});

test.each(['unknown', { made: 'x'.repeat(85) }] as const)(
	'a create stays in doubt if its ID is unknown or too long: %j',
	async (how) => {
		const { clock, process, made } = await setUp();
		await clock.run(made(claimOf('one'), how));
		const why = 'The service did not say whether it took that request.';
		expect(await clock.run(process().take(claimOf('one')))).toEqual({ is: 'inDoubt', why });
	},
);

test('other processes wait for a create in progress, which is in doubt after 200 seconds', async () => {
	const { clock, process, take } = await setUp();
	const mine = await clock.run(process().take(claimOf('one')));
	expect(mine.is).toBe('mine');
	for (const ms of [-59_000, 258_000]) {
		clock.time += ms;
		expect(await clock.run(process().look(claimOf('one')))).toEqual({ is: 'underWay' });
	}
	expect(await clock.run(process().take(claimOf('one')))).toEqual({ is: 'underWay' });
	const why = 'n8n ended, or its database failed, while that request was under way.';
	expect(await clock.run(take(claimOf('one')))).toEqual({ is: 'inDoubt', why });
	expect(clock.elapsed).toBe(200_000);
	if (mine.is === 'mine') await clock.run(mine.end({ made: ID }));
	expect(await clock.run(process().look(claimOf('one')))).toMatchObject({ is: 'made', id: ID });
});

test('the wait for a create ends exactly in time', async () => {
	const { clock, process } = await setUp();
	await clock.run(process().take(claimOf('one')));
	const waited = process().wait(claimOf('one'), () => clock.startedAt + 1_001);
	expect([await clock.run(waited), clock.elapsed]).toEqual([{ is: 'underWay' }, 1_001]);
});

test.each([3_600_000, -60_000, -3_600_000])(
	'nobody waits for a create whose process had another time: %i ms',
	async (ms) => {
		const { clock, process, take } = await setUp();
		await clock.run(process().take(claimOf('one')));
		clock.time += ms;
		expect(await clock.run(take(claimOf('one')))).toMatchObject({ is: 'inDoubt' });
		expect(clock.elapsed).toBe(ms);
	},
);

test('claims and IDs are stored as soon as the database works again, and IDs are logged if it does not', async () => {
	const { clock, store, warnings, process, take, made } = await setUp();
	store.fates.push({ ms: 0, fails: 'before' }, ...Array(9).fill({ ms: 0, fails: 'before' }));
	const mine = await clock.run(take(claimOf('one')));
	// After 20, 60, 180, 540, 1,620 and 4,860 ms, and then every five seconds.
	expect(clock.elapsed).toBe(27_280);
	store.fates.push(...Array(9).fill({ ms: 0, fails: 'before' }), { ms: 0, fails: 'after' });
	if (mine.is === 'mine') await clock.run(mine.end({ made: ID }));
	expect(await clock.run(process().look(claimOf('one')))).toMatchObject({ is: 'made', id: ID });
	expect(warnings).toEqual([expect.stringMatching(/waits for n8n's database: Error: The database is away/)]);
	const other = await clock.run(take(claimOf('other')));
	store.fates.push(...Array(2_000).fill({ ms: 0, fails: 'before' }));
	if (other.is === 'mine') await clock.run(other.end({ made: ID }));
	expect(warnings.at(-1)).toBe(
		`The end of a create (${ID}) could not be stored: Error: The database is away`,
	);
	expect(clock.elapsed).toBe(3_596_840);
	if (other.is === 'mine') await clock.run(other.end('unknown'));
	expect(warnings.at(-1)).toMatch(/^The end of a create \(unknown\) could not be stored: Error/);
	await expect(clock.run(made(claimOf('third'), 'unknown'))).rejects.toThrow('away');
});

test('a claim that was stored by an access that failed is in doubt, and nobody sends its create', async () => {
	const { clock, store, process, take } = await setUp();
	store.fates.push({ ms: 0, fails: 'after' });
	// Another process may have stored the same row in this second.
	expect(await clock.run(process().take(claimOf('one')))).toEqual({ is: 'underWay' });
	expect(await clock.run(take(claimOf('one')))).toMatchObject({ is: 'inDoubt' });
});

test('all processes have the same next claims', () => {
	fc.assert(
		fc.property(fc.array(fc.nat(), { minLength: 1 }), (times) => {
			const last = () => times.reduce((each, at) => next(each, at), claimOf('one'));
			const [one, other] = [last(), last()];
			expect(one).toEqual(other);
			expect(one?.name).not.toBe(claimOf('one').name);
			expect(one?.name).toMatch(/^job [0-9a-f]{20}$/);
			expect(one?.failedIds).toEqual([]);
		}),
	);
	expect(next(next(claimOf('one'), 1, 'a'), 2, 'b').failedIds).toEqual(['a', 'b']);
});

test('a call finds the first of its claims that is new enough, or the free claim after them', async () => {
	const { clock, process, made } = await setUp();
	const first = claimOf('one', 'call');
	const newest = async (since: number) => await clock.run(process().newest(first, since));
	expect(await newest(0)).toEqual({ claim: first, isFree: true });
	await clock.run(made(first, { made: ID }));
	const at = Math.floor(clock.time / 1_000) * 1_000;
	const second = next(first, at);
	expect(await newest(at - 1)).toEqual({ claim: first, isFree: false });
	expect(await newest(at)).toEqual({ claim: second, isFree: true });
	clock.time += 60_000;
	await clock.run(made(second, 'unknown'));
	expect(await newest(at)).toEqual({ claim: second, isFree: false });
	expect(await newest(at + 60_000)).toEqual({ claim: next(second, at + 60_000), isFree: true });
});

test('a store with names of a newer version says so', async () => {
	const { clock, store, rows } = await setUp();
	expect(await clock.run(hasNewerNames(rows))).toBe(false);
	expect(store.rows.get('names 1')).toBe(1);
	store.rows.set('names 2', 1);
	expect(await clock.run(hasNewerNames(rows))).toBe(true);
});

test('after eight days each new claim removes two old claims of rows, and keeps claims of keys', async () => {
	const { clock, store, rows, made } = await setUp();
	const names = () => new Set([...store.rows.keys()].map((name) => name.slice(0, 24)));
	const namesOf = (...texts: string[]) => new Set(texts.map((text) => claimOf(text).name));
	const key = claimOf('key', 'key').name;
	await clock.run(made(claimOf('key', 'key'), { made: ID }));
	await clock.run(made(claimOf('lost'), 'unknown'));
	for (const old of ['one', 'two']) await clock.run(made(claimOf(old), { made: 'ünusual' }));
	await clock.run(new Places(rows, { name: 'day', dates: {} }, 'a', 'UTC').take(1, clock.time));
	await clock.run(made(claimOf('refused'), 'refused'));
	clock.time += 7.9 * DAY_MS;
	await clock.run(made(claimOf('refused'), { made: ID }));
	expect(names().size).toBe(6);
	clock.time += 0.2 * DAY_MS;
	for (const fresh of ['new', 'newer', 'newest']) await clock.run(made(claimOf(fresh), { made: ID }));
	expect(names()).toEqual(new Set([key, ...namesOf('refused', 'new', 'newer', 'newest')]));
});

test('the names of rows to remove are kept for 5,000 lists, and the oldest list goes first', async () => {
	const list = (store: number) => ({ store: `list ${store}`, insert: async () => true }) as unknown as Rows;
	for (let store = 0; store <= 5_000; store++) await noting(list(store), () => 0).insert('job a', 1);
	const old = [0, 1, 5_000].map((store) => takeOldRows(list(store).store, 9 * DAY_MS));
	expect(old).toEqual([[], ['job a'], ['job a']]);
});
