import { Failure, MAX_FACES } from '../../../nodes/shared/service/failure';
import fc from 'fast-check';
import { isKeyPoints, numberFaces, type DetectedImage } from '../../../nodes/shared/faces/given';
import { pairFaces, type FaceLists, type MediaType } from '../../../nodes/shared/faces/pairFaces';
import { anyImage, SIDES } from './samples';

const mediaType = fc.constantFrom<MediaType>('image', 'video');
const order = fc.constantFrom('leftToRight' as const, 'largestFirst' as const);
const number = fc.integer({ min: 0, max: 9 });

const anyInput = fc.record({
	labels: fc.constant(SIDES.labels),
	targets: fc.array(anyImage(5), { minLength: 1, maxLength: 3 }),
	sources: fc.array(fc.oneof(anyImage(1), anyImage(5)), { minLength: 1, maxLength: 3 }),
	mediaType,
	order,
	whichFaces: fc.constantFrom('inOrder' as const, 'oneForAll' as const, 'choose' as const),
	onMismatch: fc.constantFrom('error' as const, 'truncate' as const),
	pairs: fc.uniqueArray(fc.record({ target: number, source: number }), {
		selector: (pair) => pair.target,
		maxLength: 9,
	}),
});

/** The faces that a side may send: each with its own address and its own points for the media type. */
function allowed(images: readonly DetectedImage[], type: MediaType): Set<string> {
	return new Set(
		images.flatMap(({ imageUrl, faces }) =>
			faces.map((face) =>
				JSON.stringify({ path: imageUrl, opts: type === 'image' ? face.opts : face.videoOpts }),
			),
		),
	);
}

function pairsOrRefusal(make: () => FaceLists): FaceLists | undefined {
	try {
		return make();
	} catch (thrown) {
		if (!(thrown instanceof Failure)) throw thrown;
		expect(thrown.message).not.toMatch(/undefined|NaN|error|problem|fail/i);
		expect(thrown.details.description).not.toMatch(/undefined|NaN/);
		return undefined;
	}
}

const facesIn = (images: readonly DetectedImage[]) => images.flatMap(({ faces }) => faces);

test('both lists have the same length, and hold 1 to 8 of the given faces in the order of their numbers', () => {
	const paired = { image: 0, video: 0, inOrder: 0 };
	fc.assert(
		fc.property(anyInput, (input) => {
			const result = pairsOrRefusal(() => pairFaces(input));
			if (result === undefined) return;
			const { targetImage, sourceImage = [] } = result;
			paired[input.mediaType] += 1;
			expect(sourceImage).toHaveLength(targetImage.length);
			expect(targetImage.length).toBeGreaterThan(0);
			expect(targetImage.length).toBeLessThanOrEqual(MAX_FACES);
			for (const [items, images] of [
				[targetImage, input.targets],
				[sourceImage, input.sources],
			] as const) {
				const given = allowed(images, input.mediaType);
				expect(items.filter((item) => !given.has(JSON.stringify(item)))).toEqual([]);
				expect(items.filter(({ opts }) => !isKeyPoints(opts))).toEqual([]);
			}
			// A new face for a video is alone in its image.
			const alone = input.sources.filter(({ faces }) => faces.length === 1).map(({ imageUrl }) => imageUrl);
			if (input.mediaType === 'video') for (const { path } of sourceImage) expect(alone).toContain(path);
			if (input.whichFaces !== 'inOrder') return;
			paired.inOrder += 1;
			const inOrder = (images: readonly DetectedImage[]) =>
				numberFaces(images, input.order, 'x')
					.faces.slice(0, targetImage.length)
					.map((each) => (input.mediaType === 'image' ? each.opts : each.videoOpts));
			expect(targetImage.map(({ opts }) => opts)).toEqual(inOrder(input.targets));
			expect(sourceImage.map(({ opts }) => opts)).toEqual(inOrder(input.sources));
			// Without truncation neither side loses a face.
			if (input.onMismatch === 'truncate') return;
			const counts = [input.targets, input.sources].map((images) => facesIn(images).length);
			expect(counts).toEqual(Array(2).fill(targetImage.length));
		}),
		{ numRuns: 1500 },
	);
	expect(Math.min(...Object.values(paired))).toBeGreaterThan(50);
});
