import fc from 'fast-check';
import { KeyStoreTable } from '../../support/keyStore';
import { DAY_MS, journalOn, MAKER, OTHER, NAME, usualId } from './journals';
import { anyFates, type ProcessOptions } from './process';

/* The journal of a run, of processes that are killed, on a database that fails. */

// Loading n8n for each process would take most of the time.
jest.mock('n8n-workflow', () => jest.requireActual<object>('n8n-workflow'));

const ID = '69d3fb64afebede10d4e8eb2';

afterEach(() => jest.restoreAllMocks());

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
			/** What the service did with each request that was sent, under which ID, and which leg sent it. */
			const sent = new Map<string, { end: string; id: string; leg: number }>();
			/** What each leg found when it began. */
			const before: Array<Set<string>> = [];
			const found = new Set<string>();
			const running: Array<Promise<unknown>> = [];
			let count = 0;
			for (const [leg, { creates, isBeside, ...ways }] of all.entries()) {
				const { run, note, takeOver } = journalOn(table, ways);
				const create = async ({ end, id: made }: Leg['creates'][number]) => {
					count += 1;
					const request = count.toString(16).padStart(9, '0');
					const id = made ? usualId(count, made) : `ID ${count}`;
					const noted = await note(request);
					sent.set(request, { end, id, leg });
					if (end === 'taken') await noted.settle({ job: { id, at: 0 } });
					if (end === 'refused') await noted.settle('free');
				};
				if (!isBeside) await Promise.all(running);
				let isReady = () => {};
				const begun = new Promise<void>((resolve) => (isReady = resolve));
				const work = async () => {
					before[leg] = new Set((leg > 0 ? await takeOver() : []).map(({ request }) => request));
					isReady();
					// Where another one has taken over nothing is sent.
					await Promise.all(creates.map(async (each) => await create(each).catch(() => undefined)));
				};
				running.push(run(work).finally(isReady));
				await begun;
			}
			await Promise.all(running);
			const read = await journalOn(table).read();
			for (const { request, id } of read) {
				const { end, id: made } = sent.get(request) ?? {};
				if (id !== undefined) expect({ end: 'taken', id }).toEqual({ end, id: made });
				expect(found.has(request)).toBe(false);
				found.add(request);
			}
			const isWhole = all.every(({ fates = [] }) => fates.every((fate) => fate === 'works'));
			if (isWhole) {
				const noted = [...sent].filter(([, { end }]) => end !== 'refused');
				for (const [request, { leg }] of noted) {
					const later = before.slice(leg + 1);
					expect(later.every((known) => known.has(request))).toBe(true);
				}
				const known = noted.flatMap(([, { end, id }]) => (end === 'taken' ? [id] : []));
				expect(found.size).toBe(noted.length);
				expect(read.flatMap(({ id }) => id ?? []).sort()).toEqual(known.sort());
			}
			await journalOn(table).removeOld(now + 20 * DAY_MS);
			expect([...table.rows.keys()]).toEqual([]);
		}),
		{ numRuns: 200 },
	);
});
