import { CODES_BY_GROUP, explainCode } from '../../nodes/shared/service';
import { startEmulator, type Emulator } from '../emulator';
import { single, startEngine, type Engine } from '../support/engine';
import { runnerOf } from '../support/runner';

let emulator: Emulator;
let engine: Engine;
beforeAll(async () => {
	emulator = await startEmulator({
		jobMs: 200,
		outcome: (_operation, _n, request) =>
			JSON.stringify(request).includes('unpaintable')
				? { status: 4, reason: 'The prompt is not allowed' }
				: undefined,
	});
	engine = await startEngine({ emulator });
});
afterEach(() => {
	emulator.faults.clear();
	emulator.shapes.upscaledUrls = true;
	emulator.shapes.buttonsField = 'buttons';
});
afterAll(async () => {
	await engine.close();
	await emulator.close();
});

/** An expression that finds nothing; n8n itself refuses a required parameter that is left empty. */
const NOTHING = '={{ $json.none }}';
const PROMPT = '/content/image/createbyprompt';
const BUTTON = '/content/image/createbybutton';
const INFO = '/content/image/infobymodelid';
const CODES = CODES_BY_GROUP.image.filter((code) => code !== 1000);

const generate = runnerOf(
	() => engine,
	'imageGeneration',
	'image.generate',
	() => ({ prompt: 'A lighthouse' }),
);
const upscale = runnerOf(
	() => engine,
	'imageGeneration',
	'image.upscale',
	() => ({}),
);
const vary = runnerOf(
	() => engine,
	'imageGeneration',
	'image.vary',
	() => ({}),
);
const get = runnerOf(
	() => engine,
	'imageGeneration',
	'image.get',
	() => ({}),
);
const bodies = (path: string) => emulator.requestsTo(path).map(({ body }) => body);

/** An image that is there, without waiting for it; gives its ID. */
async function completedImage(): Promise<string> {
	const [item] = await generate({ waitForCompletion: false });
	const id = String(item?.id);
	emulator.jobs.complete(id);
	return id;
}

describe('generating', () => {
	test('gives four images and the buttons, or why there are none, each item alone', async () => {
		const [done, failed] = await generate({ prompt: '={{ $json.prompt }}' }, [
			{ prompt: 'A lighthouse' },
			{ prompt: 'An unpaintable thing' },
		]);
		expect(done).toMatchObject({
			kind: 'image',
			status: 'completed',
			resultUrl: expect.stringContaining('/results/'),
			buttons: ['U1', 'U2', 'U3', 'U4', 'V1', 'V2', 'V3', 'V4'],
			credits: 1,
		});
		expect(done?.resultUrls).toHaveLength(4);
		expect(failed).toEqual({
			error: expect.stringContaining('The prompt is not allowed'),
			details: expect.objectContaining({ kind: 'image', status: 'failed', submitted: 'yes' }),
		});
	});

	test('saves all four, numbered like the images', async () => {
		const result = await generate.stopping({ downloadResult: true, binaryPropertyName: 'picture' });
		const [item] = result.output('Node');
		expect(Object.keys(item?.binary ?? {})).toEqual(['picture_1', 'picture_2', 'picture_3', 'picture_4']);
		expect(item?.binary?.picture_2).toMatchObject({ fileName: expect.stringMatching(/-2\.png$/) });
	});

	test('sends the prompt and the ratio, and a source only where there is one', async () => {
		await generate({ waitForCompletion: false });
		expect(bodies(PROMPT).at(-1)).toEqual({ prompt: 'A lighthouse', scale: '1:1' });
		const sourceImage = { __rl: true, mode: 'url', value: 'https://example.com/source.png' };
		await generate({ waitForCompletion: false, scale: '16:9', sourceImage });
		expect(bodies(PROMPT).at(-1)).toEqual({
			prompt: 'A lighthouse',
			scale: '16:9',
			source_image: 'https://example.com/source.png',
		});
	});

	test('takes all seven ratios', async () => {
		const scales = ['1:1', '4:3', '3:4', '16:9', '9:16', '3:2', '2:3'];
		const items = await generate(
			{ waitForCompletion: false, scale: '={{ $json.scale }}' },
			scales.map((scale) => ({ scale })),
		);
		expect(items.map(({ error }) => error)).toEqual(scales.map(() => undefined));
	});

	test.each([
		[{ prompt: NOTHING }, /^Prompt must be /],
		[{ prompt: '={{ "  " }}' }, /^Prompt must be filled in/],
		[{ scale: '={{ "5:4" }}' }, /^Aspect Ratio must be one of .*16:9.*, but "5:4" was given/],
		[{ sourceImage: 'a.png' }, /^Source Image must be a whole address/],
		[
			{ sourceImage: { __rl: true, mode: 'binary', value: 'photo' } },
			/^Source Image names the binary field "photo"/,
		],
	])('with %j is refused before it is sent', async (parameters, message) => {
		const before = bodies(PROMPT).length;
		expect((await generate.refusal(parameters)).message).toMatch(message);
		expect(bodies(PROMPT)).toHaveLength(before);
	});

	test.each(CODES)('that the service refuses with %i says what to do', async (code) => {
		emulator.faults.add({ kind: 'code', code, match: { path: PROMPT }, times: 2 });
		const [item] = await generate();
		expect(item).toEqual({
			error: explainCode(code, '', 'image').message,
			details: expect.objectContaining({ errorCode: code, submitted: 'no', description: expect.any(String) }),
		});
	});
});

describe('one image of a generation', () => {
	test('is upscaled and varied: each a record of its own, after one look at the first', async () => {
		const id = await completedImage();
		const looks = emulator.requestsTo(INFO).length;
		const sent = bodies(BUTTON).length;
		const result = await engine.run(
			{
				nodes: [
					...single('imageGeneration', {
						resource: 'image',
						operation: 'upscale',
						recordId: '={{ $json.id }}',
						imageNumber: '={{ $json.n }}',
						waitForCompletion: false,
					}).nodes,
				],
				connections: single('imageGeneration').connections,
			},
			{
				input: [
					{ id, n: 2 },
					{ id, n: 3 },
				],
			},
		);
		const ids = result.json('Node').map((item) => item.id);
		expect(new Set([id, ...ids]).size).toBe(3);
		expect(bodies(BUTTON).slice(sent)).toEqual([
			{ _id: id, button: 'U2' },
			{ _id: id, button: 'U3' },
		]);
		expect(emulator.requestsTo(INFO)).toHaveLength(looks + 1);
		await vary({ imageNumber: 4, waitForCompletion: false }, [{ id }]);
		expect(bodies(BUTTON).at(-1)).toEqual({ _id: id, button: 'V4' });
	});

	test('comes out as one 4K image, as four variations, or with the reason why not', async () => {
		const id = await completedImage();
		emulator.jobs.next({ status: 4, reason: 'Out of canvas' }, { operation: 'imageButton' });
		const [failed] = await upscale({}, [{ id }]);
		expect(failed).toMatchObject({
			error: expect.stringContaining('Out of canvas'),
			details: { status: 'failed', submitted: 'yes' },
		});
		const [single4k] = await upscale({ imageNumber: 2 }, [{ id }]);
		expect(single4k).toMatchObject({ status: 'completed', resultUrl: expect.any(String), buttons: [] });
		expect(single4k).not.toHaveProperty('resultUrls');
		expect(single4k?.id).not.toBe(id);
		const [variations] = await vary({ imageNumber: 2 }, [{ id }]);
		expect(variations).toMatchObject({ status: 'completed', buttons: expect.arrayContaining(['U1', 'V4']) });
		expect(variations?.resultUrls).toHaveLength(4);

		const [again] = await upscale({ imageNumber: 2 }, [{ id }]);
		expect(again).toMatchObject({ error: `U2 of image ${id} was made before`, details: { submitted: 'no' } });
		expect(again?.details).toMatchObject({
			description: expect.stringContaining('It still offers U3, U4, V1'),
		});
		const [further] = await vary({}, [{ id: single4k?.id }]);
		expect(further?.error).toBe(`Image ${String(single4k?.id)} offers no upscales or variations`);
	});

	test('that was paid for before a retry is waited for, although its button is used by then', async () => {
		const id = await completedImage();
		emulator.faults.add({ kind: 'code', code: 1009, match: { path: INFO, nth: 2 } });
		const failed = await upscale.stopping({ imageNumber: 3 }, [{ id }]);
		expect(failed.status).toBe('error');
		const sent = bodies(BUTTON).length;
		const retried = await engine.retry(failed);
		expect(retried.error).toBeUndefined();
		expect(retried.json('Node')).toEqual([expect.objectContaining({ status: 'completed' })]);
		expect(bodies(BUTTON)).toHaveLength(sent);
	});

	test('is not asked for while the image is not completed, failed, or is not known', async () => {
		const sent = bodies(BUTTON).length;
		const [open] = await generate({ waitForCompletion: false });
		const [early] = await upscale({}, [{ id: open?.id }]);
		expect(early).toMatchObject({
			error: expect.stringMatching(/^Image \w+ is not completed yet \((queued|processing)\), so U1/),
			details: { id: open?.id, submitted: 'no', description: expect.stringContaining('Wait for Completion') },
		});
		emulator.jobs.fail(String(open?.id), 'No paint');
		expect((await vary({}, [{ id: open?.id }]))[0]?.error).toContain(
			'could not be made, so there is nothing',
		);
		expect((await vary({}, [{ id: 'nobody' }]))[0]).toMatchObject({
			error: 'The service knows no image with the ID "nobody"',
			details: { id: 'nobody', submitted: 'no' },
		});
		expect(bodies(BUTTON)).toHaveLength(sent);
	});

	test('is found under the other name of the buttons, too', async () => {
		emulator.shapes.buttonsField = 'display_buttons';
		const [item] = await vary({ waitForCompletion: false }, [{ id: await completedImage() }]);
		expect(item).toMatchObject({ status: 'queued' });
	});

	test.each([
		[{ recordId: NOTHING }, /^ID must be /],
		[{ imageNumber: 5 }, /^Image Number must be at most 4, but 5 was given/],
		[{ imageNumber: 0 }, /^Image Number must be at least 1, but 0 was given/],
		[{ imageNumber: 1.5 }, /^Image Number must be a whole number/],
		[{ imageNumber: '={{ "second" }}' }, /^Image Number must be a number, but "second" was given/],
	])('with %j is refused before anything is asked', async (parameters, message) => {
		const before = emulator.requests.length;
		for (const run of [upscale, vary]) {
			expect((await run.refusal({ recordId: 'some', ...parameters })).message).toMatch(message);
		}
		expect(emulator.requests).toHaveLength(before);
	});

	test.each(CODES)('that the service refuses with %i says what to do', async (code) => {
		const id = await completedImage();
		for (const run of [upscale, vary]) {
			emulator.faults.add({ kind: 'code', code, match: { path: BUTTON }, times: 2 });
			const [item] = await run({}, [{ id }]);
			expect(item).toEqual({
				error: explainCode(code, '', 'image').message,
				details: expect.objectContaining({ errorCode: code, submitted: 'no' }),
			});
			emulator.faults.clear();
		}
	});
});

describe('an image that was made before', () => {
	test('is read, and saved with one file for each of its images, or one for the only one', async () => {
		const id = await completedImage();
		const all = await get.stopping({ downloadResult: true, simplify: false }, [{ id }]);
		const [item] = all.output('Node');
		expect(item?.json).toMatchObject({ id, status: 'completed', record: { prompt: 'A lighthouse' } });
		expect(Object.keys(item?.binary ?? {})).toEqual(['data_1', 'data_2', 'data_3', 'data_4']);
		emulator.shapes.upscaledUrls = false;
		const one = await get.stopping({ downloadResult: true }, [{ id }]);
		expect(Object.keys(one.output('Node')[0]?.binary ?? {})).toEqual(['data']);
	});

	test('needs an ID, and a known one', async () => {
		expect((await get.refusal({ recordId: NOTHING })).message).toMatch(/^ID must be /);
		expect((await get({}, [{ id: 'nobody' }]))[0]).toMatchObject({
			error: expect.stringMatching(/image/),
			details: { id: 'nobody' },
		});
	});

	test.each(CODES)('and is refused with %i says what to do', async (code) => {
		emulator.faults.add({ kind: 'code', code, match: { path: INFO }, times: 2 });
		const [item] = await get({}, [{ id: 'any' }]);
		expect(item?.details).toMatchObject({ errorCode: code, id: 'any', description: expect.any(String) });
	});
});
