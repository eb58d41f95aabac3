import { CODES_BY_GROUP } from '../support/codes';
import { explainCode } from '../../nodes/shared/service/codes';
import { runnerOf } from '../support/runner';
import { NOTHING, setUp } from '../support/bench';

const bench = setUp({ jobMs: 200 });
const PROMPT = '/content/image/createbyprompt';
const INFO = '/content/image/infobymodelid';
const CODES = CODES_BY_GROUP.image.filter((code) => code !== 1000);

const generate = runnerOf(() => bench.engine, 'imageGeneration', 'image.generate', {
	prompt: 'A lighthouse',
});
const get = runnerOf(() => bench.engine, 'imageGeneration', 'image.get');
const bodies = (path: string) => bench.emulator.requestsTo(path).map(({ body }) => body);

/** An image that is there, without waiting for it; gives its ID. */
async function completedImage(): Promise<string> {
	const [item] = await generate({ waitForCompletion: false });
	const id = String(item?.id);
	bench.emulator.jobs.complete(id);
	return id;
}

describe('generating', () => {
	test('gives four images and the buttons, or why there are none, each item alone', async () => {
		const [done, failed] = await generate({ prompt: '={{ $json.prompt }}' }, [
			{ prompt: 'A lighthouse' },
			{ prompt: 'A doomed thing' },
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
			error: expect.stringContaining('The stage collapsed'),
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
		[{ prompt: NOTHING }, /^Prompt is empty/],
		[{ prompt: '={{ "  " }}' }, /^Prompt is empty/],
		[{ scale: '={{ "5:4" }}' }, /^Aspect Ratio must be one of .*16:9.*, but "5:4" was given/],
		[{ sourceImage: 'a.png' }, /^Source Image must be one whole address/],
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
		bench.emulator.faults.add({ kind: 'code', code, match: { path: PROMPT }, times: 4 });
		const [item] = await generate();
		expect(item).toEqual({
			error: explainCode(code, '', 'image').message,
			details: expect.objectContaining({ errorCode: code, submitted: 'no', description: expect.any(String) }),
		});
	});
});

describe('an image that was made before', () => {
	test('is read, and saved with one file for each of its images, or one for the only one', async () => {
		const id = await completedImage();
		const all = await get.stopping({ downloadResult: true, simplify: false }, [{ id }]);
		const [item] = all.output('Node');
		expect(item?.json).toMatchObject({ id, status: 'completed', record: { prompt: 'A lighthouse' } });
		expect(Object.keys(item?.binary ?? {})).toEqual(['data_1', 'data_2', 'data_3', 'data_4']);
		bench.emulator.shapes.upscaledUrls = false;
		const one = await get.stopping({ downloadResult: true }, [{ id }]);
		expect(Object.keys(one.output('Node')[0]?.binary ?? {})).toEqual(['data']);
	});

	test('needs an ID, and a known one', async () => {
		expect((await get.refusal({ recordId: NOTHING })).message).toMatch(/^ID is empty/);
		expect((await get({}, [{ id: 'nobody' }]))[0]).toMatchObject({
			error: expect.stringContaining('does not know this ID'),
			details: { id: 'nobody' },
		});
	});

	test.each(CODES)('and is refused with %i says what to do', async (code) => {
		bench.emulator.faults.add({ kind: 'code', code, match: { path: INFO }, times: 4 });
		const [item] = await get({}, [{ id: 'any' }]);
		expect(item?.details).toMatchObject({ errorCode: code, id: 'any', description: expect.any(String) });
	});
});
