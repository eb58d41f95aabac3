import fc from 'fast-check';
import { dateOf, endOfDay, takeDayPlace } from '../../../nodes/shared/claims/days';
import { VirtualClock } from '../jobs/virtualClock';
import { Store } from './store';
import { idOf, numbersOf, rowsOf, UNKNOWN_ID } from '../../../nodes/shared/claims/idDigits';

const HOUR_MS = 3_600_000;
const node = { node: 'a', timeZone: 'America/New_York' };

test('a day gives no more than its places, and leaves no place free, whoever takes them at the same time', async () => {
	const latency = fc.record({ ms: fc.nat(50) });
	await fc.assert(
		fc.asyncProperty(
			fc.integer({ min: 1, max: 20 }),
			fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 1, maxLength: 4 }),
			fc.array(latency, { maxLength: 100 }),
			async (most, runs, fates) => {
				const clock = new VirtualClock();
				const store = new Store(clock);
				store.fates.push(...fates);
				const taken: number[] = [];
				const run = async (wanted: number) => {
					let last = 0;
					for (let job = 0; job < wanted; job++) {
						const place = await takeDayPlace(store, node, most, last, clock.startedAt);
						if (place === undefined) return;
						last = place;
						taken.push(place);
					}
				};
				await clock.run(Promise.all(runs.map(run)));
				const wanted = runs.reduce((sum, each) => sum + each, 0);
				const places = Array.from({ length: Math.min(most, wanted) }, (_, place) => place + 1);
				expect(taken.sort((one, other) => one - other)).toEqual(places);
			},
		),
	);
});

test('a failed access gives no place, and places of the days before yesterday are removed', async () => {
	const clock = new VirtualClock();
	const store = new Store(clock);
	const take = async (hours: number) =>
		await clock.run(takeDayPlace(store, node, 3, 0, clock.startedAt + hours * HOUR_MS));
	store.fates.push({ ms: 0, fails: 'before' });
	await expect(take(0)).rejects.toThrow('away');
	expect([await take(0), await take(0)]).toEqual([1, 2]);
	expect(await take(24)).toBe(1);
	expect(store.rows.size).toBe(3);
	expect(await take(48)).toBe(1);
	expect([...store.rows.keys()]).toEqual(['day a 2030-01-01 1', 'day a 2030-01-02 1']);
});

test('a day ends at midnight in its zone, also when the clocks change', () => {
	const lateInJanuary = Date.UTC(2030, 0, 31, 23, 30);
	expect(dateOf(lateInJanuary, 'Europe/Berlin')).toBe('2030-02-01');
	expect(dateOf(lateInJanuary, 'America/New_York')).toBe('2030-01-31');
	const zone = fc.constantFrom('America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'Pacific/Apia', 'UTC');
	const time = fc.integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2035, 0, 1) });
	fc.assert(
		fc.property(time, zone, (now, timeZone) => {
			const end = endOfDay(now, timeZone);
			expect(end - now).toBeLessThanOrEqual(25 * HOUR_MS);
			expect(dateOf(end - 1, timeZone)).toBe(dateOf(now, timeZone));
			expect(dateOf(end, timeZone)).not.toBe(dateOf(now, timeZone));
		}),
	);
});

const BITS = 52;
const usualId = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 24, maxLength: 24 });
const anyId = fc
	.oneof(fc.string(), fc.string({ unit: 'grapheme' }), usualId)
	.filter((id) => id !== '' && Buffer.byteLength(id) <= 84 && !id.endsWith('\0'));

test('any ID of up to 84 bytes is read back from its numbers', () => {
	fc.assert(
		fc.property(anyId, (id) => {
			const numbers = numbersOf(id) ?? [];
			expect(idOf(numbers)).toBe(id);
			expect(rowsOf(numbers[0]!)).toBe(numbers.length);
			expect(numbers[0]).not.toBe(UNKNOWN_ID);
			for (const number of numbers) expect(number >= 0 && number < 2 ** BITS).toBe(true);
		}),
	);
});

test('an empty ID, or an ID of more than 84 bytes, has no numbers', () => {
	expect(numbersOf('x'.repeat(84))).toHaveLength(14);
	expect(numbersOf('x'.repeat(85))).toBeUndefined();
	expect(numbersOf('')).toBeUndefined();
	expect(rowsOf(UNKNOWN_ID)).toBe(0);
});
