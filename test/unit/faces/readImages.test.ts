import { numberFaces, readImages, type FaceOrder } from '../../../nodes/shared/faces';
import { detectionOf, imageOf, refusalOf } from './samples';

const URL = 'https://example.com/photo.jpg';
const ANSWER = detectionOf([
	[10, 20, 80, 90],
	[110, 20, 80, 90],
]);
const PICTURE = imageOf(2);
const facesIn = (value: unknown, order: FaceOrder = 'leftToRight') =>
	numberFaces(readImages(value, 'Target'), order, 'Target').faces;

test('an item of Detect Faces is read, also when only its faces are left', () => {
	const item = { ...ANSWER, imageUrl: URL, faceCount: 2, faces: PICTURE.faces };
	expect(readImages(item, 'Target')).toEqual([PICTURE]);
	expect(readImages({ imageUrl: URL, faces: PICTURE.faces }, 'Target')).toEqual([PICTURE]);
});

test('of an item of Detect Faces from which a person took some faces, only the others are read', () => {
	const item = { ...ANSWER, imageUrl: URL, faces: PICTURE.faces.slice(1) };
	expect(readImages(item, 'Target')[0]?.faces.map(({ opts }) => opts)).toEqual([PICTURE.faces[1]?.opts]);
});

test.each([
	['opts', { opts: '10,1:20' }],
	['videoOpts', { videoOpts: '10,1:20' }],
	['videoOpts, of another type', { videoOpts: 5 }],
])('a face with damaged %s alone is refused: it would be sent for images or for videos', (_name, damage) => {
	const [face, ...others] = PICTURE.faces;
	const item = { imageUrl: URL, faces: [{ ...face, ...damage }, ...others] };
	expect(refusalOf(() => readImages(item, 'New Face')).message).toBe(
		'New Face holds no result of face detection',
	);
});

test('the order of the service is known of an item of Detect Faces, although its faces stand in another', () => {
	const answer = detectionOf([
		[110, 20, 80, 90],
		[10, 20, 80, 90],
	]);
	const optsOf = (value: unknown, order: FaceOrder) => facesIn(value, order).map(({ opts }) => opts);
	const raw = { ...answer, imageUrl: URL };
	const faces = facesIn(raw).map(({ number, opts, videoOpts, region }) => ({
		number,
		opts,
		videoOpts,
		region,
	}));
	expect(optsOf({ ...raw, faces }, 'asDetected')).toEqual(optsOf(raw, 'asDetected'));
	expect(optsOf({ ...raw, faces }, 'leftToRight')).toEqual(optsOf(raw, 'leftToRight'));
});

test('several images and JSON text are read', () => {
	const item = { ...ANSWER, imageUrl: URL };
	const text = JSON.stringify([item, item]);
	expect(readImages(text, 'Source Detection')).toEqual([PICTURE, PICTURE]);
	// A text that was quoted twice.
	expect(readImages(JSON.stringify(text), 'Source Detection')).toEqual([PICTURE, PICTURE]);
});

test.each([
	['', 'Source Detection is empty'],
	['{', 'Source Detection holds no result of face detection'],
	[[], 'Source Detection holds no result of face detection'],
	['[]', 'Source Detection holds no result of face detection'],
	[7, 'Source Detection holds no result of face detection'],
	[null, 'Source Detection holds no result of face detection'],
	[{ id: 'a', status: 'completed' }, 'Source Detection holds no result of face detection'],
	[{ imageUrl: URL, faces: [{ number: 1 }] }, 'Source Detection holds no result of face detection'],
	[{ error_code: 1101, error_msg: 'x' }, 'Source Detection holds no result of face detection'],
	[{ error_code: 0, landmarks: [], imageUrl: URL }, `Source Detection: No face was found in ${URL}`],
	[{ error_code: 0, landmarks: [[[1, 2]]], imageUrl: URL }, `Source Detection: No face was found in ${URL}`],
	[{ imageUrl: URL, faces: [] }, `Source Detection: No face was found in ${URL}`],
])('%j is refused by the name of its field', (value, message) => {
	const read = () => numberFaces(readImages(value, 'Source Detection'), 'leftToRight', 'Source Detection');
	expect(refusalOf(read)).toMatchObject({ message });
});
