import fc from 'fast-check';
import type * as journals from '../../../../nodes/shared/run/keys/journal';
import { KeyStoreTable } from '../../../support/keyStore';
import { anyFates, processOn, type ProcessOptions } from './process';

/* The journal of a run, of processes that are killed, on a database that fails. */

// Loading n8n for each process would take most of the time.
jest.mock('n8n-workflow', () => jest.requireActual<object>('n8n-workflow'));

const NAME = '0a1b2c3d4e5f6';
const OTHER = '1f2e3d4c5b6a7';
const DAY_MS = 24 * 3_600_000;
const ID = '69d3fb64afebede10d4e8eb2';
const MAKER = 'afebede10d';

/** An ID as the service makes them: its time, by default now, what all IDs of one of its processes share, and a counter. */
const usualId = (counter: number, { maker = MAKER, afterS = 0 } = {}) =>
	[(Math.floor(Date.now() / 1_000) + afterS).toString(16), maker, counter.toString(16).padStart(6, '0')].join(
		'',
	);

afterEach(() => jest.restoreAllMocks());

function journalOn(table: KeyStoreTable, options: ProcessOptions & { name?: string } = {}) {
	const load = () => jest.requireActual<typeof journals>('../../../../nodes/shared/run/keys/journal');
	const { module, context, run } = processOn(table, load, options);
	return {
		...module,
		run,
		...module.openJournal(context, options.name ?? NAME),
		openOther: (name: string) => module.openJournal(context, name),
		removeOld: async (now: number) => await module.removeOldJournals(context, now),
	};
}

test('creates are read as they were noted, by another process, in their order', async () => {
	const table = new KeyStoreTable();
	const { note } = journalOn(table);
	await (await note('00000000a')).settle({ job: { id: ID, at: 0 } });
	await (await note('00000000b')).settle('free');
	await note('fffffffff');
	await (await note('00000000a')).settle({ job: { id: 'an ID/of its own', at: 0 } });
	const began = Date.now();
	const sent = await journalOn(table).read();
	expect(sent.map(({ request, id }) => [request, id])).toEqual([
		['00000000a', ID],
		['fffffffff', undefined],
		['00000000a', 'an ID/of its own'],
	]);
	for (const { at } of sent) expect(Math.abs(at - began)).toBeLessThan(60_000);
	expect(await journalOn(table, { name: OTHER }).read()).toEqual([]);
});

test('journals are removed after eight days, whole, and no other ones', async () => {
	const table = new KeyStoreTable();
	const now = Date.now();
	for (const name of [NAME, OTHER]) {
		const { note } = journalOn(table, { name });
		await (await note('00000000a')).settle({ job: { id: ID, at: 0 } });
		await (await note('00000000b')).settle('free');
		await (await note('00000000c')).settle({ job: { id: 'x'.repeat(60), at: 0 } });
		await (await note('00000000e')).settle({ job: { id: usualId(1), at: 0 } });
		await note('00000000d');
	}
	table.rows.set('W n:another', JSON.stringify({ mode: 'latestIncrementalKey', data: 1 }));
	await journalOn(table).removeOld(now + 7 * DAY_MS);
	expect(await journalOn(table).read()).toHaveLength(4);
	await journalOn(table).removeOld(now + 20 * DAY_MS);
	expect([...table.rows.keys()]).toEqual(['W n:another']);
});

test('an ID of the service is one row more, and one for all of the process that made it', async () => {
	const table = new KeyStoreTable();
	const { note } = journalOn(table);
	const rowsOf = async (ids: string[]) => {
		const before = table.rows.size;
		const noted = await Promise.all(ids.map(async (_, n) => await note(n.toString(16).padStart(9, '0'))));
		await Promise.all(noted.map(async ({ taken }, n) => await taken(ids[n] ?? '')));
		return table.rows.size - before;
	};
	const begun = 2;
	const ids = [usualId(1), usualId(0xffffff, { afterS: 60 }), usualId(7, { afterS: -60 })];
	expect(await rowsOf(ids)).toBe(begun + 1 + 2 * 3);
	const others = [usualId(2), usualId(2, { maker: '0'.repeat(10) }), usualId(3, { maker: '0'.repeat(10) })];
	expect(await rowsOf(others)).toBe(1 + 2 * 3);
	// Of a clock that is hours away.
	const late = [usualId(4, { afterS: 7_200 }), usualId(4, { afterS: -7_200 })];
	expect(await rowsOf(late)).toBe(3 * 2);
	const sent = await journalOn(table).read();
	expect(sent.map(({ id }) => id)).toEqual([...ids, ...others, ...late]);
	expect(table.count(/makers/)).toBe(2);
});

test('journals of a process share what is known of the makers of IDs, and one without them is in doubt', async () => {
	jest.spyOn(Date, 'now').mockReturnValue(1_900_000_000_000);
	const table = new KeyStoreTable();
	const { note, openOther } = journalOn(table);
	await (await note('00000000a')).settle({ job: { id: usualId(1), at: 0 } });
	await (await openOther(OTHER).note('00000000b')).settle({ job: { id: usualId(2), at: 0 } });
	expect(table.count(/makers/)).toBe(1);
	table.change(/makers/, () => undefined);
	for (const name of [NAME, OTHER]) {
		expect(await journalOn(table, { name }).read()).toEqual([expect.objectContaining({ id: undefined })]);
	}
});

test('where each ID has another maker, they are stored whole in the end', async () => {
	const table = new KeyStoreTable();
	const { note } = journalOn(table);
	const ids = Array.from({ length: 270 }, (_, n) => usualId(n, { maker: n.toString(16).padStart(10, '0') }));
	for (const id of ids) await (await note('00000000a')).settle({ job: { id: id, at: 0 } });
	expect((await journalOn(table).read()).map(({ id }) => id)).toEqual(ids);
	expect(table.rows.size).toBeLessThanOrEqual(3 * ids.length + 2);
});

/** Of one, several and unusual makers, at usual and unusual times. */
const ids = fc.oneof(
	fc.record({ maker: fc.constantFrom(MAKER, MAKER, '0'.repeat(10), 'f'.repeat(10)) }),
	fc.record({ maker: fc.stringMatching(/^[0-9a-f]{10}$/), afterS: fc.integer({ min: -1e9, max: 1e9 }) }),
	fc.record({ maker: fc.constant(MAKER), afterS: fc.integer({ min: -5_000, max: 5_000 }) }),
	fc.constant(undefined),
);

interface Leg extends ProcessOptions {
	creates: Array<{
		end: 'taken' | 'refused' | 'unknown';
		id: { maker?: string; afterS?: number } | undefined;
	}>;
	/** Whether it begins while the one before is at work. */
	isBeside: boolean;
}

const legs = fc.array(
	fc.record<Leg>({
		creates: fc.array(fc.record({ end: fc.constantFrom('taken', 'taken', 'refused', 'unknown'), id: ids }), {
			maxLength: 5,
		}),
		isBeside: fc.boolean(),
		fates: anyFates,
		pace: fc.nat(5),
	}),
	{ minLength: 1, maxLength: 4 },
);

test('whatever fails or dies, no ID is wrong, and what was noted is found', async () => {
	await fc.assert(
		fc.asyncProperty(legs, fc.nat(3_000), async (all, tickMs) => {
			const table = new KeyStoreTable();
			// Midnight comes meanwhile.
			let now = Date.UTC(2030, 2, 17, 23, 59, 30);
			jest.spyOn(Date, 'now').mockImplementation(() => (now += tickMs));
			/** What the service did with each request, and under which ID. */
			const sent = new Map<string, { end: string; id: string }>();
			const found = new Set<string>();
			const running: Array<Promise<unknown>> = [];
			for (const { creates, isBeside, ...ways } of all) {
				const { run, note } = journalOn(table, ways);
				const create = async ({ end, id }: Leg['creates'][number]) => {
					const count = sent.size + 1;
					const request = count.toString(16).padStart(9, '0');
					sent.set(request, { end, id: id ? usualId(count, id) : `ID ${count}` });
					const noted = await note(request);
					if (end === 'taken') await noted.settle({ job: { id: sent.get(request)?.id ?? '', at: 0 } });
					if (end === 'refused') await noted.settle('free');
				};
				if (!isBeside) await Promise.all(running);
				running.push(run(async () => await Promise.all(creates.map(create))));
			}
			await Promise.all(running);
			for (const { request, id } of await journalOn(table).read()) {
				if (id !== undefined) expect({ end: 'taken', id }).toEqual(sent.get(request));
				expect(found.has(request)).toBe(false);
				found.add(request);
			}
			const isWhole = all.every(({ fates = [] }) => fates.every((fate) => fate === 'works'));
			if (isWhole) expect(found.size).toBe([...sent.values()].filter(({ end }) => end !== 'refused').length);
			await journalOn(table).removeOld(now + 20 * DAY_MS);
			expect([...table.rows.keys()]).toEqual([]);
		}),
		{ numRuns: 200 },
	);
});
