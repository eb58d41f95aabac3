import { faceSwap, GOES_ON, setUp } from '../support/bench';

const bench = setUp();

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
