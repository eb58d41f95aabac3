import fc from 'fast-check';
import { checkFaceString } from '../../../nodes/shared/faces';

test.each(['262,175:363,175:313,215:313,251', '0,0:0,0:0,0:0,0', '-3,5:1,2:3,4:5,6'])(
	'%s is well formed',
	(text) => {
		expect(checkFaceString(text)).toBeUndefined();
	},
);

test.each([
	['', 'is empty'],
	['1,2:3,4:5,6', 'has 3 points, where four belong'],
	['1,2', 'has one point, where four belong'],
	['1,2:3,4:5,6:7,8:0,0:0,0', 'has 6 points, where only the first four points belong'],
	['1,2:3,4:5,x:7,8', 'has "5,x" as point 3, where two whole numbers with a comma between belong'],
	['1,2:3,4:5,6:7', 'has "7" as point 4, where two whole numbers with a comma between belong'],
	['1,2: 3,4:5,6:7,8', 'has " 3,4" as point 2, where two whole numbers with a comma between belong'],
	['1.5,2:3,4:5,6:7,8', 'has "1.5,2" as point 1, where two whole numbers with a comma between belong'],
	['1,2:3,4:5,6:7,8:', 'has "" as point 5, where two whole numbers with a comma between belong'],
	[
		'1,2;3,4;5,6;7,8',
		'has "1,2;3,4;5,6;7,8" as point 1, where two whole numbers with a comma between belong',
	],
])('"%s" %s', (text, wrong) => {
	expect(checkFaceString(text)).toBe(wrong);
});

test('four pairs of whole numbers pass, and any other number of pairs does not', () => {
	const pairs = fc.array(fc.tuple(fc.integer(), fc.integer()), { minLength: 1, maxLength: 8 });
	fc.assert(
		fc.property(pairs, (points) => {
			expect(checkFaceString(points.join(':')) === undefined).toBe(points.length === 4);
		}),
	);
});
