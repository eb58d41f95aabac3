import fc from 'fast-check';
import { MAX_FACES } from '../../../nodes/shared/service/codes';
import {
	FaceError,
	isKeyPoints,
	numberFaces,
	pairFaces,
	type FacePairs,
	type MediaType,
	type DetectedImage,
} from '../../../nodes/shared/faces';
import { anyImage, SIDES } from './samples';

const mediaType = fc.constantFrom<MediaType>('image', 'video');
const order = fc.constantFrom('leftToRight' as const, 'asDetected' as const, 'largestFirst' as const);
const number = fc.integer({ min: 0, max: 9 });

const anyInput = fc.record({
	labels: fc.constant(SIDES.labels),
	targets: fc.array(anyImage(5), { minLength: 1, maxLength: 3 }),
	sources: fc.array(anyImage(5), { minLength: 1, maxLength: 3 }),
	mediaType,
	order,
	pairing: fc.constantFrom('byOrder' as const, 'oneSourceForAll' as const, 'manual' as const),
	onMismatch: fc.constantFrom('error' as const, 'truncate' as const),
	pairs: fc.uniqueArray(fc.record({ target: number, source: number }), {
		selector: (pair) => pair.target,
		maxLength: 9,
	}),
});

/** What a side may send: each face's own address with its own points for the media type. */
function allowed(images: readonly DetectedImage[], type: MediaType): Set<string> {
	return new Set(
		images.flatMap(({ imageUrl, faces }) =>
			faces.map((face) =>
				JSON.stringify({ path: imageUrl, opts: type === 'image' ? face.opts : face.videoOpts }),
			),
		),
	);
}

function pairsOrRefusal(make: () => FacePairs): FacePairs | undefined {
	try {
		return make();
	} catch (thrown) {
		if (!(thrown instanceof FaceError)) throw thrown;
		expect(thrown.message).not.toMatch(/undefined|NaN|error|problem|fail/i);
		expect(thrown.description).not.toMatch(/undefined|NaN/);
		return undefined;
	}
}

test('both lists are as long as each other, hold 1 to 8 faces, and nothing that was not given', () => {
	let paired = 0;
	fc.assert(
		fc.property(anyInput, (input) => {
			const result = pairsOrRefusal(() => pairFaces(input));
			if (result === undefined) return;
			paired += 1;
			expect(result.targetImage).toHaveLength(result.sourceImage.length);
			expect(result.faceNumbers).toHaveLength(result.sourceImage.length);
			expect(result.targetImage.length).toBeGreaterThan(0);
			expect(result.targetImage.length).toBeLessThanOrEqual(MAX_FACES);
			const [targets, sources] = [
				allowed(input.targets, input.mediaType),
				allowed(input.sources, input.mediaType),
			];
			for (const item of result.targetImage) expect(targets).toContain(JSON.stringify(item));
			for (const item of result.sourceImage) expect(sources).toContain(JSON.stringify(item));
			for (const { opts } of [...result.targetImage, ...result.sourceImage]) {
				expect(isKeyPoints(opts)).toBe(true);
			}
		}),
		{ numRuns: 2000 },
	);
	expect(paired).toBeGreaterThan(100);
});

test('each new face of a video is alone in its image', () => {
	let paired = 0;
	fc.assert(
		fc.property(anyInput, (input) => {
			const result = pairsOrRefusal(() => pairFaces({ ...input, mediaType: 'video' }));
			if (result === undefined) return;
			paired += 1;
			const alone = input.sources.filter(({ faces }) => faces.length === 1).map(({ imageUrl }) => imageUrl);
			for (const { path } of result.sourceImage) expect(alone).toContain(path);
		}),
		{ numRuns: 4000 },
	);
	expect(paired).toBeGreaterThan(20);
});

test('by order both lists keep the order of their numbers', () => {
	fc.assert(
		fc.property(anyInput, (input) => {
			const result = pairsOrRefusal(() => pairFaces({ ...input, pairing: 'byOrder' }));
			if (result === undefined) return;
			const expected = (images: readonly DetectedImage[]) =>
				numberFaces(images, input.order, 'x')
					.faces.slice(0, result.targetImage.length)
					.map((face) => (input.mediaType === 'image' ? face.opts : face.videoOpts));
			expect(result.targetImage.map((item) => item.opts)).toEqual(expected(input.targets));
			expect(result.sourceImage.map((item) => item.opts)).toEqual(expected(input.sources));
		}),
	);
});

test('without truncation no face of either side is lost', () => {
	fc.assert(
		fc.property(anyInput, (input) => {
			const result = pairsOrRefusal(() => pairFaces({ ...input, pairing: 'byOrder', onMismatch: 'error' }));
			if (result === undefined) return;
			const count = (images: readonly DetectedImage[]) =>
				images.reduce((sum, image) => sum + image.faces.length, 0);
			expect([count(input.targets), count(input.sources)]).toEqual(Array(2).fill(result.targetImage.length));
		}),
	);
});

test('a replacement touches the named faces alone, each with the face of its own image', () => {
	const chosen = fc.uniqueArray(fc.record({ target: number, source: anyImage(1) }), {
		selector: (replacement) => replacement.target,
		maxLength: 9,
	});
	fc.assert(
		fc.property(anyImage(9), chosen, mediaType, order, (target, replacements, type, by) => {
			const targets = { targets: [target], mediaType: type, order: by };
			const make = () =>
				pairFaces({ ...SIDES, ...targets, sources: [], pairing: 'manual', pairs: replacements });
			const result = pairsOrRefusal(make);
			if (result === undefined) return;
			const { faces } = numberFaces([target], by, 'x');
			const opts = (face?: { opts: string; videoOpts: string }) =>
				type === 'image' ? face?.opts : face?.videoOpts;
			expect(result.faceNumbers).toEqual(replacements.map((replacement) => replacement.target));
			expect(result.targetImage).toEqual(
				replacements.map((each) => ({ path: target.imageUrl, opts: opts(faces[each.target - 1]) })),
			);
			expect(result.sourceImage).toEqual(
				replacements.map(({ source }) => ({ path: source.imageUrl, opts: opts(source.faces[0]) })),
			);
		}),
	);
});
