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

function journalOn(table: KeyStoreTable, options: ProcessOptions & { name?: string } = {}) {
	const load = () => jest.requireActual<typeof journals>('../../../../nodes/shared/run/keys/journal');
	const { module, context, run } = processOn(table, load, options);
	return {
		...module,
		run,
		...module.openJournal(context, options.name ?? NAME),
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
		await note('00000000d');
	}
	table.rows.set('W n:another', JSON.stringify({ mode: 'latestIncrementalKey', data: 1 }));
	await journalOn(table).removeOld(now + 7 * DAY_MS);
	expect(await journalOn(table).read()).toHaveLength(3);
	await journalOn(table).removeOld(now + 20 * DAY_MS);
	expect([...table.rows.keys()]).toEqual(['W n:another']);
});

interface Leg extends ProcessOptions {
	creates: ReadonlyArray<'taken' | 'refused' | 'unknown'>;
}

const legs = fc.array(
	fc.record<Leg>({
		creates: fc.array(fc.constantFrom('taken', 'taken', 'refused', 'unknown'), { maxLength: 5 }),
		fates: anyFates,
	}),
	{ minLength: 1, maxLength: 4 },
);

test('whatever fails or dies, no ID is wrong, and what was noted is found', async () => {
	await fc.assert(
		fc.asyncProperty(legs, async (all) => {
			const table = new KeyStoreTable();
			const idOf = (request: string) => request.padStart(24, 'a');
			/** What the service took, what it may have, and what was noted in full. */
			const sent = new Map<string, string>();
			const kept = new Set<string>();
			let count = 0;
			for (const { creates, ...ways } of all) {
				const { run, note } = journalOn(table, ways);
				await run(async () => {
					for (const create of creates) {
						const request = (++count).toString(16).padStart(9, '0');
						const noted = await note(request);
						sent.set(request, create);
						if (create === 'taken') await noted.settle({ job: { id: idOf(request), at: 0 } });
						if (create === 'refused') await noted.settle('free');
					}
				});
			}
			const read = await journalOn(table).read();
			for (const { request, id } of read) {
				if (id !== undefined) expect([id, sent.get(request)]).toEqual([idOf(request), 'taken']);
				expect(kept.has(request)).toBe(false);
				kept.add(request);
			}
			const isWhole = all.every(({ fates = [] }) => fates.every((fate) => fate === 'works'));
			if (isWhole) expect(kept.size).toBe([...sent.values()].filter((create) => create !== 'refused').length);
			await journalOn(table).removeOld(Date.now() + 20 * DAY_MS);
			expect(table.count(new RegExp(NAME))).toBe(0);
		}),
	);
});
