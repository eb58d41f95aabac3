import fc from 'fast-check';
import { ratioOf } from '../../nodes/AvatarVideo/operations/avatarVideo/create';
import { colorSchema, readColor } from '../../nodes/AvatarVideo/elements/element';

const digits = (length: number) =>
	fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), minLength: length, maxLength: length });

test('six digits with or without # are read as a color in small letters', () => {
	fc.assert(
		fc.property(digits(6), fc.constantFrom('', '#', ' #'), (six, before) => {
			expect(readColor(before + six)).toBe(`#${six.toLowerCase()}`);
		}),
	);
});

test('the opacity of a color is kept, and full opacity is left out', () => {
	const read = ['#1a2b3c80', '#1a2b3c80', '#aabbcc88', '#1a2b3c', '#aabbcc'];
	expect(['#1a2B3c80', '1a2b3c80', '#abc8', '#1a2b3cFF', '#abcf'].map(readColor)).toEqual(read);
});

test.each(['', '#', 'white', '#12', '#12345', '#1234567', '#gggggg', 'https://example.com/fff', '##ffffff'])(
	'%j is no color',
	(text) => {
		expect(readColor(text)).toBeUndefined();
		expect(colorSchema.safeParse(text).success).toBe(false);
	},
);

test.each([
	[1280, 720, '16:9'],
	[1080, 1920, '9:16'],
	[2560, 1080, '64:27'],
	[997, 331, '997:331'],
])('%d x %d has the ratio %s', (width, height, ratio) => {
	expect(ratioOf({ width, height })).toBe(ratio);
});
