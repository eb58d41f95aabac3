import { badInput, detect } from '../support/badInput';
import { faceSwap, GOES_ON, rows, setUp, swap } from '../support/bench';

const bench = setUp();

test.each(badInput)(
	'%s is refused by the name of its field, and nothing is sent',
	async (_name, workflow, message) => {
		const result = await bench.engine.run(workflow, { input: rows(1) });
		const [item] = result.json('Node');
		expect(item?.error).toBe(message);
		expect(bench.emulator.requests).toEqual([]);
		const { description, submitted } = item?.details as { description: string; submitted?: string };
		expect(description.length).toBeGreaterThan(10);
		expect(description).not.toContain(message);
		expect(submitted ?? 'no').toBe('no');
	},
);

test('several wrong parameters are all named, the first as the message', async () => {
	const workflow = detect({ modifyImage: 'a.png', options: { order: 'rtl', timeout: 'soon' } });
	const [item] = (await bench.engine.run(workflow, { input: rows(1) })).json('Node');
	expect(item?.error).toMatch(/^Image to Change/);
	expect((item?.details as { description: string }).description).toMatch(
		/Face Order must be .*Give the whole address/,
	);
});

test('a required field that is left empty in the editor stops the run before anything is sent', async () => {
	const run = async () =>
		await bench.engine.run(faceSwap('faceSwap', 'swapImage', { sourcePicture: 'http://127.0.0.1:9/b.png' }));
	await expect(run()).rejects.toThrow(/"Image to Change" is required|The workflow has issues/);
	expect(bench.emulator.requests).toEqual([]);
});

test.each([
	['a text', '=row {{ $json.row }}', 'row 7'],
	['nothing but spaces', '={{ " " }}', undefined],
])(
	'a row that was refused before anything was sent says by its reference which one it is: %s',
	async (_what, given, reference) => {
		const input = [{ picture: 'no address', row: 7 }];
		const result = await bench.engine.run(swap({ options: { reference: given } }, GOES_ON), { input });
		const [{ error, details }] = result.json('Node') as [{ error: string; details: object }];
		expect(error).toContain('Image to Change');
		expect(details).toMatchObject({ submitted: 'no', kind: 'faceSwap' });
		expect(Object(details).reference).toBe(reference);
	},
);

test('a text of any length in the place of an ID harms no other: the service refuses its address alone', async () => {
	const made = await bench.engine.run(swap(), { input: rows(2) });
	const [first, second] = made.json('Node').map(({ id }) => id);
	const input = [{ id: first }, { id: 'x'.repeat(20_000) }, { id: second }];
	const result = await bench.engine.run(faceSwap('job', 'get', {}, GOES_ON), { input });
	expect(result.json('Node')).toMatchObject([
		{ id: first, status: 'completed' },
		{ error: expect.stringContaining('HTTP 431') },
		{ id: second, status: 'completed' },
	]);
});

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
