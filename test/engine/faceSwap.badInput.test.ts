import type { WorkflowJson } from '../support/engine';
import { faceSwap, GOES_ON, rows, setUp, swap } from '../support/bench';

const bench = setUp();

const json = (value: unknown) => JSON.stringify(value);
const replace = (...entries: object[]) =>
	detect({ whichFaces: 'choose', replacements: json({ face: entries }), sourcePicture: '' });

/** A swap that detects the faces. Every parameter is an expression, as with a row of a sheet. */
const detect = (parameters: Record<string, unknown>) =>
	fromExpressions('swapImage', {
		modifyImage: 'http://127.0.0.1:9/a.png',
		sourcePicture: 'http://127.0.0.1:9/b.png',
		...parameters,
	});
const detectInVideo = (parameters: Record<string, unknown>) =>
	fromExpressions('swapVideo', {
		modifyVideo: 'http://127.0.0.1:9/a.mp4',
		targetFrame: 'http://127.0.0.1:9/a.png',
		sourcePicture: 'http://127.0.0.1:9/b.png',
		...parameters,
	});
const ageOf = (faceNumbers: unknown) =>
	faceSwap(
		'reage',
		'reageImage',
		{
			modifyImage: 'http://127.0.0.1:9/a.png',
			whichFaces: 'choose',
			faceNumbers: `={{ ${json(faceNumbers)} }}`,
		},
		GOES_ON,
	);
function fromExpressions(operation: string, parameters: Record<string, unknown>): WorkflowJson {
	const { replacements, options, ...rest } = parameters;
	const expressions = Object.fromEntries(
		Object.entries(rest).map(([name, value]) => [name, `={{ ${json(value)} }}`]),
	);
	const plain = JSON.parse(json({ options, replacements: replacements && JSON.parse(String(replacements)) }));
	return faceSwap('faceSwap', operation, { ...expressions, ...plain }, GOES_ON);
}

/** Wrong parameters and their errors. test/unit/operation has the rules for texts, numbers, and addresses. */
const badInput: Array<[string, WorkflowJson, string]> = [
	[
		'faces that the input does not have',
		swap({ targetImage: '={{ $json.targetImage }}' }, GOES_ON),
		'Faces to Replace (JSON) is empty',
	],
	['a missing image', detect({ modifyImage: '' }), 'Image to Change is empty'],
	[
		'a face number in words',
		replace({ faceNumber: 'two' }),
		'Replacements › Face 1 › Face Number must be a number, but "two" was given',
	],
	[
		'a replacement without an image',
		replace({ faceNumber: 2 }),
		'Replacements › Face 1 › New Face Image is empty',
	],
	['an empty list of replacements', replace(), 'Replacements is empty'],
	['a missing video', detectInVideo({ modifyVideo: '' }), 'Video to Change is empty'],
	['an age change without face numbers', ageOf(''), 'Face Numbers is empty'],
	[
		'an age change with a face number in words',
		ageOf('1, two'),
		'Face Numbers must be whole numbers from 1, with commas between them, but "1, two" was given',
	],
	['no job IDs', faceSwap('job', 'cancel', { jobIds: '={{ $json.jobId }}' }, GOES_ON), 'Job IDs is empty'],
];

test.each(badInput)(
	'%s is refused with the name of its field, and nothing is sent',
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

test.each([
	['a text', '=row {{ $json.row }}', 'row 7'],
	['only spaces', '={{ " " }}', undefined],
])(
	'a row that is refused before anything is sent returns its reference, if it is not empty: %s',
	async (_what, given, reference) => {
		const input = [{ picture: 'no address', row: 7 }];
		const result = await bench.engine.run(swap({ options: { reference: given } }, GOES_ON), { input });
		const [{ error, details }] = result.json('Node') as [{ error: string; details: object }];
		expect(error).toContain('Image to Change');
		expect(details).toMatchObject({ submitted: 'no', kind: 'faceSwap' });
		expect(Object(details).reference).toBe(reference);
	},
);

describe('Detect', () => {
	test("returns the service's answer, and the faces numbered from left to right", async () => {
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
		['without a face', 'blank.png', /^Image: No face was found in .*blank\.png$/],
		['that does not exist', 'gone.bin', /^Image: The service could not open http\S+gone\.bin$/],
		['that is a web page', 'page.html', /^Image: The service could not open http\S+page\.html$/],
	])('explains why an image %s has no faces', async (_name, file, error) => {
		const workflow = faceSwap('face', 'detect', { image: bench.media(file) }, GOES_ON);
		const [item] = (await bench.engine.run(workflow)).json('Node');
		expect(item?.error).toMatch(error);
		expect(item?.details).toMatchObject({ serviceMessage: expect.any(String) });
	});
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
