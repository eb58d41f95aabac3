import { faceSwap, setUp } from '../support/bench';

const bench = setUp();
const GOES_ON = { onError: 'continueRegularOutput' as const };

describe('Detect', () => {
	test("gives the service's answer, and the faces numbered from left to right", async () => {
		const result = await bench.engine.run(faceSwap('face', 'detect', { image: bench.media('people-3.png') }));
		const [json] = result.json('Node');
		expect(json).toMatchObject({ error_code: 0, imageUrl: bench.media('people-3.png'), faceCount: 3 });
		const faces = json?.faces as Array<{ number: number; region: { x: number } }>;
		expect(faces.map(({ number }) => number)).toEqual([1, 2, 3]);
		expect(faces.map(({ region }) => region.x)).toEqual(
			faces.map(({ region }) => region.x).sort((a, b) => a - b),
		);
		expect(faces[0]).toEqual({
			number: 1,
			opts: expect.stringMatching(/^(\d+,\d+:){3}\d+,\d+$/),
			videoOpts: expect.stringMatching(/^(\d+,\d+:){3}\d+,\d+$/),
			region: {
				x: expect.any(Number),
				y: expect.any(Number),
				width: expect.any(Number),
				height: expect.any(Number),
			},
		});
	});

	test('gives the largest face alone when asked to', async () => {
		const parameters = { image: bench.media('people-3.png'), singleFace: true };
		expect((await bench.engine.run(faceSwap('face', 'detect', parameters))).json('Node')).toMatchObject([
			{ faceCount: 1 },
		]);
	});

	const unopened = (why: string) => ({ error: /^Image: The image could not be opened: http\S+$/, why });
	test.each([
		['without a face', 'blank.png', { error: /^Image: No face was found in .*blank\.png$/, why: 'Use one' }],
		['that is not there', 'gone.bin', unopened('HTTP 404')],
		['that is a web page', 'page.html', unopened('a web page')],
		['that is a video', 'short.mp4', unopened('video/mp4')],
	])('says in plain words why an image %s has no faces', async (_name, file, { error, why }) => {
		for (const detectionCrash of ['apart', 'alike'] as const) {
			bench.emulator.shapes.detectionCrash = detectionCrash;
			const workflow = faceSwap('face', 'detect', { image: bench.media(file) }, GOES_ON);
			const [item] = (await bench.engine.run(workflow)).json('Node');
			expect(item?.error).toMatch(error);
			expect(item?.error).toContain(file);
			expect(String(item?.error)).not.toMatch(/NoneType|BytesIO|HTTPConnectionPool/);
			if (detectionCrash === 'apart') continue;
			expect(item?.details).toMatchObject({ description: expect.stringContaining(why) });
		}
	});

	test.each(['apart', 'alike'] as const)(
		'says that nobody reaches an address, whether the service tells it %s',
		async (detectionCrash) => {
			bench.emulator.shapes.detectionCrash = detectionCrash;
			const before = bench.created.length;
			const pictures = {
				modifyImage: 'http://127.0.0.1:9/a.png?key=secret',
				sourcePicture: bench.media('people-1.png'),
			};
			const workflow = faceSwap('faceSwap', 'swapImage', pictures, GOES_ON);
			const [item] = (await bench.engine.run(workflow)).json('Node');
			const where = 'http://127.0.0.1:9/a.png';
			expect(item?.error).toBe(`Image to Change: The image could not be opened: ${where}`);
			expect(JSON.stringify(item)).not.toContain('secret');
			expect(bench.created).toHaveLength(before);
		},
	);

	test('fails one bad image among many alone', async () => {
		const input = ['people-1.png', 'blank.png', 'people-3.png'].map((name) => ({ image: bench.media(name) }));
		const workflow = faceSwap('face', 'detect', { image: '={{ $json.image }}' }, GOES_ON);
		const items = (await bench.engine.run(workflow, { input })).json('Node');
		expect(items.map(({ faceCount }) => faceCount)).toEqual([1, undefined, 3]);
	});
});

test.each([
	'{"error_msg":"list index out of range"}',
	'{"error_code":null,"error_msg":"list index out of range"}',
	'{"error_code":0,"error_msg":"list index out of range"}',
])('an answer that is only the text of a crash means that there is no face: %s', async (body) => {
	bench.emulator.faults.add({ kind: 'badJson', body, match: { path: '/detect' }, times: Infinity });
	const before = bench.emulator.requestsTo('/detect').length;
	const workflow = faceSwap('face', 'detect', { image: bench.media('people-1.png') }, GOES_ON);
	const [item] = (await bench.engine.run(workflow)).json('Node');
	bench.emulator.faults.clear();
	expect(item?.error).toMatch(/^Image: No face was found in .*people-1\.png/);
	expect(item?.details).toMatchObject({ serviceMessage: 'list index out of range' });
	expect(JSON.stringify(item).split('list index')).toHaveLength(2);
	expect(bench.emulator.requestsTo('/detect')).toHaveLength(before + 1);
});

test('the answer of the newer host, with its faces under their frame, is read as any other', async () => {
	const opts = '262,175:363,175:313,215:313,251';
	const frame = {
		landmarks_str: [opts],
		crop_landmarks: [[[1, 2]]],
		face_urls: ['https://example.com/1.png'],
	};
	const body = JSON.stringify({ code: 1000, msg: 'OK', faces_obj: { '0': frame } });
	bench.emulator.faults.add({ kind: 'badJson', body, match: { path: '/detect' } });
	const image = bench.media('people-1.png');
	const [item] = (await bench.engine.run(faceSwap('face', 'detect', { image }))).json('Node');
	expect(item).toMatchObject({
		faceCount: 1,
		imageUrl: image,
		faces: [{ number: 1, opts, videoOpts: opts }],
	});
});
