import { Failure } from '../../../nodes/shared/service/failure';
import { fromDetection, type DetectedImage } from '../../../nodes/shared/faces/given';
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
