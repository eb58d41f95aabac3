import { numberFaces, type DetectedImage } from '../../../nodes/shared/faces/given';
import { pairFaces, type FaceLists, type PairFacesInput } from '../../../nodes/shared/faces/pairFaces';
import { imageOf, refusalOf, SIDES } from './samples';

const SOURCE_URL = 'https://example.com/new.jpg';
const input = (targets: number, sources: number, more: Partial<PairFacesInput> = {}): PairFacesInput => ({
	targets: [imageOf(targets)],
	sources: [imageOf(sources, SOURCE_URL)],
	mediaType: 'image',
	order: 'leftToRight',
	whichFaces: 'inOrder',
	...SIDES,
	...more,
});
const refusal = (given: PairFacesInput) => refusalOf(() => pairFaces(given));

/** Faces by name. The middle of `a` and `b` is at 15 and 20, that of `c` and `d` at 15 and 14 from the top. */
const BOXES: Readonly<Record<string, readonly [x: number, y: number, width: number, height: number]>> = {
	...{ a: [10, 0, 10, 10], b: [0, 0, 40, 40], c: [0, 0, 10, 30], d: [0, 10, 10, 8], e: [0, 0, 5, 30] },
};
const facesOf = (names: string): DetectedImage => {
	const faces = [...names].map((name) => {
		const [x = 0, y = 0, width = 0, height = 0] = BOXES[name] ?? [];
		return { opts: name, videoOpts: `${name} in a video`, region: { x, y, width, height } };
	});
	return { imageUrl: `https://example.com/${names}`, faces, seen: faces.length };
};

test.each([
	['leftToRight', ['ab', 'ba'], 'ab'],
	['leftToRight', ['cd', 'dc'], 'dc'],
	['leftToRight', ['ad', 'da'], 'da'],
	['largestFirst', ['ae', 'ea'], 'ea'],
	['largestFirst', ['ab', 'ba'], 'ba'],
] as const)('%s, the faces of %j are numbered as %s, image after image', (order, images, numbered) => {
	for (const names of images) {
		const { faces } = numberFaces([facesOf(names), facesOf('c')], order, 'x');
		expect(faces.map(({ opts, number }) => `${number}${opts}`).join(' ')).toBe(
			[...numbered, 'c'].map((name, index) => `${index + 1}${name}`).join(' '),
		);
	}
});

const chosen = [
	{ target: 3, source: 2 },
	{ target: 1, source: 1 },
];
test.each<[more: Partial<PairFacesInput>, targets: string, sources: string | undefined]>([
	[{}, 'ba/a ba/b e/e', 'd/d a/a c/c'],
	[{ whichFaces: 'choose', pairs: chosen }, 'e/e ba/a', 'a/a d/d'],
	[{ whichFaces: 'oneForAll', sources: [facesOf('d')] }, 'ba/a ba/b e/e', 'd/d d/d d/d'],
	[{ whichFaces: 'oneForAll', onMismatch: 'truncate' }, 'ba/a ba/b e/e', 'd/d d/d d/d'],
	[{ onMismatch: 'truncate', sources: [facesOf('d')] }, 'ba/a', 'd/d'],
	[{ mediaType: 'video', sources: undefined }, 'ba/a in a video ba/b in a video e/e in a video', undefined],
	[{ whichFaces: 'choose', pairs: [...chosen, ...chosen], sources: undefined }, 'e/e ba/a', undefined],
])('with %j the faces to replace are %s, and the new faces %s', (more, targets, sources) => {
	const three = { sources: ['d', 'a', 'c'].map(facesOf) };
	const lists = pairFaces({ ...input(1, 1), targets: [facesOf('ba'), facesOf('e')], ...three, ...more });
	const shown = (faces: FaceLists['sourceImage']) =>
		faces?.map(({ path, opts }) => `${path.slice(path.lastIndexOf('/') + 1)}/${opts}`).join(' ');
	expect([shown(lists.targetImage), shown(lists.sourceImage)]).toEqual([targets, sources]);
});

test('different counts are refused or cut, and several new faces for everyone are refused', () => {
	expect(refusal(input(2, 3)).message).toBe('Image to Change shows 2 faces, and New Face shows 3 faces');
	expect(pairFaces(input(12, 3, { onMismatch: 'truncate' })).targetImage).toHaveLength(3);
	const { message } = refusal(input(3, 2, { whichFaces: 'oneForAll' }));
	expect(message).toBe('New Face shows 2 faces, and one is needed');
});

test.each([
	['an empty list', [], 'Replacements is empty'],
	['a missing face', [{ target: 4, source: 1 }], 'Image to Change: there is no face 4'],
	['a missing new face', [{ target: 1, source: 2 }], 'New Face: there is no face 2'],
	['face number 0', [{ target: 0, source: 1 }], 'Image to Change: there is no face 0'],
	['half a face', [{ target: 1.5, source: 1 }], 'Image to Change: there is no face 1.5'],
	['the same face twice', Array(2).fill({ target: 1, source: 1 }), 'Image to Change: face 1 is named twice'],
])('if you pair by hand, %s is refused', (_name, pairs, message) => {
	expect(refusal(input(3, 1, { whichFaces: 'choose', pairs })).message).toBe(message);
});

test('different counts ask for another way to choose faces, or for an image with one face', () => {
	const toDo = 'Set Which Faces to One New Face for Everyone, or to Choose Faces for some of them';
	expect(refusal(input(3, 1)).description).toBe(toDo);
	const missing = refusal(input(3, 1, { whichFaces: 'choose', pairs: [{ target: 4, source: 2 }] }));
	expect(missing.description).toBe('It shows 3 faces: choose a number from 1 to 3');
	expect(refusal(input(1, 2, { whichFaces: 'oneForAll' })).description).toMatch(/^Give an image that shows/);
});

const video = { mediaType: 'video' as const };
const message = 'New Face shows 2 faces, and a new face for a video must be alone in its image';
const pairs = [{ target: 1, source: 2 }];
test.each<[string, PairFacesInput]>([
	['in order', input(2, 2, video)],
	['chosen by its number', input(2, 2, { ...video, whichFaces: 'choose', pairs })],
	['the first of them', input(1, 2, { ...video, onMismatch: 'truncate' })],
])('a new face for a video is refused if its image shows several faces: %s', (_name, given) => {
	const refused = refusal(given);
	expect(refused.message).toBe(message);
	expect(refused.description).toMatch(/^Cut out the face/);
	expect(() => pairFaces({ ...given, mediaType: 'image' })).not.toThrow(message);
});

/* New faces with an image of their own. */
const source = (name: string, count = 1) => imageOf(count, `https://example.com/${name}.jpg`);
const withOwn = (pairs: PairFacesInput['pairs'], targets = 3): PairFacesInput => ({
	targets: [imageOf(targets)],
	sources: [],
	whichFaces: 'choose',
	pairs,
	mediaType: 'image',
	order: 'leftToRight',
	labels: { ...SIDES.labels, source: 'New Face Image' },
});

test.each([
	['with two faces', source('a', 2), ' of face 2 shows 2 faces, and one is needed'],
	['without a face', source('a', 0), ' of face 2: No face was found in https://example.com/a.jpg'],
	['without an address', { ...source('a'), imageUrl: undefined }, ': the image of face 1 has no address'],
])('a new face image %s is refused', (_name, image, message) => {
	expect(refusal(withOwn([{ target: 2, source: image }])).message).toBe(`New Face Image${message}`);
});
