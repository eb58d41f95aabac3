import fc from 'fast-check';
import { createSharedPace, lookAfter } from '../../../nodes/shared/jobs/schedule';

const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const age = fc.integer({ min: 0, max: 100 * 60 * 60 * 1000 });

test('a look comes after about 8 % of the age, never sooner than a second and never later than half a minute', () => {
	fc.assert(
		fc.property(age, chance, (ageMs, random) => {
			const plain = Math.min(30_000, Math.max(1_000, ageMs * 0.08));
			const pause = lookAfter(ageMs, random);
			expect(pause).toBeGreaterThanOrEqual(plain * 0.95);
			expect(pause).toBeLessThanOrEqual(plain * 1.05);
		}),
	);
});

test('chance spreads the looks of jobs of one age', () => {
	expect(lookAfter(60_000, 0)).toBeLessThan(lookAfter(60_000, 0.5));
	expect(lookAfter(60_000, 0.5)).toBeLessThan(lookAfter(60_000, 0.99));
});

test('an older job is never looked at sooner than a younger one', () => {
	fc.assert(
		fc.property(age, age, chance, (one, other, random) => {
			const [younger, older] = one < other ? [one, other] : [other, one];
			expect(lookAfter(younger, random)).toBeLessThanOrEqual(lookAfter(older, random));
		}),
	);
});

test('the looks at one job grow with the logarithm of its age: under 70 in the first ten minutes', () => {
	let looks = 0;
	for (let now = 0; now < 10 * 60_000; looks++) now += lookAfter(now, 0.5);
	expect(looks).toBeLessThan(70);
});

describe('the pace that many jobs share', () => {
	test('is that of the youngest job while nothing has finished', () => {
		const pace = createSharedPace(0);
		pace.looked(1_000, 0);
		pace.looked(2_000, 0);
		expect(pace.next(2_000, 20_000, 0.5)).toBe(lookAfter(20_000, 0.5));
	});

	test('never waits longer than the age of the youngest asks for, nor less than a quarter of a second or so', () => {
		const look = fc.record({
			after: fc.integer({ min: 1, max: 60_000 }),
			found: fc.integer({ min: 0, max: 50 }),
		});
		fc.assert(
			fc.property(fc.array(look, { maxLength: 40 }), age, chance, (looks, youngest, random) => {
				const pace = createSharedPace(0);
				let now = 0;
				for (const { after, found } of looks) pace.looked((now += after), found);
				const pause = pace.next(now, youngest, random);
				expect(pause).toBeLessThanOrEqual(lookAfter(youngest, random));
				expect(pause).toBeGreaterThanOrEqual(Math.min(lookAfter(youngest, random), 250 * 0.95));
			}),
		);
	});

	test('looks closer together while jobs finish fast', () => {
		const pace = createSharedPace(0);
		for (let now = 30_000; now < 34_000; now += 500) pace.looked(now, 3);
		expect(pace.next(34_000, 34_000, 0.5)).toBeLessThan(lookAfter(34_000, 0.5) / 2);
	});

	test('leaves a straggler alone after a burst: its pause grows with the lull, back to that of its age', () => {
		const pace = createSharedPace(0);
		for (let now = 20_000; now < 22_000; now += 250) pace.looked(now, 5);
		let looks = 0;
		const end = 22_000 + 10 * 60_000;
		for (let now = 22_000; now < end; looks++) {
			now += pace.next(now, now, 0.5);
			pace.looked(now, 0);
		}
		expect(looks).toBeLessThan(60);
		expect(pace.next(end, end, 0.5)).toBe(lookAfter(end, 0.5));
	});
});
