import fc from 'fast-check';
import { createClaims, type Claim } from '../../../nodes/shared/callbacks';

const LIMITS = { events: 5, newest: 3, ageMs: 1_000, scopes: 2 };
const mine = (claim: Claim) => {
	if (claim.kind !== 'mine') throw new Error(`The claim is ${claim.kind}`);
	return claim;
};

describe('claims', () => {
	test('give an event to the first, and to nobody after it', () => {
		const claims = createClaims();
		mine(claims.take('a', 'x', 0)).keep();
		expect(claims.take('a', 'x', 1)).toEqual({ kind: 'taken' });
	});

	test('keep triggers apart', () => {
		const claims = createClaims();
		mine(claims.take('a', 'x', 0)).keep();
		expect(claims.take('b', 'x', 1).kind).toBe('mine');
	});

	test.each([true, false])(
		'tell those who come meanwhile what became of the first: kept %p',
		async (isKept) => {
			const claims = createClaims();
			const first = mine(claims.take('a', 'x', 0));
			const second = claims.take('a', 'x', 0);
			if (isKept) first.keep();
			else first.giveBack();
			expect(second.kind === 'underWay' && (await second.kept)).toBe(isKept);
			expect(claims.take('a', 'x', 0).kind).toBe(isKept ? 'taken' : 'mine');
		},
	);

	test('forget the oldest first when there are too many', () => {
		const claims = createClaims(LIMITS);
		for (const [at, event] of ['1', '2', '3', '4', '5', '6'].entries())
			mine(claims.take('a', event, at)).keep();
		expect(claims.take('a', '1', 6).kind).toBe('mine');
		expect(claims.take('a', '2', 6).kind).toBe('taken');
		expect(Object.keys(claims.newest('a', 6))).toEqual(['4', '5', '6']);
	});

	test('forget what is too old', () => {
		const claims = createClaims(LIMITS);
		mine(claims.take('a', 'x', 0)).keep();
		expect(claims.take('a', 'x', 1_000).kind).toBe('taken');
		expect(claims.newest('a', 1_001)).toEqual({});
		expect(claims.take('a', 'x', 1_001).kind).toBe('mine');
	});

	test('forget the trigger that was longest quiet, never one that is at work', () => {
		const claims = createClaims(LIMITS);
		const working = mine(claims.take('a', 'x', 0));
		mine(claims.take('b', 'x', 0)).keep();
		mine(claims.take('c', 'x', 0)).keep();
		expect(claims.take('a', 'x', 0).kind).toBe('underWay');
		working.keep();
		expect(claims.take('b', 'x', 0).kind).toBe('mine');
	});

	test('give out what is done with, and nothing that may be given back', () => {
		const claims = createClaims();
		mine(claims.take('a', 'done', 1)).keep();
		claims.take('a', 'under way', 2);
		expect(claims.newest('a', 3)).toEqual({ done: 1 });
	});

	test('learn what another process stored, bounded in size and age', () => {
		const claims = createClaims(LIMITS);
		mine(claims.take('a', 'own', 900)).keep();
		claims.learn('a', { old: -200, v: 1, w: 2, x: 3, y: 4, z: 5 }, 1_000);
		expect(claims.take('a', 'own', 1_000).kind).toBe('taken');
		expect(claims.take('a', 'z', 1_000).kind).toBe('taken');
		expect(claims.take('a', 'old', 1_000).kind).toBe('mine');
		expect(claims.take('a', 'v', 1_000).kind).toBe('mine');
	});

	test('are not made older by what was stored before', () => {
		const claims = createClaims(LIMITS);
		mine(claims.take('a', 'x', 900)).keep();
		claims.learn('a', { x: 500 }, 950);
		expect(claims.take('a', 'x', 1_800).kind).toBe('taken');
	});

	test('start one run for an event, whatever is repeated, given back or restarted in between', () => {
		const step = fc.record({
			event: fc.constantFrom('a', 'b', 'c'),
			fate: fc.constantFrom('keep', 'giveBack', 'restart'),
		});
		fc.assert(
			fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
				let claims = createClaims();
				const started: string[] = [];
				for (const { event, fate } of steps) {
					const claim = claims.take('scope', event, 1);
					if (claim.kind === 'mine' && fate === 'giveBack') claim.giveBack();
					else if (claim.kind === 'mine') {
						claim.keep();
						started.push(event);
					}
					if (fate !== 'restart') continue;
					const newest = claims.newest('scope', 1);
					claims = createClaims();
					claims.learn('scope', newest, 1);
				}
				expect(new Set(started).size).toBe(started.length);
			}),
		);
	});
});
