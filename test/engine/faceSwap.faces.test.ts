import { FACES, faceSwap, GOES_ON, rows, setUp, swap } from '../support/bench';

const bench = setUp();
interface Found {
	opts: string;
	videoOpts: string;
}
/** The people in a picture as Detect returns them, from left to right. The emulator forgets its requests. */
async function facesOf(name: string): Promise<Found[]> {
	const result = await bench.engine.run(faceSwap('face', 'detect', { image: bench.media(name) }));
	bench.emulator.requests.length = 0;
	return result.json('Node')[0]?.faces as Found[];
}
const bodies = (path = 'specifyimage') => bench.bodies(path);
const imageSwap = (parameters = {}) =>
	faceSwap('faceSwap', 'swapImage', {
		modifyImage: bench.media('people-1.png'),
		sourcePicture: bench.media('portrait-ada.png'),
		// The tests check the faces, not the file.
		downloadResult: false,
		...parameters,
	});

test('a row with a bad image fails at its place, and the others are detected', async () => {
	const input = ['no address', bench.media('people-1.png')].map((image) => ({ image }));
	const detect = faceSwap('face', 'detect', { image: '={{ $json.image }}' }, GOES_ON);
	const [bad, good] = (await bench.engine.run(detect, { input })).json('Node');
	expect(bad).toMatchObject({ error: expect.stringContaining('Image'), details: { next: 'changeField' } });
	expect(good).toMatchObject({ faceCount: 1 });
	bench.emulator.requests.length = 0;
});

test('one node detects, numbers, pairs, and swaps the faces of two pictures', async () => {
	const [[target], [source]] = [await facesOf('people-1.png'), await facesOf('portrait-ada.png')];
	const result = await bench.engine.run(imageSwap({ options: { faceEnhance: true } }));
	expect(result.json('Node')).toMatchObject([{ kind: 'faceSwap', status: 'completed' }]);
	expect(bodies()).toEqual([
		{
			targetImage: [{ path: bench.media('people-1.png'), opts: target?.opts }],
			sourceImage: [{ path: bench.media('portrait-ada.png'), opts: source?.opts }],
			face_enhance: 1,
			modifyImage: bench.media('people-1.png'),
		},
	]);
	expect(bench.bodies('/detect')).toEqual([
		{ single_face: false, image_url: bench.media('people-1.png') },
		{ single_face: false, image_url: bench.media('portrait-ada.png') },
	]);
});

test('Replacements give chosen faces their own pictures, and leave the other faces unchanged', async () => {
	const targets = await facesOf('people-3.png');
	const replacements = {
		face: [
			{ faceNumber: 3, sourcePicture: { __rl: true, mode: 'url', value: bench.media('portrait-bo.png') } },
			{ faceNumber: '1', sourcePicture: { __rl: true, mode: 'url', value: '' } },
		],
	};
	const parameters = { modifyImage: bench.media('people-3.png'), whichFaces: 'choose', replacements };
	await bench.engine.run(imageSwap(parameters));
	const [body] = bodies();
	expect(body?.targetImage).toMatchObject([{ opts: targets[2]?.opts }, { opts: targets[0]?.opts }]);
	expect(body?.sourceImage).toMatchObject([
		{ path: bench.media('portrait-bo.png') },
		{ path: bench.media('portrait-ada.png') },
	]);
	const checked = await bench.engine.run(imageSwap({ ...parameters, options: { dryRun: true } }));
	expect(checked.json('Node')[0]?.request).toMatchObject({ ...body });
	expect(bodies()).toHaveLength(1);
});

test('the faces of a video are detected in a still, and sent in the format for videos', async () => {
	const points = { landmarks: [[...'1234'].map((x) => [x, 9])], landmarks_str: ['1,2:3,4:5,6:7,8'] };
	const body = JSON.stringify({ error_code: 0, ...points, region: [[0, 0, 9, 9]] });
	bench.emulator.faults.add({ kind: 'badJson', body, match: { path: '/detect' }, times: 2 });
	const [targetFrame = '', sourcePicture = ''] = ['people-1.png', 'portrait-ada.png'].map(bench.media, bench);
	const parameters = { modifyVideo: bench.media('holiday.mp4'), targetFrame, sourcePicture };
	const result = await bench.engine.run(faceSwap('faceSwap', 'swapVideo', parameters));
	expect(result.json('Node')).toMatchObject([{ status: 'completed' }]);
	const face = (path: string) => ({ path, opts: '1,9:2,9:3,9:4,9' });
	expect(bodies('specifyvideo')).toMatchObject([
		{ targetImage: [face(targetFrame)], sourceImage: [face(sourcePicture)], face_enhance: 0 },
	]);
});

test('only faces that Face Mapper prepared for the same medium are swapped, and before anything is paid', async () => {
	const mapped = {
		...FACES,
		modifyImage: bench.media('people-1.png'),
		modifyVideo: bench.media('holiday.mp4'),
	};
	for (const [operation, mediaType, other] of [
		['swapImage', 'Video', 'Image'],
		['swapVideo', 'Image', 'Video'],
	] as const) {
		const node = faceSwap('faceSwap', operation, {
			modifyVideo: '={{ $json.modifyVideo }}',
			whichFaces: 'provided',
		});
		const input = [{ ...mapped, mediaType: mediaType.toLowerCase() }];
		const { error } = await bench.engine.run(node, { input });
		const [made, used] = [mediaType, other].map((word) => `${word.toLowerCase()}s`);
		expect(error?.message).toMatch(`(JSON): the faces were prepared for ${made}, and are used for ${used}`);
		expect(error?.description).toMatch(`Set Media Type of Face Mapper to ${other}.`);
	}
	expect(bodies()).toEqual([]);
	const input = rows(1).map((row) => ({ ...row, mediaType: 'video' }));
	expect((await bench.engine.run(swap(), { input })).json('Node')).toMatchObject([{ status: 'completed' }]);
});

test('an age change applies to the given face numbers', async () => {
	const faces = await facesOf('people-3.png');
	const parameters = {
		modifyImage: bench.media('people-3.png'),
		whichFaces: 'choose',
		faceNumbers: '3, 1,3',
	};
	await bench.engine.run(faceSwap('reage', 'reageImage', parameters));
	const chosen = [{ opts: faces[2]?.opts }, { opts: faces[0]?.opts }];
	expect(bodies('imgreage')[0]?.targetImage).toMatchObject(chosen);
});

test("Detect returns the service's answer, and the faces numbered from left to right", async () => {
	const result = await bench.engine.run(faceSwap('face', 'detect', { image: bench.media('people-3.png') }));
	const [json] = result.json('Node');
	expect(json).toMatchObject({ error_code: 0, imageUrl: bench.media('people-3.png'), faceCount: 3 });
	const [n, points] = [expect.any(Number), expect.stringMatching(/^(\d+,\d+:){3}\d+,\d+$/)];
	expect(json?.faces).toEqual(
		[1, 2, 3].map((number) => ({
			...{ number, opts: points, videoOpts: points },
			region: { x: n, y: n, width: n, height: n },
		})),
	);
});

test.each([
	'{"error_msg":"list index out of range"}',
	'{"error_code":null,"error_msg":"list index out of range"}',
	'{"error_code":0,"error_msg":"list index out of range"}',
])('an answer with only the text of a crash means no face: %s', async (body) => {
	bench.emulator.faults.add({ kind: 'badJson', body, match: { path: '/detect' }, times: Infinity });
	const workflow = faceSwap('face', 'detect', { image: bench.media('people-1.png') }, GOES_ON);
	const [item] = (await bench.engine.run(workflow)).json('Node');
	bench.emulator.faults.clear();
	expect(item?.error).toMatch(/^Image: No face was found in .*people-1\.png/);
	expect(item?.details).toMatchObject({ serviceMessage: 'list index out of range' });
	expect(JSON.stringify(item).split('list index')).toHaveLength(2);
	expect(bench.emulator.requestsTo('/detect')).toHaveLength(1);
});
