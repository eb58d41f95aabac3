import fc from 'fast-check';
import { ratioOf, sizeParameters } from '../../../nodes/AvatarVideo/size';

test.each([
	[1920, 1080, '16:9'],
	[1366, 768, '16:9'],
	[1080, 1920, '9:16'],
	[1080, 1080, '1:1'],
	[1080, 1350, '4:5'],
	[2560, 1080, '64:27'],
	[997, 331, '997:331'],
])('%d x %d has the ratio %s', (width, height, ratio) => {
	expect(ratioOf({ width, height })).toBe(ratio);
});

test('a ratio is that of its size, but for a hundredth', () => {
	const pixels = fc.integer({ min: 1, max: 8000 });
	fc.assert(
		fc.property(pixels, pixels, (width, height) => {
			const [across = 0, down = 0] = ratioOf({ width, height }).split(':').map(Number);
			expect(Math.abs((width * down) / (height * across) - 1)).toBeLessThan(0.01);
		}),
	);
});

test('the sizes are named by their shape', () => {
	const names = sizeParameters.size.fields('size')[0]?.options?.map(({ name }) => name);
	expect(names).toEqual([
		'Landscape, 1920 x 1080',
		'Landscape, 1280 x 720',
		'Landscape, 3840 x 2160',
		'Portrait, 1080 x 1920',
		'Portrait, 720 x 1280',
		'Portrait, 2160 x 3840',
		'Square, 1080 x 1080',
		'Custom',
	]);
});
