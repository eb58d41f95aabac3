import { setUp } from '../support/bench';
import { detection, group, mapper, me } from '../support/mapper';

const bench = setUp();
type Given = Parameters<typeof mapper> extends [unknown, ...infer Rest] ? Rest : never;
const run = async (...given: Given) => await bench.engine.run(mapper(bench, ...given));

const tooMany = Array.from({ length: 9 }, (_, n) => 10 * n);
test.each<[string, Given, string]>([
	[
		'fewer new faces than faces',
		[[detection(group(1), 1, 2, 3)], [detection(me, 7)]],
		'Picture to Change shows 3 faces, and New Face shows 1 face',
	],
	[
		'more than 8 faces',
		[[detection(group(1), ...tooMany)], [detection(me, ...tooMany)]],
		'Picture to Change: 9 faces are more than the 8 that can be changed at once',
	],
	[
		'a target without an address',
		[[detection(undefined, 1)], [detection(me, 7)]],
		'Picture to Change: the picture of face 1 has no address',
	],
	[
		'no face',
		[[detection(group(1))], [detection(me, 7)]],
		`Picture to Change: No face was found in ${group(1)}`,
	],
	[
		'no face in the JSON',
		[
			[detection(group(1), 1)],
			undefined,
			{ sourceFrom: 'field', sourceDetection: JSON.stringify(detection(me)) },
		],
		`New Face Detection (JSON): No face was found in ${me}`,
	],
	[
		'an item that is no detection',
		[[{ hello: 1 }], [detection(me, 7)]],
		'Picture to Change holds no result of face detection',
	],
	[
		'a source that is no detection',
		[[detection(group(1), 1)], [{ hello: 1 }]],
		'New Face holds no result of face detection',
	],
	[
		'a face number that is not there',
		[
			[detection(group(1), 1)],
			[detection(me, 7)],
			{ pairing: 'manual', pairs: { pair: [{ target: 2, source: 1 }] } },
		],
		'Picture to Change: there is no face 2',
	],
	[
		'a new face for a video that is not alone in its picture',
		[[detection(group(1), 1)], [detection(me, 7, 90)], { mediaType: 'video', onMismatch: 'truncate' }],
		'New Face shows 2 faces, and a new face for a video must be alone in its picture',
	],
	['no pairs', [[detection(group(1), 1)], [detection(me, 7)], { pairing: 'manual' }], 'Pairs is empty'],
	[
		'a face number in words',
		[
			[detection(group(1), 1)],
			[detection(me, 7)],
			{ pairing: 'manual', pairs: { pair: [{ target: '={{ "one" }}', source: 1 }] } },
		],
		'Pairs › Pair 1 › Face Number must be a number, but "one" was given',
	],
	[
		'a field that is not JSON',
		[[detection(group(1), 1)], undefined, { sourceFrom: 'field', sourceDetection: '{"a":' }],
		'New Face Detection (JSON) is not JSON',
	],
	[
		'a field that an expression leaves empty',
		[[detection(group(1), 1)], undefined, { sourceFrom: 'field', sourceDetection: '={{ $json.none }}' }],
		'New Face Detection (JSON) is empty',
	],
])('%s is told by the name of the side or the field', async (_name, given, message) => {
	const { error } = await run(...given);
	expect(error?.message).toBe(message);
	expect(String(error?.description).length).toBeGreaterThan(15);
});

test('all items that can not be paired are named, not the first alone', async () => {
	const targets = [detection(group(1), 1), { hello: 1 }, detection(group(3)), detection(group(4), 1, 2)];
	const { error } = await run(targets, [detection(me, 7)]);
	expect(error?.message).toBe('Picture to Change holds no result of face detection');
	expect(error?.context.itemIndex).toBe(1);
	expect(error?.description).toMatch(
		/Item 2: Picture to Change: No face was found in .*group-3\.png\. Item 3: Picture to Change shows 2 faces/,
	);
	const many = await run(Array(30).fill({ hello: 1 }) as object[], [detection(me, 7)]);
	expect(many.error?.description).toMatch(/Items 0, 1, .*, 9 and 20 more: /);
	const justAll = await run(Array(10).fill({ hello: 1 }) as object[], [detection(me, 7)]);
	expect(justAll.error?.description).toMatch(/Items 0, 1, .*, 8 and 9: /);
});

test.each([
	[{ match: '={{ "x" }}' }, / must be one of /],
	[{ sourceFrom: '={{ "x" }}' }, / must be one of /],
	[{ match: "={{ $('Nobody').item.json.how }}" }, /^Which Items Go Together has an expression/],
])(
	'where the setting of all is wrong, stops or goes on with a failed item for each picture: %j',
	async (parameters, message) => {
		const targets = [detection(group(1), 10), detection(group(2), 10)];
		const result = await run(targets, [detection(me, 5)], parameters, { onError: 'continueRegularOutput' });
		const failed = { error: expect.stringMatching(message), details: expect.anything() };
		expect(result.json('Node')).toEqual([failed, failed]);
		const { error } = await run(targets, [detection(me, 5)], parameters);
		expect(error?.message).toMatch(message);
		expect(error?.description).toMatch(/Items 0 and 1: /);
	},
);
