import fc from 'fast-check';
import { idOf, numbersOf, rowsOf, UNKNOWN_ID } from '../../../nodes/shared/claims/idDigits';

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

test('an ID that is empty or longer than 84 bytes has no numbers', () => {
	expect(numbersOf('x'.repeat(84))).toHaveLength(14);
	expect(numbersOf('x'.repeat(85))).toBeUndefined();
	expect(numbersOf('')).toBeUndefined();
	expect(rowsOf(UNKNOWN_ID)).toBe(0);
});
