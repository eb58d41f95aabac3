import fc from 'fast-check';
import { Failure } from '../../../nodes/shared/service/failure';
import { fromDetection, type DetectedImage, type Face } from '../../../nodes/shared/faces/given';
import { detectionAnswer } from '../../../nodes/shared/service/records';

/** A detection with one face per box `[x, y, width, height]`. Its points lie inside the box. */
export function detectionOf(regions: ReadonlyArray<readonly [number, number, number, number]>) {
	const landmarks = regions.map(([x, y, width, height]) => [
		[x + 1, y + 1],
		[x + width - 1, y + 1],
		[x + 2, y + 2],
		[x + 1, y + height - 1],
		[0, 0],
		[0, 0],
	]);
	const landmarks_str = landmarks.map((points) => points.slice(0, 4).join(':'));
	return { error_code: 0, error_msg: 'SUCCESS', landmarks, landmarks_str, region: regions };
}

/** An image of `count` faces that stand side by side. */
export function imageOf(
	count: number,
	imageUrl: string | undefined = 'https://example.com/photo.jpg',
): DetectedImage {
	const regions = Array.from({ length: count }, (_, index) => [10 + index * 100, 20, 80, 90] as const);
	return fromDetection(detectionAnswer.parse(detectionOf(regions)), imageUrl);
}

/** The labels of both sides. */
export const SIDES = { labels: { target: 'Image to Change', source: 'New Face' } };

/** The refusal of the action. Throws if it does not refuse. */
export function refusalOf(action: () => unknown) {
	try {
		action();
	} catch (refusal) {
		if (refusal instanceof Failure) return { message: refusal.message, description: '', ...refusal.details };
		throw refusal;
	}
	throw new Error('Nothing was refused');
}

const coordinate = fc.integer({ min: 0, max: 4000 });
const point = fc.tuple(coordinate, coordinate);

/** Any face: image points and video points that differ, and sometimes no region. */
const face: fc.Arbitrary<Face> = fc
	.record({
		imagePoints: fc.tuple(point, point, point, point),
		videoPoints: fc.tuple(point, point, point, point),
		box: fc.option(fc.record({ x: coordinate, y: coordinate, width: coordinate, height: coordinate })),
	})
	.map(({ imagePoints, videoPoints, box }) => ({
		opts: imagePoints.join(':'),
		videoOpts: videoPoints.join(':'),
		...(box && { region: box }),
	}));

/** Any image with 1 to `max` faces. */
export const anyImage = (max = 12): fc.Arbitrary<DetectedImage> =>
	fc
		.record({
			imageUrl: fc.integer({ min: 1, max: 999 }).map((name) => `https://example.com/${name}.jpg`),
			faces: fc.array(face, { minLength: 1, maxLength: max }),
		})
		.map((image) => ({ ...image, seen: image.faces.length }));
