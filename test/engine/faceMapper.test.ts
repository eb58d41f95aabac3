import { GOES_ON, setUp } from '../support/bench';
import { connect, node, START } from '../support/engine';
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

test('rows that failed in one of two detections do not shift the faces of others by their positions', async () => {
	const detect = (name: string) => {
		const parameters = { resource: 'face', operation: 'detect', image: `={{ $json.${name} }}` };
		return node(name, 'faceSwap', parameters, { onError: 'continueErrorOutput' });
	};
	const mapper = node('Node', 'faceMapper', { match: 'sourceAtSamePosition' }, GOES_ON);
	const nodes = [node(START, 'n8n-nodes-base.manualTrigger'), detect('old'), detect('new'), mapper];
	const edges = connect([START, 'old'], [START, 'new'], ['old', 'Node'], ['new', 'Node', 0, 1]);
	const [ada, ben, nobody] = ['portrait-ada.png', 'portrait-ben.png', 'blank.png'].map((name) =>
		bench.media(name),
	);
	const pairs = async (...input: object[]) =>
		(
			await bench.engine.run({ nodes, connections: edges }, { input: input.map((each) => ({ ...each })) })
		).json('Node');
	const [all, ofNew, ofOld] = [
		{ old: ada, new: ben },
		{ old: nobody, new: ben },
		{ old: ada, new: nobody },
	];
	expect(await pairs(all, ofNew, ofOld)).toMatchObject(
		Array(2).fill({ error: expect.stringContaining('lack different rows') }),
	);
	expect(await pairs(all, { old: nobody, new: nobody }, all)).toMatchObject(Array(2).fill({ faceCount: 1 }));
});
