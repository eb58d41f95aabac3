import fc from 'fast-check';
import { readColor } from '../../../nodes/AvatarVideo/color';

const digits = (length: number) =>
	fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), minLength: length, maxLength: length });

test('six digits are a color with and without #, in small letters', () => {
	fc.assert(
		fc.property(digits(6), fc.constantFrom('', '#', ' #'), (six, before) => {
			expect(readColor(before + six)).toBe(`#${six.toLowerCase()}`);
		}),
	);
});

test('the opacity of a color is kept, and full opacity needs no digits', () => {
	expect(['#1a2B3c80', '1a2b3c80', '#abc8', '#1a2b3cFF', '#abcf'].map(readColor)).toEqual([
		'#1a2b3c80',
		'#1a2b3c80',
		'#aabbcc88',
		'#1a2b3c',
		'#aabbcc',
	]);
});

test.each(['', '#', 'white', '#12', '#12345', '#1234567', '#gggggg', 'https://example.com/fff', '##ffffff'])(
	'%j is no color',
	(text) => {
		expect(readColor(text)).toBeUndefined();
	},
);
