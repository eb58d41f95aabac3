import { pairFaces, type PairFacesInput } from '../../../nodes/shared/faces';
import { pictureOf, refusalOf, SIDES } from './samples';

const source = (name: string, count = 1) => pictureOf(count, `https://example.com/${name}.jpg`);
const input = (pairs: PairFacesInput['pairs'], targets = 3): PairFacesInput => ({
	targets: [pictureOf(targets)],
	sources: [],
	pairing: 'manual',
	pairs,
	mediaType: 'image',
	order: 'leftToRight',
	labels: { ...SIDES.labels, source: 'New Face Picture' },
});
const refusal = (given: PairFacesInput) => refusalOf(() => pairFaces(given));

test('faces get their own new faces, and faces not named stay', () => {
	const replacements = [
		{ target: 3, source: source('c') },
		{ target: 1, source: source('a') },
	];
	const { targetImage, sourceImage, faceNumbers } = pairFaces(input(replacements, 12));
	expect(faceNumbers).toEqual([3, 1]);
	const faces = pictureOf(12).faces;
	expect(targetImage.map((item) => item.opts)).toEqual([faces[2]?.opts, faces[0]?.opts]);
	expect(sourceImage.map((item) => item.path)).toEqual([
		'https://example.com/c.jpg',
		'https://example.com/a.jpg',
	]);
});

test.each([
	['a number no face has', [{ target: 4, source: source('a') }], 'Picture to Change: there is no face 4'],
	[
		'a face named twice',
		[
			{ target: 1, source: source('a') },
			{ target: 1, source: source('b') },
		],
		'Picture to Change: face 1 is named twice',
	],
	[
		'a new face picture with two faces',
		[{ target: 2, source: source('a', 2) }],
		'New Face Picture of face 2 shows 2 faces, and one is needed',
	],
	[
		'a new face picture without a face',
		[{ target: 2, source: source('a', 0) }],
		'New Face Picture of face 2: No face was found in https://example.com/a.jpg',
	],
	[
		'a new face picture without an address',
		[{ target: 2, source: { ...source('a'), imageUrl: undefined } }],
		'New Face Picture: the picture of face 1 has no address',
	],
])('%s is refused', (_name, replacements, message) => {
	expect(refusal(input(replacements)).message).toBe(message);
});

test('which faces a new face picture shows is told, and the way to one of them', () => {
	expect(refusal(input([{ target: 2, source: source('a', 2) }])).description).toMatch(
		/^New Face Picture of face 2 shows face 1 at 10, 20 .80 × 90., face 2 at 110, 20 .80 × 90., in pixels from the upper left corner\. To use one of them, give a picture that shows it alone/,
	);
});

test('a new face for a video must be alone in its picture', () => {
	const given = { ...input([{ target: 2, source: source('a', 2) }]), mediaType: 'video' as const };
	expect(refusal(given).message).toBe(
		'New Face Picture of face 2 shows 2 faces, and a new face for a video must be alone in its picture',
	);
});

test('all replacements that cannot be made are told, not the first alone', () => {
	const wrongNumbers = [4, 1, 9].map((target) => ({ target, source: source('a') }));
	expect(refusal(input(wrongNumbers))).toMatchObject({
		message: 'Picture to Change: there is no face 4',
		description: expect.stringMatching(/^Picture to Change: there is no face 9\. /),
	});
	const wrongPictures = [0, 1, 2].map((count) => ({ target: count + 1, source: source('a', count) }));
	expect(refusal(input(wrongPictures))).toMatchObject({
		message: 'New Face Picture of face 1: No face was found in https://example.com/a.jpg',
		description: expect.stringMatching(/^New Face Picture of face 3 shows 2 faces, and one is needed\. /),
	});
});

test('more than 8 replacements are refused', () => {
	const replacements = Array.from({ length: 9 }, (_, index) => ({
		target: index + 1,
		source: source('a'),
	}));
	expect(refusal(input(replacements, 9)).message).toMatch(/^Picture to Change: 9 faces are more than the 8/);
});

test('a picture to change without a face is refused', () => {
	expect(refusal(input([{ target: 1, source: source('a') }], 0)).message).toMatch(
		/^Picture to Change: No face was found/,
	);
});
