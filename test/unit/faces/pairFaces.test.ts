import {
	listTargets,
	numberFaces,
	pairFaces,
	type PairFacesInput,
	type DetectedImage,
} from '../../../nodes/shared/faces';
import { imageOf, refusalOf, SIDES } from './samples';

const SOURCE_URL = 'https://example.com/new.jpg';
const input = (targets: number, sources: number, more: Partial<PairFacesInput> = {}): PairFacesInput => ({
	targets: [imageOf(targets)],
	sources: [imageOf(sources, SOURCE_URL)],
	mediaType: 'image',
	order: 'leftToRight',
	pairing: 'byOrder',
	...SIDES,
	...more,
});
const optsOf = (image: DetectedImage) => image.faces.map((face) => face.opts);
const refusal = (given: PairFacesInput) => refusalOf(() => pairFaces(given));

test('by order the first new face replaces the first face, with the address of the image each was found in', () => {
	const { targetImage, sourceImage } = pairFaces(input(2, 2));
	expect(targetImage).toEqual(
		optsOf(imageOf(2)).map((opts) => ({ path: 'https://example.com/photo.jpg', opts })),
	);
	expect(sourceImage).toEqual(optsOf(imageOf(2)).map((opts) => ({ path: SOURCE_URL, opts })));
});

test('one new face for several faces is refused by order, with the two ways on', () => {
	const { message, description } = refusal(input(3, 1));
	expect(message).toBe('Image to Change shows 3 faces, and New Face shows 1 face');
	expect(description).toMatch(/One New Face for Everyone.*Choose Faces, or give 3 faces in New Face/);
});

test('different counts are refused, or cut to the shorter side when that was chosen', () => {
	expect(refusal(input(2, 3)).message).toBe('Image to Change shows 2 faces, and New Face shows 3 faces');
	expect(pairFaces(input(2, 3, { onMismatch: 'truncate' })).sourceImage).toHaveLength(2);
	expect(pairFaces(input(12, 3, { onMismatch: 'truncate' })).targetImage).toHaveLength(3);
});

test('one source for all gives every face the same new face', () => {
	const { targetImage, sourceImage } = pairFaces(input(3, 1, { pairing: 'oneSourceForAll' }));
	expect(targetImage.map((item) => item.opts)).toEqual(optsOf(imageOf(3)));
	expect(sourceImage).toEqual(Array(3).fill(sourceImage[0]));
});

test('one source for all out of several is refused, or takes the first when that was chosen', () => {
	expect(refusal(input(3, 2, { pairing: 'oneSourceForAll' })).message).toBe(
		'New Face shows 2 faces, and one is needed',
	);
	const { sourceImage } = pairFaces(input(3, 2, { pairing: 'oneSourceForAll', onMismatch: 'truncate' }));
	expect(sourceImage.map((item) => item.opts)).toEqual(Array(3).fill(optsOf(imageOf(2))[0]));
});

test('pairs by hand choose faces by number, and may use a new face twice', () => {
	const pairs = [
		{ target: 3, source: 1 },
		{ target: 1, source: 2 },
		{ target: 2, source: 1 },
	];
	const { targetImage, sourceImage } = pairFaces(input(12, 2, { pairing: 'manual', pairs }));
	const [targets, sources] = [optsOf(imageOf(12)), optsOf(imageOf(2))];
	expect(targetImage.map((item) => item.opts)).toEqual([targets[2], targets[0], targets[1]]);
	expect(sourceImage.map((item) => item.opts)).toEqual([sources[0], sources[1], sources[0]]);
});

test.each([
	['no pairs', [], 'Pairs is empty'],
	['a face that is not there', [{ target: 4, source: 1 }], 'Image to Change: there is no face 4'],
	['a new face that is not there', [{ target: 1, source: 2 }], 'New Face: there is no face 2'],
	['counting from 0', [{ target: 0, source: 1 }], 'Image to Change: there is no face 0'],
	['half a face', [{ target: 1.5, source: 1 }], 'Image to Change: there is no face 1.5'],
	[
		'the same face twice',
		[
			{ target: 1, source: 1 },
			{ target: 1, source: 1 },
		],
		'Image to Change: face 1 is named twice',
	],
])('by hand, %s is refused', (_name, pairs, message) => {
	expect(refusal(input(3, 1, { pairing: 'manual', pairs })).message).toBe(message);
});

test('more than 8 faces are refused, whichever way they are paired', () => {
	const pairs = Array.from({ length: 9 }, (_, index) => ({ target: index + 1, source: 1 }));
	const message = 'Image to Change has 9 faces. At most 8 faces can be changed at once';
	expect(refusal(input(9, 9)).message).toBe(message);
	expect(refusal(input(9, 1)).message).toBe(message);
	expect(refusal(input(9, 9, { onMismatch: 'truncate' })).message).toBe(message);
	expect(refusal(input(9, 1, { pairing: 'oneSourceForAll' })).message).toBe(message);
	expect(refusal(input(9, 1, { pairing: 'manual', pairs })).message).toBe(message);
	expect(pairFaces(input(8, 8)).targetImage).toHaveLength(8);
});

test('no faces on a side are refused by the name of the side', () => {
	expect(refusal(input(0, 1)).message).toBe(
		'Image to Change: No face was found in https://example.com/photo.jpg',
	);
	expect(refusal(input(1, 0)).message).toBe(`New Face: No face was found in ${SOURCE_URL}`);
});

test('a face without an address is refused', () => {
	const nowhere: DetectedImage = { ...imageOf(1), imageUrl: undefined };
	expect(refusal({ ...input(1, 1), targets: [nowhere] }).message).toBe(
		'Image to Change: the image of face 1 has no address',
	);
	expect(refusal({ ...input(1, 1), sources: [nowhere] }).message).toMatch(/^New Face: /);
});

test('several stills are numbered on, each with its own address', () => {
	const targets = [imageOf(2, 'https://example.com/1.jpg'), imageOf(1, 'https://example.com/2.jpg')];
	expect(numberFaces(targets, 'leftToRight', 'x').faces.map((face) => face.number)).toEqual([1, 2, 3]);
	const pairs = [{ target: 3, source: 1 }];
	expect(pairFaces({ ...input(1, 1, { pairing: 'manual', pairs }), targets }).targetImage).toEqual([
		{ path: 'https://example.com/2.jpg', opts: optsOf(imageOf(1))[0] },
	]);
});

test('more new faces than are needed are named with their numbers, their places and a way on', () => {
	const toDo =
		/^New Face shows face 1 at 10, 20 .80 × 90., face 2 at 110, 20 .80 × 90., in pixels from the upper left corner\. (Set Which Faces to|Give an image that shows one face) /;
	expect(refusal(input(1, 2)).description).toMatch(toDo);
	expect(refusal(input(1, 2, { pairing: 'oneSourceForAll' })).description).toMatch(toDo);
	expect(refusal(input(1, 40)).description).toMatch(/face 10 at [^f]*, and 30 more, in pixels/);
});

test('new faces of several images are named with their image', () => {
	const sources = ['a', 'b'].map((name) => imageOf(1, `https://example.com/${name}.jpg?signature=hidden`));
	const { description } = refusal({ ...input(1, 1), sources });
	expect(description).toContain('face 2 at 10, 20 (80 × 90) in https://example.com/b.jpg, in pixels');
	expect(description).not.toContain('hidden');
});

test('the numbers of the faces that are changed are those of the image', () => {
	const pairs = [
		{ target: 3, source: 1 },
		{ target: 1, source: 1 },
	];
	expect(pairFaces(input(3, 1, { pairing: 'manual', pairs })).faceNumbers).toEqual([3, 1]);
	expect(pairFaces(input(2, 2)).faceNumbers).toEqual([1, 2]);
});

test('all pairs that name no face are told, not the first alone', () => {
	const pairs = [4, 1, 7].map((target) => ({ target, source: 1 }));
	const { message, description } = refusal(input(3, 1, { pairing: 'manual', pairs }));
	expect(message).toBe('Image to Change: there is no face 4');
	expect(description).toMatch(/^Image to Change: there is no face 7\. .*choose a number from 1 to 3$/);
});

describe('a new face for a video', () => {
	const video = { mediaType: 'video' as const };
	const message = 'New Face shows 2 faces, and a new face for a video must be alone in its image';
	const pairs = [{ target: 1, source: 2 }];
	test.each<[string, PairFacesInput]>([
		['in order', input(2, 2, video)],
		['in order, when there are too many', input(1, 2, video)],
		['for everyone', input(2, 2, { ...video, pairing: 'oneSourceForAll' })],
		['chosen by its number', input(2, 2, { ...video, pairing: 'manual', pairs })],
		['the first of them', input(1, 2, { ...video, onMismatch: 'truncate' })],
	])('is refused where its image shows others: %s', (_name, given) => {
		const refused = refusal(given);
		expect(refused.message).toBe(message);
		expect(refused.description).toMatch(/face 2 at 110, 20 .*Cut out the face/);
		expect(() => pairFaces({ ...given, mediaType: 'image' })).not.toThrow(message);
	});

	test('is refused where others of its image were left out before', () => {
		const [shown] = imageOf(2, SOURCE_URL).faces;
		const trimmed = { imageUrl: SOURCE_URL, faces: [shown!], seen: 2 };
		expect(refusal({ ...input(1, 1, video), sources: [trimmed] }).message).toBe(message);
	});

	test('is refused with the faces of its own image', () => {
		const sources = [imageOf(1, 'https://example.com/one.jpg'), imageOf(2, SOURCE_URL)];
		const { description } = refusal({ ...input(3, 3, video), sources });
		expect(description).toMatch(/shows face 2 at .*, face 3 at /);
		expect(description).not.toContain('face 1');
	});

	test('may be one of several images with a face each, and be used for everyone', () => {
		const sources = ['a', 'b'].map((name) => imageOf(1, `https://example.com/${name}.jpg`));
		expect(pairFaces({ ...input(2, 1, video), sources }).sourceImage).toHaveLength(2);
		expect(pairFaces(input(2, 1, { ...video, pairing: 'oneSourceForAll' })).sourceImage).toHaveLength(2);
	});
});

const listed = (images: DetectedImage[], numbers?: number[]) =>
	listTargets(images, 'Image to Change', 'image', 'leftToRight', numbers);

test('targets alone are listed for an age change, at most 8', () => {
	expect(listed([imageOf(2)]).targetImage.map((item) => item.opts)).toEqual(optsOf(imageOf(2)));
	expect(refusalOf(() => listed([imageOf(9)])).message).toMatch(/^Image to Change has 9 faces/);
	expect(refusalOf(() => listed([imageOf(0)])).message).toMatch(/No face was found/);
});

test('some of the targets are listed by their numbers, also out of more than 8', () => {
	const { targetImage, faceNumbers } = listed([imageOf(12)], [11, 2]);
	expect(faceNumbers).toEqual([11, 2]);
	expect(targetImage.map(({ opts }) => opts)).toEqual(
		[11, 2].map((number) => optsOf(imageOf(12))[number - 1]),
	);
	expect(refusalOf(() => listed([imageOf(12)], [13])).message).toBe('Image to Change: there is no face 13');
});

/* New faces with an image of their own. */
const source = (name: string, count = 1) => imageOf(count, `https://example.com/${name}.jpg`);
const withOwn = (pairs: PairFacesInput['pairs'], targets = 3): PairFacesInput => ({
	targets: [imageOf(targets)],
	sources: [],
	pairing: 'manual',
	pairs,
	mediaType: 'image',
	order: 'leftToRight',
	labels: { ...SIDES.labels, source: 'New Face Image' },
});

test('faces get their own new faces, and faces not named stay', () => {
	const replacements = [
		{ target: 3, source: source('c') },
		{ target: 1, source: source('a') },
	];
	const { targetImage, sourceImage, faceNumbers } = pairFaces(withOwn(replacements, 12));
	expect(faceNumbers).toEqual([3, 1]);
	const faces = imageOf(12).faces;
	expect(targetImage.map((item) => item.opts)).toEqual([faces[2]?.opts, faces[0]?.opts]);
	expect(sourceImage.map((item) => item.path)).toEqual([
		'https://example.com/c.jpg',
		'https://example.com/a.jpg',
	]);
});

test.each([
	['a number no face has', [{ target: 4, source: source('a') }], 'Image to Change: there is no face 4'],
	[
		'a face named twice',
		[
			{ target: 1, source: source('a') },
			{ target: 1, source: source('b') },
		],
		'Image to Change: face 1 is named twice',
	],
	[
		'a new face image with two faces',
		[{ target: 2, source: source('a', 2) }],
		'New Face Image of face 2 shows 2 faces, and one is needed',
	],
	[
		'a new face image without a face',
		[{ target: 2, source: source('a', 0) }],
		'New Face Image of face 2: No face was found in https://example.com/a.jpg',
	],
	[
		'a new face image without an address',
		[{ target: 2, source: { ...source('a'), imageUrl: undefined } }],
		'New Face Image: the image of face 1 has no address',
	],
])('%s is refused', (_name, replacements, message) => {
	expect(refusal(withOwn(replacements)).message).toBe(message);
});

test('which faces a new face image shows is told, and the way to one of them', () => {
	expect(refusal(withOwn([{ target: 2, source: source('a', 2) }])).description).toMatch(
		/^New Face Image of face 2 shows face 1 at 10, 20 .80 × 90., face 2 at 110, 20 .80 × 90., in pixels from the upper left corner\. Give an image that shows one face alone/,
	);
});

test('a new face for a video must be alone in its image', () => {
	const given = { ...withOwn([{ target: 2, source: source('a', 2) }]), mediaType: 'video' as const };
	expect(refusal(given).message).toBe(
		'New Face Image of face 2 shows 2 faces, and a new face for a video must be alone in its image',
	);
});

test('all replacements that cannot be made are told, not the first alone', () => {
	const wrongNumbers = [4, 1, 9].map((target) => ({ target, source: source('a') }));
	expect(refusal(withOwn(wrongNumbers))).toMatchObject({
		message: 'Image to Change: there is no face 4',
		description: expect.stringMatching(/^Image to Change: there is no face 9\. /),
	});
	const wrongPictures = [0, 1, 2].map((count) => ({ target: count + 1, source: source('a', count) }));
	expect(refusal(withOwn(wrongPictures))).toMatchObject({
		message: 'New Face Image of face 1: No face was found in https://example.com/a.jpg',
		description: expect.stringMatching(/^New Face Image of face 3 shows 2 faces, and one is needed\. /),
	});
});
