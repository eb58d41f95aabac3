import fc from 'fast-check';
import { matching } from '../../../nodes/shared/lists/search';

const entry = fc.record({ name: fc.string(), value: fc.string() });

test('nothing typed leaves every entry, in its order', () => {
	fc.assert(
		fc.property(fc.array(entry), fc.constantFrom(undefined, '', '   '), (entries, filter) => {
			expect(matching(entries, filter)).toEqual(entries);
		}),
	);
});

test('what is found is a part of the list in its order, and holds every word', () => {
	const words = fc.array(fc.constantFrom('an', 'be', 'c1', 'x'), { minLength: 1, maxLength: 3 });
	const some = fc.record({
		name: fc.constantFrom('Anna', 'Ben', 'Annabel', 'Max'),
		value: fc.constantFrom('c1', 'x9', 'AN'),
	});
	fc.assert(
		fc.property(fc.array(some), words, (entries, typed) => {
			const found = matching(entries, typed.join(' ').toUpperCase());
			const holds = (each: { name: string; value: string }) =>
				typed.every((word) => `${each.name} ${each.value}`.toLowerCase().includes(word));
			expect(found).toEqual(entries.filter(holds));
		}),
	);
});
