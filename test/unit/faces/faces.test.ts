import { reageImage } from '../../../nodes/FaceSwap/operations/reage/reageImage';
import { swapImage } from '../../../nodes/FaceSwap/operations/faceSwap/swapImage';
import { swapVideo } from '../../../nodes/FaceSwap/operations/faceSwap/swapVideo';
import { faceList } from '../../../nodes/FaceSwap/pairFaceItems';
import { fromDetection, numberFaces, readImages } from '../../../nodes/shared/faces/given';
import type { DetectedImage } from '../../../nodes/shared/faces/given';
import type { CreateOperation } from '../../../nodes/shared/operation/defineOperation';
import { toFailure } from '../../../nodes/shared/operation/failure';
import { readAs } from '../../../nodes/shared/operation/readParameters';
import { detectionAnswer } from '../../../nodes/shared/service/records';
import { testTable } from '../../support/table';

/* Lists and detections of faces: a line of faces.txt says what is read, what is given, and what is found. */

const PHOTO = 'https://a.de/photo.jpg';
const shown = (images: DetectedImage[], by: 'leftToRight' | 'largestFirst' = 'leftToRight') =>
	numberFaces(images, by, 'Image').faces.map(
		({ number, opts, videoOpts, seen, place: { x, y, width, height } }) =>
			`${number}: ${opts} (video ${videoOpts}) at ${x},${y} of ${width} x ${height}, ${seen} seen`,
	);
const parametersOf =
	({ schema, properties }: CreateOperation, usual: object) =>
	(given: unknown) => {
		const all = { modifyImage: PHOTO, modifyVideo: PHOTO, ...usual };
		const { input }: { input?: unknown } = readAs(schema, { ...all, ...(given as object) }, properties);
		const { faces } = input as { faces: { numbers?: number[] } };
		return ['accepted', ...(faces.numbers ?? [])];
	};

const reads: Record<string, (given: unknown) => unknown> = {
	'a list': (given) => faceList.parse(given),
	detections: (given) => readImages(given, 'Image'),
	'faces of detections': (given) => shown(readImages(given, 'Image')),
	answer: (given) => shown([fromDetection(detectionAnswer.parse(given), PHOTO)]),
	'answer, largest first': (given) =>
		shown([fromDetection(detectionAnswer.parse(given), PHOTO)], 'largestFirst'),
	swap: parametersOf(swapImage, { whichFaces: 'provided' }),
	'swap in a video': parametersOf(swapVideo, { whichFaces: 'provided' }),
	'age change': parametersOf(reageImage, { whichFaces: 'choose', faceReage: 5 }),
};

testTable([__dirname, 'faces.txt', 2], '%s', (what = '', given = 'null') => {
	try {
		return JSON.stringify(reads[what]?.(JSON.parse(given)));
	} catch (error) {
		const { message, details } = toFailure(error);
		return `${message} ${JSON.stringify(details)}`;
	}
});
