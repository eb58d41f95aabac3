import fc from 'fast-check';
import { Places, type Place } from '../../../nodes/shared/claims/places';
import { createLimits } from '../../../nodes/shared/operation/limits';
import { Clock } from '../../support/clock';
import { Store } from './store';
import { idOf, numbersOf, rowsOf, UNKNOWN_ID } from '../../../nodes/shared/claims/claims';

const daysOf = (timeZone: string, rows = new Store(new Clock())) =>
	new Places(rows, createLimits.maxJobsPerDay.period!, 'a', timeZone);

const HOUR_MS = 3_600_000;
const ZONE = 'America/New_York';
/** A Sunday on which the clocks of the zone go forward, and a Sunday on which they go back. */
const CHANGES = [Date.UTC(2030, 2, 10, 4), Date.UTC(2030, 10, 3, 3)];

/** What happens to a leg: it sends a create, which may be refused, or is lost with its places. Clocks are wrong by hours. */
const event = fc.record({
	leg: fc.nat(2),
	hours: fc.integer({ min: -30, max: 30 }),
	how: fc.constantFrom('made', 'made', 'refused', 'lost'),
});

test('no day has more jobs than its limit, under any clock, leg, refusal, or midnight', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.integer({ min: 1, max: 6 }),
			fc.constantFrom(...CHANGES),
			fc.array(event, { maxLength: 60 }),
			fc.array(fc.record({ ms: fc.nat(50) }), { maxLength: 100 }),
			async (most, begin, events, fates) => {
				const clock = new Clock();
				const store = new Store(clock);
				store.fates.push(...fates);
				const begun = () => daysOf(ZONE, store);
				const legs = [begun(), begun(), begun()];
				const jobs = new Map<string, number>();
				const send = async ({ leg, hours, how }: { leg: number; hours: number; how: string }) => {
					const days = legs[leg]!;
					const now = begin + hours * HOUR_MS;
					const place = await days.take(most, now);
					if (how === 'lost') legs[leg] = begun();
					else if (place && how === 'refused') await days.giveBack(place);
					else if (place) {
						expect(place.date).toBe(days.dateOf(now));
						jobs.set(place.date, (jobs.get(place.date) ?? 0) + 1);
					}
				};
				for (let at = 0; at < events.length; at += 4) {
					await clock.run(Promise.all(events.slice(at, at + 4).map(send)));
				}
				for (const count of jobs.values()) expect(count).toBeLessThanOrEqual(most);
			},
		),
		{ numRuns: 30 },
	);
});

test('a place that is given back is taken again, in this leg or another', async () => {
	const clock = new Clock();
	const store = new Store(clock);
	const [days, others] = [daysOf(ZONE, store), daysOf(ZONE, store)];
	const takeAll = async (from: Places, at = clock.startedAt) => {
		const places: Place[] = [];
		for (let place; (place = await from.take(3, at));) places.push(place);
		return places;
	};
	const isFull = (most: number, hours = 0) => days.isFull(most, clock.startedAt + hours * HOUR_MS);
	expect(isFull(3)).toBe(false);
	const [first, second] = await clock.run(takeAll(days));
	expect([isFull(3), isFull(4), isFull(3, 26)]).toEqual([true, false, false]);
	await clock.run(days.giveBack(second!));
	expect([isFull(3), isFull(2)]).toEqual([false, false]);
	expect(await clock.run(takeAll(days))).toEqual([second]);
	await clock.run(days.giveBack(first!));
	expect(await clock.run(takeAll(others))).toEqual([first]);
	// All places of the next day are free.
	expect(await clock.run(takeAll(days, clock.startedAt + 26 * HOUR_MS))).toHaveLength(3);
});

test('a leg that begins late finds the next place without trying each place that is taken', async () => {
	const clock = new Clock();
	const store = new Store(clock);
	const take = async (days: Places) => await clock.run(days.take(1_000, clock.startedAt));
	const early = daysOf(ZONE, store);
	for (let place = 1; place <= 100; place++) await take(early);
	const insert = jest.spyOn(store, 'insert');
	expect(await take(daysOf(ZONE, store))).toMatchObject({ number: 101 });
	expect(insert).toHaveBeenCalledTimes(1);
});

test('a day ends at midnight in its zone, also when the clocks change', () => {
	const lateInJanuary = Date.UTC(2030, 0, 31, 23, 30);
	expect(daysOf('Europe/Berlin').dateOf(lateInJanuary)).toBe('2030-02-01');
	expect(daysOf('America/New_York').dateOf(lateInJanuary)).toBe('2030-01-31');
	const zone = fc.constantFrom('America/New_York', 'Europe/Berlin', 'Asia/Kathmandu', 'Pacific/Apia', 'UTC');
	const time = fc.integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2035, 0, 1) });
	fc.assert(
		fc.property(time, zone, (now, timeZone) => {
			const days = daysOf(timeZone);
			const end = days.endAfter(now);
			expect(end - now).toBeLessThanOrEqual(25 * HOUR_MS);
			expect(days.dateOf(end - 1)).toBe(days.dateOf(now));
			expect(days.dateOf(end)).not.toBe(days.dateOf(now));
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
