import fc from 'fast-check';
import { digitsOf, jobIn, ROW_DIGITS, rowsOf } from '../../../nodes/shared/keys/digits';

const FIELDS = { prompt: '0a1b2c3d4e', 'size of it': 'ffff0a1b2c', third: '1234567890' };
const ID = '69d3fb64afebede10d4e8eb2';

test('any ID is read as it was kept, from as many rows as the first one says', () => {
	const ids = fc.oneof(
		fc.stringMatching(/^[0-9a-f]{24}$/),
		fc.uuid(),
		fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((id) => !id.endsWith('\0')),
	);
	fc.assert(
		fc.property(ids, (id) => {
			const digits = digitsOf(id, FIELDS) ?? '';
			expect(rowsOf(digits) * ROW_DIGITS).toBe(digits.length);
			expect(jobIn(digits, FIELDS)).toEqual({ id, others: [] });
		}),
	);
});

test('a usual ID takes three rows, and one that is too long none', () => {
	expect(digitsOf(ID, FIELDS)).toHaveLength(3 * ROW_DIGITS);
	expect(digitsOf('x'.repeat(100), FIELDS)).toBeUndefined();
});

test('a parameter that differs is named, whatever the others are', () => {
	const hash = fc.stringMatching(/^[0-9a-f]{10}$/);
	const all = fc.dictionary(fc.string(), hash, { minKeys: 1 });
	fc.assert(
		fc.property(all, hash, fc.nat(), (fields, other, n) => {
			const names = Object.keys(fields);
			const name = names[n % names.length] ?? '';
			const differs = other === fields[name] ? [] : [name];
			const digits = digitsOf(ID, fields) ?? '';
			expect(jobIn(digits, { ...fields, [name]: other })).toEqual({ id: ID, others: differs });
		}),
	);
});

test('one that the request has more is named; several, or one that it lacks, are not', () => {
	const others = (fields: Record<string, string>) => jobIn(digitsOf(ID, FIELDS) ?? '', fields)?.others;
	expect(others({ ...FIELDS, more: '1' })).toEqual(['more']);
	expect(others({ ...FIELDS, prompt: '1', third: '2' })).toEqual(['']);
	expect(others({ prompt: FIELDS.prompt, third: FIELDS.third })).toEqual(['']);
});

test('digits that are not those of a job are none', () => {
	const digits = digitsOf(ID, FIELDS) ?? '';
	fc.assert(
		fc.property(fc.nat(digits.length - 1), fc.stringMatching(/^[0-9a-f]$/), (place, digit) => {
			const other = digits.slice(0, place) + digit + digits.slice(place + 1);
			if (place === 0 || other === digits) return;
			expect(jobIn(other, FIELDS)).toBeUndefined();
		}),
	);
	expect(jobIn('', FIELDS)).toBeUndefined();
	expect(jobIn(digits.slice(0, ROW_DIGITS), FIELDS)).toBeUndefined();
});
