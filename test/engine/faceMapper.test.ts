import { GOES_ON, setUp } from '../support/bench';
import { detection, group, mapper, me, opts } from '../support/mapper';

const bench = setUp();
type Given = Parameters<typeof mapper> extends [unknown, ...infer Rest] ? Rest : never;
const run = async (...given: Given) => await bench.engine.run(mapper(bench, ...given));

test('two detections become the exact two lists of a swap, from left to right', async () => {
	const result = await run([detection(group(1), 200, 100)], [detection(me, 7, 300)]);
	expect(result.output('Node')).toEqual([
		{
			json: {
				targetImage: [100, 200].map((x) => ({ path: group(1), opts: opts(x) })),
				sourceImage: [7, 300].map((x) => ({ path: me, opts: opts(x) })),
				faceCount: 2,
				mediaType: 'image',
				modifyImage: group(1),
			},
			pairedItem: [{ item: 0, input: 0 }],
		},
	]);
	expect(bench.emulator.requests).toEqual([]);
	expect(result.runs('Node')[0]?.hints ?? []).toEqual([]);
});

test('without input on New Face only the faces of Image to Change are returned, for an age change', async () => {
	const result = await run([detection(group(1), 200, 100)], undefined);
	const [json] = result.json('Node');
	expect(json).toMatchObject({ faceCount: 2, modifyImage: group(1) });
	expect(json).not.toHaveProperty('sourceImage');
	expect(JSON.stringify(result.runs('Node')[0]?.hints)).toContain('Nothing came in on New Face');
	const replacements = { face: [2, 2].map((faceNumber) => ({ faceNumber })) };
	const one = await run([detection(group(1), 200, 100)], undefined, { whichFaces: 'choose', replacements });
	expect(one.json('Node')).toMatchObject([{ targetImage: [{ opts: opts(200) }] }]);
});

test('each target gets all sources, or only the source at the same position', async () => {
	const targets = [1, 2].map((n) => detection(group(n), 100));
	const sources = ['a', 'b'].map((name, n) => detection(`https://example.com/${name}.png`, n + 1));
	const all = await run(targets, sources.slice(0, 1));
	expect(all.output('Node').map(({ pairedItem }) => pairedItem)).toEqual(
		[0, 1].map((item) => [{ item, input: 0 }]),
	);
	const same = (await run(targets, sources, { match: 'sourceAtSamePosition' })).json('Node');
	expect(same.map(({ sourceImage }) => sourceImage)).toMatchObject([
		[{ path: 'https://example.com/a.png' }],
		[{ path: 'https://example.com/b.png' }],
	]);
});

test('images and new faces that differ in number are not paired by position, because later images could get a wrong face', async () => {
	for (const [images, shown] of [
		[1, '1 item'],
		[2, '2 items'],
	] as const) {
		const targets = Array.from({ length: images }, (_, n) => detection(group(n), 100));
		const sources = [0, 1, 2].map((n) => detection(`https://example.com/${n}.png`, n));
		const parameters = { match: 'sourceAtSamePosition' };
		const result = await run(targets, sources, parameters, { onError: 'continueErrorOutput' });
		expect(result.json('Node')).toEqual([]);
		const error = `Image to Change has ${shown}, and New Face has 3`;
		const details = { description: expect.stringContaining('New Faces From') };
		expect(result.json('Node', 1)).toMatchObject(Array(images).fill({ error, details }));
	}
});

test('several images together return no image to change, because a swap would put all faces into the first image', async () => {
	const match = 'allTargetsTogether';
	const two = [1, 2].map((n) => detection(group(n), 100));
	const [several] = (await run(two, [detection(me, 7, 8)], { match })).json('Node');
	expect(several).toMatchObject({ faceCount: 2, targetImage: [{ path: group(1) }, { path: group(2) }] });
	expect(several).not.toHaveProperty('modifyImage');
	const same = [100, 200].map((x) => detection(group(1), x));
	const [one] = (await run(same, [detection(me, 7, 8)], { match })).json('Node');
	expect(one).toMatchObject({ modifyImage: group(1) });
});

test('New Faces From JSON takes the faces of any detection, and asks for it where it is empty', async () => {
	const byField = async (sourceDetection?: string) =>
		(await run([detection(group(1), 10)], undefined, { sourceFrom: 'field', sourceDetection }, GOES_ON)).json(
			'Node',
		);
	const [mapped] = await byField(JSON.stringify(detection(me, 7)));
	expect(mapped).toMatchObject({ sourceImage: [{ path: me, opts: opts(7) }] });
	const [empty] = await byField();
	expect(empty).toMatchObject({ error: 'New Face Detection (JSON) is empty' });
	const [several] = await byField(JSON.stringify(detection(me, 7, 8)));
	expect(several).toMatchObject({ error: expect.stringMatching(/and New Face Detection \(JSON\) shows 2/) });
});

test.each([
	[{ order: '={{ "x" }}' }, / must be one of /],
	[{ order: "={{ $('Nobody').item.json.how }}" }, /Face Order has an expression/],
])(
	'a wrong setting for all pictures stops the node, or fails each picture: %j',
	async (parameters, message) => {
		const targets = [detection(group(1), 10), detection(group(2), 10)];
		const result = await run(targets, [detection(me, 5)], parameters, GOES_ON);
		const failed = { error: expect.stringMatching(message), details: expect.anything() };
		expect(result.json('Node')).toEqual([failed, failed]);
		const { error } = await run(targets, [detection(me, 5)], parameters);
		expect(error?.message).toMatch(message);
		expect(error?.description).toMatch(/^It happened in rows 1 and 2\./);
	},
);
