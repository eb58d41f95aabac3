import fc from 'fast-check';
import { pollAfter, sharedPollAfter } from '../../../nodes/shared/jobs/pollInterval';

const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const age = fc.integer({ min: 0, max: 100 * 60 * 60 * 1000 });

test('a look comes after about 8 % of the age, never sooner than a second and never later than half a minute', () => {
	fc.assert(
		fc.property(age, chance, (ageMs, random) => {
			const plain = Math.min(30_000, Math.max(1_000, ageMs * 0.08));
			const pause = pollAfter(ageMs, random);
			expect(pause).toBeGreaterThanOrEqual(plain * 0.95);
			expect(pause).toBeLessThanOrEqual(plain * 1.05);
		}),
	);
});

test('an older job is never looked at sooner than a younger one', () => {
	fc.assert(
		fc.property(age, age, chance, (one, other, random) => {
			const [younger, older] = one < other ? [one, other] : [other, one];
			expect(pollAfter(younger, random)).toBeLessThanOrEqual(pollAfter(older, random));
		}),
	);
});

describe('the pause of looks that many jobs share', () => {
	/** Looks from one time to another, at jobs made at 0, each of which finds so many finished; gives all pauses. */
	const pausesOf = (from: number, to: number, found: number, pause = Infinity) => {
		const pauses: number[] = [];
		for (let now = from; now < to; now += pause) {
			pause = sharedPollAfter(pause, found, now, 0.5);
			pauses.push(pause);
		}
		return pauses;
	};

	test('is never longer than the age of the youngest asks for, nor shorter than a quarter of a second or so', () => {
		const before = fc.double({ min: 0, max: 40_000, noNaN: true });
		const found = fc.integer({ min: 0, max: 5_000 });
		fc.assert(
			fc.property(before, found, age, chance, (pauseMs, finished, youngest, random) => {
				const pause = sharedPollAfter(pauseMs, finished, youngest, random);
				expect(pause).toBeLessThanOrEqual(pollAfter(youngest, random));
				expect(pause).toBeGreaterThanOrEqual(Math.min(pollAfter(youngest, random), 250 * 0.95));
			}),
		);
	});

	test('gets shorter while jobs finish fast', () => {
		expect(pausesOf(30_000, 40_000, 5).at(-1)).toBeLessThan(pollAfter(34_000, 0.5) / 2);
	});

	test('leaves a straggler alone after a burst: it grows with each look, back to that of the age', () => {
		const burst = pausesOf(20_000, 25_000, 20);
		expect(burst.at(-1)).toBe(250);
		const end = 22_000 + 10 * 60_000;
		const pauses = pausesOf(22_000, end, 0, 250);
		expect(pauses.length).toBeLessThan(60);
		expect(pauses.at(-1)).toBe(pollAfter(end, 0.5));
	});
});
