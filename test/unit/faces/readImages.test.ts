import { fromDetection, numberFaces, readImages, type FaceOrder } from '../../../nodes/shared/faces/given';
import { detectionOf, imageOf, refusalOf } from './samples';
import { openEnvelope } from '../../../nodes/shared/transport/verdict';
import { detectionAnswer } from '../../../nodes/shared/service/records';

const URL = 'https://example.com/photo.jpg';
const ANSWER = detectionOf([
	[10, 20, 80, 90],
	[110, 20, 80, 90],
]);
const PICTURE = imageOf(2);

test('an item of Detect Faces is read without the answer, and counts the faces that were left out', () => {
	const item = { ...ANSWER, imageUrl: URL, faceCount: 2, faces: PICTURE.faces.slice(1) };
	expect(readImages(item, 'Target')).toEqual([{ imageUrl: URL, faces: PICTURE.faces.slice(1), seen: 2 }]);
	const noAddress = { imageUrl: 'photo.jpg', faces: PICTURE.faces };
	expect(readImages(noAddress, 'Target')).toEqual([{ imageUrl: undefined, faces: PICTURE.faces, seen: 2 }]);
});

test.each<[string, unknown[]]>([
	[' is empty', ['', [], null]],
	[' holds no result of face detection', ['{', '[]', 7, { id: 'a', status: 'completed' }]],
	[
		' holds no result of face detection',
		[
			{ imageUrl: URL, faces: [{}] },
			{ ...ANSWER, imageUrl: URL },
		],
	],
	[`: No face was found in ${URL}`, [{ imageUrl: `${URL}?key=hidden`, faces: [] }]],
	[': No face was found in the image', [{ imageUrl: 'photo.jpg', faces: [] }]],
])('a field without a face is refused with "Source%s": %j', (message, values) => {
	const read = (value: unknown) => numberFaces(readImages(value, 'Source'), 'leftToRight', 'Source');
	for (const value of values) {
		expect([value, refusalOf(() => read(value)).message]).toEqual([value, `Source${message}`]);
	}
});

const read = (answer: unknown, order: FaceOrder = 'leftToRight') =>
	numberFaces([fromDetection(detectionAnswer.parse(answer), URL)], order, 'Image').faces;

test('points at 0,0 are no part of a face, and a face without four points is none', () => {
	const landmarks_str = ['9,9:0,0:29,49:0,0', '1,2:3,4', '0,0:0,0:0,0:0,0', '0,0:5,6:0,0:0,0'];
	expect(read({ landmarks_str }).map(({ number, place }) => [number, place])).toEqual([
		[1, { x: 0, y: 0, width: 0, height: 0 }],
		[2, { x: 5, y: 6, width: 0, height: 0 }],
		[3, { x: 9, y: 9, width: 20, height: 40 }],
	]);
	expect(read({ landmarks_str: '9,9:0,0:29,49:0,0' })).toHaveLength(1);
});

const refusal = (answer: object) => refusalOf(() => read(answer));
const message = 'Image: No face was found in https://example.com/photo.jpg';

test('an image without a face is refused by its name, with advice', () => {
	for (const answer of [
		{ error_code: 0, landmarks: null },
		{ landmarks: [], error_msg: 'Success' },
	]) {
		expect(refusal(answer)).toMatchObject({
			message,
			description: expect.stringMatching(/seen from the front$/),
		});
	}
});

test.each([
	"HTTPSConnectionPool(host='a', port=443): closed",
	'cannot identify image file <_io.BytesIO object at 0x7f2c5c0b1d60>',
	'can not open https://example.com/a?key=hidden',
	'Http error 403: Forbidden',
	'Max retries exceeded',
])('an image that the service could not open is refused with that reason: %s', (error_msg) => {
	expect(refusal({ error_code: 5002, error_msg })).toMatchObject({
		message: 'Image: The service could not open https://example.com/photo.jpg',
		description: expect.stringMatching(/^Check that anyone can open its address/),
		serviceMessage: expect.stringContaining('(code 5002)'),
	});
});

test('an answer of the newer host, with faces under their frame, is read like other answers', () => {
	const { landmarks, landmarks_str, region, ...rest } = detectionOf([
		[110, 20, 80, 90],
		[10, 20, 80, 90],
	]);
	const frames = (frame: object) => ({
		...rest,
		faces_obj: { '0': { ...frame, face_urls: ['https://x/1.png'] } },
	});
	const usual = read({ ...rest, landmarks, landmarks_str, region });
	expect(read(frames({ landmarks, landmarks_str, region }))).toEqual(usual);
	const alone = read(frames({ landmarks_str, crop_landmarks: [[[1, 2]]] }));
	expect(alone.map(({ opts, videoOpts }) => [opts, videoOpts])).toEqual(
		usual.map(({ opts }) => [opts, opts]),
	);
	expect(refusalOf(() => read({ ...rest, faces_obj: {} })).message).toMatch(/No face was found/);
	expect(openEnvelope({ code: 1000, msg: 'OK', ...frames({ landmarks_str }) })).toMatchObject({
		ok: true,
		data: frames({ landmarks_str }),
	});
});
