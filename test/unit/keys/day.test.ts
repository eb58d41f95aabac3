import fc from 'fast-check';
import * as days from '../../../nodes/shared/keys/day';
import type * as lists from '../../../nodes/shared/keys/list';
import { KeyStoreTable } from '../../support/keyStore';
import { anyFates, processOn, type ProcessOptions } from './process';

/* The places of a day, of processes that take them at the same moment. */

// Loading n8n for each process would take most of the time.
jest.mock('n8n-workflow', () => jest.requireActual<object>('n8n-workflow'));

const NOW = Date.parse('2030-03-01T17:00:00Z');
const DAY_MS = 24 * 3_600_000;

function dayOn(table: KeyStoreTable, options: ProcessOptions = {}) {
	const load = () => jest.requireActual<typeof days>('../../../nodes/shared/keys/day');
	const { module, context, run } = processOn(table, load, options);
	return {
		run,
		take: async (most: number, now = NOW) => await module.takePlace(context, most, now),
		removeOldDays: async (now = NOW) => await module.removeOldDays(context, now),
	};
}

test('60 creates of three processes at once get 25 places of 25', async () => {
	const table = new KeyStoreTable();
	table.latency = () => Math.random() * 2;
	const processes = Array.from({ length: 3 }, () => dayOn(table));
	const takes = Array.from({ length: 60 }, async (_, n) => await processes[n % 3]!.take(25));
	expect((await Promise.all(takes)).filter(Boolean)).toHaveLength(25);
	expect(table.rows.size).toBe(25);
});

test('a place that is given back is taken once more, also by another process', async () => {
	const table = new KeyStoreTable();
	const [one, other] = [dayOn(table), dayOn(table)];
	const place = await one.take(2);
	expect(await other.take(2)).toBeDefined();
	expect(await one.take(2)).toBeUndefined();
	await place?.settle('free');
	expect(await other.take(2)).toBeDefined();
	expect(await one.take(2)).toBeUndefined();
	expect(await other.take(3)).toBeDefined();
});

test('the next day has all its places, and days before yesterday leave no row', async () => {
	const table = new KeyStoreTable();
	const { take, removeOldDays } = dayOn(table);
	for (let day = 0; day < 5; day++) {
		const now = NOW + day * DAY_MS;
		const place = await take(2, now);
		await take(2, now);
		await place?.settle('free');
		expect(await take(2, now)).toBeDefined();
		expect(await take(2, now)).toBeUndefined();
		await dayOn(table).removeOldDays(now);
		expect(table.count(/2030/)).toBe(day === 0 ? 4 : 8);
	}
	await removeOldDays(NOW + 9 * DAY_MS);
	expect(table.rows.size).toBe(0);
});

test('whatever fails or dies, no more than the limit is held at a time', async () => {
	const processes = fc.array(
		fc.record({
			fates: anyFates,
			pace: fc.nat(3),
			// Of what it sends, one after another: whether the service takes it.
			creates: fc.array(fc.boolean(), { minLength: 1, maxLength: 5 }),
		}),
		{ minLength: 1, maxLength: 5 },
	);
	await fc.assert(
		fc.asyncProperty(processes, fc.nat(6), async (all, most) => {
			const table = new KeyStoreTable();
			let held = 0;
			await Promise.all(
				all.map(async ({ creates, ...ways }) => {
					const { take, run } = dayOn(table, ways);
					for (const isTaken of creates) {
						await run(async () => {
							const place = await take(most);
							if (!place) return;
							held++;
							expect(held).toBeLessThanOrEqual(most);
							if (isTaken) return;
							held--;
							await place.settle('free');
						});
					}
				}),
			);
			const late = dayOn(table);
			while (await late.take(most)) held++;
			expect(held).toBeLessThanOrEqual(most);
			if (all.every(({ fates }) => fates.every((fate) => fate === 'works'))) expect(held).toBe(most);
		}),
		{ numRuns: 100 },
	);
});

test('the end of a list is found with few reads, wherever it is', async () => {
	await fc.assert(
		fc.asyncProperty(fc.nat(200), async (rows) => {
			const table = new KeyStoreTable();
			const load = () => jest.requireActual<typeof lists>('../../../nodes/shared/keys/list');
			const one = processOn(table, load);
			for (let row = 0; row < rows; row++) await one.module.append(one.context, 'list', rows);
			const other = processOn(table, load);
			let reads = 0;
			other.table.onAccess = (when) => void (when === 'before' && reads++);
			expect(await other.module.countRows(other.context, 'list')).toBe(rows);
			expect(reads).toBeLessThanOrEqual(2 + 2 * Math.ceil(Math.log2(rows + 2)));
			expect(await other.module.append(other.context, 'list', rows)).toBeUndefined();
		}),
		{ numRuns: 20 },
	);
});

test.each([
	['America/New_York', '2030-03-01T17:00:00Z', '2030-03-02T05:00:00.000Z'],
	['Asia/Tokyo', '2030-03-01T17:00:00Z', '2030-03-02T15:00:00.000Z'],
	// 23 and 25 hours long.
	['Europe/Berlin', '2030-03-30T23:30:00Z', '2030-03-31T22:00:00.000Z'],
	['Europe/Berlin', '2030-10-26T22:00:00Z', '2030-10-27T23:00:00.000Z'],
	['UTC', '2030-12-31T23:59:59.999Z', '2031-01-01T00:00:00.000Z'],
])('a day in %s ends at its midnight', (timeZone, now, end) => {
	expect(new Date(days.endOfDay(Date.parse(now), timeZone)).toISOString()).toBe(end);
});
