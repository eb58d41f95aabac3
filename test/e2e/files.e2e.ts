import { PNG } from 'pngjs';
import { itemsOf } from '../n8n/client';
import { useInstalled } from './installed';
import { line, locator, ours, start, type LineNode } from './line';
import { contentOf, run } from './runs';

/* Files that n8n keeps on its disk, and hands to the service by signed addresses of its own. */

const { play } = useInstalled({
	// The service opens what it is given, and fails without it.
	emulator: { jobMs: 1000, checkInputs: true },
	env: { N8N_DEFAULT_BINARY_DATA_MODE: 'filesystem' },
});

const download = (name: string, picture: string): LineNode => ({
	name,
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: {
		url: `${play().emulator.mediaUrl}/${picture}`,
		options: { response: { response: { responseFormat: 'file', outputPropertyName: 'picture' } } },
	},
});
const portrait = () => locator('url', `${play().emulator.mediaUrl}/portrait-ada.png`);

test('a downloaded picture is swapped by the signed address of n8n, and the result is a file again', async () => {
	const swap = ours('Swap', 'faceSwap', play().credential, {
		modifyImage: locator('binary', 'picture'),
		sourcePicture: portrait(),
		downloadResult: true,
		options: { binaryPropertyName: 'result' },
	});
	const execution = await run(play(), line([start, download('Load', 'people-1.png'), swap]));
	expect(execution.data.resultData.error).toBeUndefined();
	const [item] = itemsOf(execution, 'Swap');
	expect(item?.json).toMatchObject({ status: 'completed' });
	expect(item?.binary?.result).toMatchObject({
		mimeType: 'image/png',
		id: expect.stringContaining('filesystem'),
	});
	const sizes = [item, itemsOf(execution, 'Load')[0]].map(async (from, index) => {
		return PNG.sync.read(await contentOf(play(), from, index === 0 ? 'result' : 'picture')).width;
	});
	const [result, original] = await Promise.all(sizes);
	expect(result).toBeGreaterThanOrEqual(original ?? 0);
	const { request } = play().emulator.jobs.created().at(-1)!;
	expect(request.modifyImage).toEqual(
		expect.stringContaining(`${play().server().baseUrl}/rest/binary-data/signed`),
	);
});

test('a picture is looked at without any address: detection takes the file itself', async () => {
	const detect = ours('Detect', 'faceSwap', play().credential, {
		resource: 'face',
		operation: 'detect',
		image: locator('binary', 'picture'),
	});
	const execution = await run(play(), line([start, download('Load', 'people-3.png'), detect]));
	expect(itemsOf(execution, 'Detect').map(({ json }) => json)).toMatchObject([{ faceCount: 3 }]);
});

test('four images of one job are four files', async () => {
	const generate = ours('Generate', 'imageGeneration', play().credential, {
		resource: 'image',
		operation: 'generate',
		prompt: 'A lake',
		downloadResult: true,
	});
	const [item] = itemsOf(await run(play(), line([start, generate])), 'Generate');
	expect(Object.keys(item?.binary ?? {}).sort()).toEqual(['data_1', 'data_2', 'data_3', 'data_4']);
	expect((await contentOf(play(), item, 'data_3')).length).toBeGreaterThan(100);
});
