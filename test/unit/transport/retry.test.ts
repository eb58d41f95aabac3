import fc from 'fast-check';
import { readRetryAfter, waitBeforeNextTry, type Tries } from '../../../nodes/shared/transport/retry';

/** Two minutes. */
const BUDGET_MS = 120_000;

const tries = fc.record<Tries>({
	intent: fc.constantFrom('create', 'repeatable'),
	trouble: fc.constantFrom('notReached', 'unclear', 'final'),
	count: fc.integer({ min: 1, max: 20 }),
	waitedMs: fc.integer({ min: 0, max: 200_000 }),
	retryAfterMs: fc.option(fc.integer({ min: 0, max: 300_000 }), { nil: undefined }),
});
const chance = fc.double({ min: 0, max: 0.999, noNaN: true });

test('a create whose fate is unknown is never sent again', () => {
	fc.assert(
		fc.property(tries, chance, (given, random) => {
			const unclear: Tries = { ...given, intent: 'create', trouble: 'unclear' };
			expect(waitBeforeNextTry(unclear, random)).toBeUndefined();
		}),
	);
});

test('an answer that will not change is never asked for again', () => {
	fc.assert(
		fc.property(tries, chance, (given, random) => {
			expect(waitBeforeNextTry({ ...given, trouble: 'final' }, random)).toBeUndefined();
		}),
	);
});

test('all waits of one request stay within the budget, and end', () => {
	fc.assert(
		fc.property(tries, chance, (given, random) => {
			let waitedMs = 0;
			let count = 1;
			for (;;) {
				const wait = waitBeforeNextTry({ ...given, count, waitedMs }, random);
				if (wait === undefined) break;
				expect(wait).toBeGreaterThanOrEqual(given.retryAfterMs ?? 500);
				waitedMs += wait;
				count += 1;
			}
			expect(waitedMs).toBeLessThanOrEqual(BUDGET_MS + 1);
			expect(count).toBeLessThan(10);
		}),
	);
});

test('a longer pause than the budget that the service asks for ends the tries', () => {
	const asked: Tries = {
		intent: 'repeatable',
		trouble: 'unclear',
		count: 1,
		waitedMs: 0,
		retryAfterMs: BUDGET_MS,
	};
	expect(waitBeforeNextTry(asked, 0)).toBe(BUDGET_MS);
	expect(waitBeforeNextTry({ ...asked, retryAfterMs: BUDGET_MS + 1 }, 0)).toBeUndefined();
	expect(waitBeforeNextTry({ ...asked, waitedMs: 1 }, 0)).toBeUndefined();
});

test.each([
	['7', 7_000],
	[7, 7_000],
	['0', undefined],
	['0.2', undefined],
	['Thu, 01 Jan 1970 00:01:40 GMT', 40_000],
	['Thu, 01 Jan 1970 00:00:10 GMT', undefined],
	['soon', undefined],
	['', undefined],
	[undefined, undefined],
	[['7'], undefined],
])('Retry-After %p is read as %p ms', (header, expected) => {
	expect(readRetryAfter(header, 60_000)).toBe(expected);
});
