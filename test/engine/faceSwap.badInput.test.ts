import { badInput, detect } from '../support/badInput';
import { faceSwap, rows, setUp, swap } from '../support/bench';

const bench = setUp();
const GOES_ON = { onError: 'continueRegularOutput' as const };
const sent = () => bench.emulator.requestsTo('specifyimage');

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

test('what a message quotes of a long value is short', async () => {
	const result = await bench.engine.run(detect({ modifyImage: 'x'.repeat(5_000) }), { input: rows(1) });
	expect(String(result.json('Node')[0]?.error).length).toBeLessThan(300);
});

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
	['to a create', 'specifyimage', 'unknown'],
	['to a detection', '/detect', 'no'],
])('a service that answers %s with a web page is told as such', async (_name, path, submitted) => {
	bench.emulator.faults.add({ kind: 'html', times: Infinity, match: { path } });
	const pictures = {
		modifyImage: bench.media('portrait-a.png'),
		sourcePicture: bench.media('portrait-b.png'),
	};
	const [item] = (await bench.engine.run(detect(pictures), { input: rows(1) })).json('Node');
	expect(item?.error).toMatch(
		/^(May be paid: the service|The face detection host) gave an answer that could not be read$/,
	);
	expect(item?.details).toMatchObject({ submitted, description: expect.any(String) });
});

test('yes and no are taken as a spreadsheet writes them', async () => {
	const input = rows(2).map((row, index) => ({ ...row, enhance: index === 0 ? 'TRUE' : ' False ' }));
	await bench.engine.run(swap({ options: { faceEnhance: '={{ $json.enhance }}' } }), { input });
	expect(
		sent()
			.map(({ body }) => (body as { face_enhance?: number }).face_enhance)
			.sort(),
	).toEqual([0, 1]);
});

test('a cell with nothing but spaces is an empty one where nothing is needed', async () => {
	const result = await bench.engine.run(
		swap({
			waitForCompletion: false,
			webhookUrl: '={{ $json.blank }}',
			options: { reference: '={{ $json.blank }}', minimumCredit: '={{ $json.blank }}' },
		}),
		{ input: rows(1).map((row) => ({ ...row, blank: '  ' })) },
	);
	expect(result.error).toBeUndefined();
	expect(result.json('Node')[0]).not.toHaveProperty('reference');
	expect(sent()[0]?.body).not.toHaveProperty('webhookUrl');
});

test.each([
	['a text', '=row {{ $json.row }}', 'row 7'],
	['a number, as of a row', '={{ $json.row }}', '7'],
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

test('an ID that the service does not know is quoted in part', async () => {
	const input = [{ id: 'y'.repeat(3_000) }];
	const result = await bench.engine.run(faceSwap('job', 'get', {}, GOES_ON), { input });
	expect(String(result.json('Node')[0]?.error).length).toBeLessThan(200);
});
