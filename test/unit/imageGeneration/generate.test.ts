import { generate } from '../../../nodes/ImageGeneration/operations/image/generate';

test('the sizes are named by their shape', () => {
	const sizes = generate.parameters.scale?.fields('scale')[0]?.options ?? [];
	expect(sizes.map(({ name }) => name)).toEqual([
		'Square, 1:1',
		'Landscape, 16:9',
		'Landscape, 3:2',
		'Landscape, 4:3',
		'Portrait, 9:16',
		'Portrait, 2:3',
		'Portrait, 3:4',
	]);
});
