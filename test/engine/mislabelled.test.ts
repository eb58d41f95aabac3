import type { INodeExecutionData } from 'n8n-workflow';
import { keepBinaries } from '../support/binaries';
import { faceSwap, setUp } from '../support/bench';

/* Binary fields whose type is not what their bytes are. */

const bench = setUp({ shapes: { detectionData: 'type' } }, { binaryMode: 'filesystem', reachable: true });
const BINARY = { __rl: true, mode: 'binary', value: 'data' };
const GOES_ON = { onError: 'continueRegularOutput' as const };
const media = async (name: string) => Buffer.from(await (await fetch(bench.media(name))).arrayBuffer());

/** An item with a binary field, as a node before this one makes it. */
async function file(bytes: Buffer, type: string): Promise<INodeExecutionData[]> {
	const loader = bench.engine.fake('load', async ([item], context) => {
		const data = await context.helpers.prepareBinaryData(bytes, 'file', type);
		return [{ json: item?.json ?? {}, binary: { data } }];
	});
	const result = await bench.engine.run({ nodes: [{ name: 'Load', type: loader }] }, { input: [{}] });
	bench.emulator.requests.length = 0;
	return result.output('Load');
}
const detect = async (input: INodeExecutionData[]) =>
	(await bench.engine.run(faceSwap('face', 'detect', { image: BINARY }, GOES_ON), { input })).json('Node');
const swap = async (input: INodeExecutionData[]) => {
	const parameters = { modifyImage: BINARY, sourcePicture: bench.media('portrait-ada.png') };
	return (await bench.engine.run(faceSwap('faceSwap', 'swapImage', parameters, GOES_ON), { input })).json(
		'Node',
	);
};

test.each(['application/octet-stream', 'text/plain', 'IMAGE/PNG; charset=binary', 'image/jpeg'])(
	'a picture that is typed as %s goes out as what it is',
	async (type) => {
		expect(await detect(await file(await media('portrait-ada.png'), type))).toMatchObject([{ faceCount: 1 }]);
		expect(bench.detections).toMatchObject([{ img: expect.stringMatching(/^data:image\/png;base64,/) }]);
	},
);

test('so does one that n8n keeps in memory', async () => {
	await keepBinaries('default');
	const found = await detect(await file(await media('portrait-ada.png'), 'text/plain'));
	await keepBinaries('filesystem');
	expect(found).toMatchObject([{ faceCount: 1 }]);
});

test.each([
	['is empty', '', 'holds an empty file (0 bytes)'],
	['is a web page', '<!DOCTYPE html><title>Sign in</title>', 'holds a web page or a message'],
	['is JSON', '{"error": "expired"}', 'holds a web page or a message'],
])('a file that %s is refused before anything is sent', async (_name, content, why) => {
	const input = await file(Buffer.from(content), 'image/png');
	const [detected] = await detect(input);
	expect(detected?.error).toContain(`Image is the binary field "data", which ${why}`);
	const [swapped] = await swap(input);
	expect(swapped?.error).toContain(`Image to Change is the binary field "data", which ${why}`);
	expect(swapped?.details).toMatchObject({ submitted: 'no' });
	expect(bench.detections).toEqual([]);
});

test('a video is no image to look for faces in', async () => {
	const [item] = await detect(await file(await media('short.mp4'), 'image/png'));
	expect(item?.error).toBe('Image is the binary field "data", which holds no image (video/mp4)');
	expect(bench.detections).toEqual([]);
});

test('a picture without a face is not one that could not be opened', async () => {
	const [item] = await detect(await file(await media('blank.png'), 'image/png'));
	expect(item?.error).toMatch(/^Image: No face was found in /);
});
