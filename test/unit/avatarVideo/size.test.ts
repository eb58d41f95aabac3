import fc from 'fast-check';
import { ratioOf } from '../../../nodes/AvatarVideo/size';

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
