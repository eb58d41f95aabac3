import { setUp } from '../support/bench';

const bench = setUp({ jobMs: 400 });

const generate = bench.runner('imageGeneration', 'image.generate', { prompt: 'A lighthouse' });
const upscale = bench.runner('imageGeneration', 'image.upscale');
const vary = bench.runner('imageGeneration', 'image.vary');
const get = bench.runner('imageGeneration', 'image.get');

/** Creates and completes an image without a wait, and returns its ID. */
async function completedImage(): Promise<string> {
	const [item] = await generate({ waitForCompletion: false });
	const id = String(item?.id);
	bench.emulator.jobs.complete(id);
	return id;
}

test('Get saves one file for each of at most four images of an earlier generation', async () => {
	const id = await completedImage();
	const all = await get.stopping({ downloadResult: true, simplify: false }, [{ id }]);
	const [item] = all.output('Node');
	expect(item?.json).toMatchObject({ id, status: 'completed', record: { prompt: 'A lighthouse' } });
	expect(Object.keys(item?.binary ?? {})).toEqual(['data', 'data_2', 'data_3', 'data_4']);
	expect(item?.binary?.data_2).toMatchObject({ fileName: `${id}_2.png` });
	bench.emulator.shapes.upscaledUrls = 5;
	const [five] = (await get.stopping({ downloadResult: true }, [{ id }])).output('Node');
	expect(five?.json.resultUrls).toHaveLength(5);
	expect(Object.keys(five?.binary ?? {})).toHaveLength(4);
	bench.emulator.shapes.upscaledUrls = 0;
	const one = await get.stopping({ downloadResult: true }, [{ id }]);
	expect(Object.keys(one.output('Node')[0]?.binary ?? {})).toEqual(['data']);
});

test('one image of a generation is returned as one 4K image, as four variations, or with the reason of the failure', async () => {
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
		error: 'This operation is not possible on this content (code 1010)',
		details: { submitted: 'no', description: expect.stringContaining('and has this button') },
	});
});
