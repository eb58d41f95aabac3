import { numberFaces, type DetectedImage } from '../../../nodes/shared/faces/given';
import { pairFaces, type FaceLists, type PairFacesInput } from '../../../nodes/shared/faces/pairFaces';
import { imageOf, SIDES } from './samples';

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
