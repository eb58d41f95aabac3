import type { Face, DetectedImage, Region } from './detection';
import type { Failure } from '../service/failure';
import { faceFailure, imageName } from './faceFailure';

export const faceOrderChoice = {
	displayName: 'Face Order',
	name: 'order',
	default: 'leftToRight',
	options: [
		{ name: 'Left to Right', value: 'leftToRight' },
		{ name: 'Largest First', value: 'largestFirst' },
		{ name: 'As Detected', value: 'asDetected', description: 'As the service lists them' },
	],
	description: 'The order in which the faces of an image get their numbers, from 1',
} as const;
export type FaceOrder = (typeof faceOrderChoice.options)[number]['value'];

export interface NumberedFace extends Face, Pick<DetectedImage, 'imageUrl' | 'seen'> {
	number: number;
	/** From the service, or else the box around the points. */
	place: Region;
}

export interface Side {
	label: string;
	faces: NumberedFace[];
}

/** Sorted by the middle of each face, then top to bottom, then as the service lists them. @throws Failure for no face */
export function numberFaces(images: readonly DetectedImage[], order: FaceOrder, label: string): Side {
	const faces = images.flatMap((image) =>
		facesOf(image, label).sort((one, other) => {
			const [a, b] = [one.place, other.place];
			const bySize = order === 'largestFirst' ? b.width * b.height - a.width * a.height : 0;
			const byPlace = order === 'asDetected' ? 0 : leftOf(a, b);
			return bySize || byPlace || one.detectedIndex - other.detectedIndex;
		}),
	);
	return { label, faces: faces.map((face, index) => ({ ...face, number: index + 1 })) };
}

function facesOf(image: DetectedImage, label: string) {
	const { faces, imageUrl, seen } = image;
	if (faces.length === 0) throw noFaces(image, label);
	return faces.map((face) => ({ ...face, imageUrl, seen, place: face.region ?? boxAround(face.opts) }));
}

/** Words of an image that could not be fetched, or that is none (service.md: Face detection). */
const UNOPENED =
	/HTTPS?ConnectionPool|URL ?Error|HTTP ?Error|max retries|name or service|getaddrinfo|ENOTFOUND|ECONN|connection (?:refused|reset|aborted|error)|timed? ?out|cannot identify image|image file is truncated|(?:can ?not|can't|could not|unable to|failed to) (?:open|read|load|decode|download|fetch|access)/i;

function noFaces({ imageUrl, said = '' }: DetectedImage, label: string): Failure {
	if (!UNOPENED.test(said)) {
		const next = 'Use an image in which the face is large, sharp and seen from the front';
		return faceFailure(`${label}: No face was found in ${imageName(imageUrl)}`, next, said || undefined);
	}
	const next = 'Check that its address opens an image without a login, or choose By File';
	const message = `${label}: The service could not open ${imageName(imageUrl)}`;
	return faceFailure(message, next, said);
}

function leftOf(a: Region, b: Region): number {
	return a.x + a.width / 2 - (b.x + b.width / 2) || a.y + a.height / 2 - (b.y + b.height / 2);
}

/** `0,0` stands for an unused point (service.md: Face detection). */
function boxAround(keyPoints: string): Region {
	const points = keyPoints.split(':').filter((point) => point !== '0,0');
	if (points.length === 0) return { x: 0, y: 0, width: 0, height: 0 };
	const xs = points.map((point) => Number(point.split(',')[0]));
	const ys = points.map((point) => Number(point.split(',')[1]));
	const [x, y] = [Math.min(...xs), Math.min(...ys)];
	return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}
