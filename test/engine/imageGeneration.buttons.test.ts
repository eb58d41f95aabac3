import { CODES_BY_GROUP } from '../support/codes';
import { explainCode } from '../../nodes/shared/service/codes';
import { single } from '../support/engine';
import { runnerOf } from '../support/runner';
import { NOTHING, setUp } from '../support/bench';

const bench = setUp({ jobMs: 200 });
const BUTTON = '/content/image/createbybutton';
const INFO = '/content/image/infobymodelid';
const CODES = CODES_BY_GROUP.image.filter((code) => code !== 1000);

const generate = runnerOf(() => bench.engine, 'imageGeneration', 'image.generate', {
	prompt: 'A lighthouse',
});
const upscale = runnerOf(() => bench.engine, 'imageGeneration', 'image.upscale');
const vary = runnerOf(() => bench.engine, 'imageGeneration', 'image.vary');
const bodies = (path: string) => bench.emulator.requestsTo(path).map(({ body }) => body);

/** An image that is there, without waiting for it; gives its ID. */
async function completedImage(): Promise<string> {
	const [item] = await generate({ waitForCompletion: false });
	const id = String(item?.id);
	bench.emulator.jobs.complete(id);
	return id;
}

describe('one image of a generation', () => {
	test('is upscaled and varied: each a record of its own, after one look at the first', async () => {
		const id = await completedImage();
		const looks = bench.emulator.requestsTo(INFO).length;
		const sent = bodies(BUTTON).length;
		const items = await upscale({ imageNumber: '={{ $json.n }}', waitForCompletion: false }, [
			{ id, n: 2 },
			{ id, n: 3 },
		]);
		const ids = items.map((item) => item.id);
		expect(new Set([id, ...ids]).size).toBe(3);
		expect(bodies(BUTTON).slice(sent)).toEqual(
			expect.arrayContaining([
				{ _id: id, button: 'U2' },
				{ _id: id, button: 'U3' },
			]),
		);
		expect(bench.emulator.requestsTo(INFO)).toHaveLength(looks + 1);
		await vary({ imageNumber: 4, waitForCompletion: false }, [{ id }]);
		expect(bodies(BUTTON).at(-1)).toEqual({ _id: id, button: 'V4' });
	});

	test('comes out as one 4K image, as four variations, or with the reason why not', async () => {
		const id = await completedImage();
		bench.emulator.jobs.next({ status: 4, reason: 'Out of canvas' }, { operation: 'imageButton' });
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

		bench.emulator.shapes.usedButtonsStay = false;
		const [again] = await upscale({ imageNumber: 2 }, [{ id }]);
		bench.emulator.shapes.usedButtonsStay = true;
		expect(again).toMatchObject({
			error: `Image ${id} does not offer Upscale, Second`,
			details: { id, submitted: 'no' },
		});
		expect(again?.details).toMatchObject({
			description: expect.stringMatching(
				/^Choose what it offers: Upscale, Third; Upscale, Fourth; Vary, First;/,
			),
		});
		const [further] = await vary({}, [{ id: single4k?.id }]);
		expect(further).toMatchObject({
			error: `Image ${String(single4k?.id)} does not offer Vary, First`,
			details: { description: expect.stringContaining('an upscaled image is final') },
		});
	});

	test('that failed is made again, by Retry on Fail and by hand, as long as the image offers it', async () => {
		const id = await completedImage();
		bench.emulator.jobs.next({ status: 4 }, { times: 1, operation: 'imageButton' });
		const retried = await bench.engine.run(
			single(
				'imageGeneration',
				{ resource: 'image', operation: 'vary', recordId: id, downloadResult: false },
				{ retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
			),
		);
		expect(retried.error).toBeUndefined();
		expect(retried.json('Node')).toEqual([expect.objectContaining({ status: 'completed' })]);
		expect(await vary({}, [{ id }])).toEqual([expect.objectContaining({ status: 'completed' })]);
	});

	test('that was paid for before a retry is waited for, although its button is used by then', async () => {
		const id = await completedImage();
		bench.emulator.faults.add({ kind: 'code', code: 1009, match: { path: INFO, nth: 2 } });
		const failed = await upscale.stopping({ imageNumber: 3 }, [{ id }]);
		expect(failed.status).toBe('error');
		const sent = bodies(BUTTON).length;
		const retried = await bench.engine.retry(failed);
		expect(retried.error).toBeUndefined();
		expect(retried.json('Node')).toEqual([expect.objectContaining({ status: 'completed' })]);
		expect(bodies(BUTTON)).toHaveLength(sent);
	});

	test('is not asked for while the image is not completed, failed, or is not known', async () => {
		const sent = bodies(BUTTON).length;
		const [open] = await generate({ waitForCompletion: false });
		bench.emulator.jobs.setStatus(String(open?.id), 2);
		const [early] = await upscale({}, [{ id: open?.id }]);
		expect(early).toMatchObject({
			error: expect.stringMatching(
				/^Image \w+ is not completed yet \(processing\), so Upscale, First is not possible/,
			),
			details: { id: open?.id, submitted: 'no', description: expect.stringContaining('Wait for Completion') },
		});
		bench.emulator.jobs.fail(String(open?.id), 'No paint');
		expect((await vary({}, [{ id: open?.id }]))[0]?.error).toContain('failed, so there is nothing');
		expect((await vary({}, [{ id: 'nobody' }]))[0]).toMatchObject({
			error: 'The service knows no image with the ID "nobody"',
			details: { id: 'nobody', submitted: 'no' },
		});
		expect(bodies(BUTTON)).toHaveLength(sent);
	});

	test('is found under the other name of the buttons, too', async () => {
		bench.emulator.shapes.buttonsField = 'display_buttons';
		const [item] = await vary({ waitForCompletion: false }, [{ id: await completedImage() }]);
		expect(item).toMatchObject({ id: expect.any(String) });
	});

	test.each([
		[{ recordId: NOTHING }, /^ID is empty/],
		[{ imageNumber: '={{ 5 }}' }, /^Image Number must be at most 4, but 5 was given/],
		[{ imageNumber: '={{ 0 }}' }, /^Image Number must be at least 1, but 0 was given/],
		[{ imageNumber: '={{ 1.5 }}' }, /^Image Number must be a whole number/],
		[{ imageNumber: '={{ "second" }}' }, /^Image Number must be a number, but "second" was given/],
	])('with %j is refused before anything is asked', async (parameters, message) => {
		const before = bench.emulator.requests.length;
		for (const run of [upscale, vary]) {
			expect((await run.refusal({ recordId: 'some', ...parameters })).message).toMatch(message);
		}
		expect(bench.emulator.requests).toHaveLength(before);
	});

	test.each(CODES)('that the service refuses with %i says what to do', async (code) => {
		const id = await completedImage();
		for (const run of [upscale, vary]) {
			bench.emulator.faults.add({ kind: 'code', code, match: { path: BUTTON }, times: 4 });
			const [item] = await run({}, [{ id }]);
			expect(item).toEqual({
				error: explainCode(code, '', 'image').message,
				details: expect.objectContaining({ errorCode: code, submitted: 'no' }),
			});
			bench.emulator.faults.clear();
		}
	});
});
