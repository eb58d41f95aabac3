import { faceSwap, GOES_ON, setUp } from '../support/bench';

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
