import fc from 'fast-check';
import { isKeyPoints } from '../../../nodes/shared/faces';

test.each(['262,175:363,175:313,215:313,251', '0,0:0,0:0,0:0,0', '-3,5:1,2:3,4:5,6'])(
	'%s is well formed',
	(text) => {
		expect(isKeyPoints(text)).toBe(true);
	},
);

test.each([
	'',
	'1,2:3,4:5,6',
	'1,2',
	'1,2:3,4:5,6:7,8:0,0:0,0',
	'1,2:3,4:5,x:7,8',
	'1,2:3,4:5,6:7',
	'1,2: 3,4:5,6:7,8',
	'1.5,2:3,4:5,6:7,8',
	'1,2:3,4:5,6:7,8:',
	'1,2;3,4;5,6;7,8',
	'1,2:3,4:5,6:7,8\n',
	undefined,
	['1,2:3,4:5,6:7,8'],
])('%j is not', (given) => {
	expect(isKeyPoints(given)).toBe(false);
});

test('four pairs of whole numbers pass, and any other number of pairs does not', () => {
	const pairs = fc.array(fc.tuple(fc.integer(), fc.integer()), { minLength: 1, maxLength: 8 });
	fc.assert(
		fc.property(pairs, (points) => {
			expect(isKeyPoints(points.join(':'))).toBe(points.length === 4);
		}),
	);
});
