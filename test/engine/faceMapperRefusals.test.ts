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
		'Target shows 3 faces, and Source shows 1 face',
	],
	[
		'more than 8 faces',
		[[detection(group(1), ...tooMany)], [detection(me, ...tooMany)]],
		'Target: 9 faces are more than the 8 that can be changed at once',
	],
	[
		'a target without an address',
		[[detection(undefined, 1)], [detection(me, 7)]],
		'Target: the picture of face 1 has no address',
	],
	['no face', [[detection(group(1))], [detection(me, 7)]], `Target: No face was found in ${group(1)}`],
	[
		'an item that is no detection',
		[[{ hello: 1 }], [detection(me, 7)]],
		'Target holds no result of face detection',
	],
	[
		'a source that is no detection',
		[[detection(group(1), 1)], [{ hello: 1 }]],
		'Source holds no result of face detection',
	],
	[
		'a face number that is not there',
		[
			[detection(group(1), 1)],
			[detection(me, 7)],
			{ pairing: 'manual', pairs: { pair: [{ target: 2, source: 1 }] } },
		],
		'Target: there is no face 2',
	],
	['no pairs', [[detection(group(1), 1)], [detection(me, 7)], { pairing: 'manual' }], 'Pairs is empty'],
	[
		'a face number in words',
		[
			[detection(group(1), 1)],
			[detection(me, 7)],
			{ pairing: 'manual', pairs: { pair: [{ target: '={{ "one" }}', source: 1 }] } },
		],
		'Pairs › Pair 1 › Target Face Number must be a number, but "one" was given',
	],
	[
		'a field that is not JSON',
		[[detection(group(1), 1)], undefined, { sourceFrom: 'field', sourceDetection: '{"a":' }],
		'Source Detection (JSON) is not JSON',
	],
	[
		'a field that an expression leaves empty',
		[[detection(group(1), 1)], undefined, { sourceFrom: 'field', sourceDetection: '={{ $json.none }}' }],
		'Source Detection (JSON) is empty',
	],
])('%s is told by the name of the side or the field', async (_name, given, message) => {
	const { error } = await run(...given);
	expect(error?.message).toBe(message);
	expect(String(error?.description).length).toBeGreaterThan(15);
});
