import type { INodeExecutionData } from 'n8n-workflow';
import { keepBinaries } from '../support/binaries';
import { faceSwap, setUp, swap, type FACES } from '../support/bench';
import { ClaimTable } from '../support/claimTable';

ClaimTable.install();
const bench = setUp({}, { binaryMode: 'filesystem', reachable: true });
const BINARY = { __rl: true, mode: 'binary', value: 'data' };
const GOES_ON = { onError: 'continueRegularOutput' as const };
const CREATE = 'specifyimage';

/** An item with a picture in a binary field, as a node before this one makes it. */
async function pictures(...names: string[]): Promise<INodeExecutionData[]> {
	const loader = bench.engine.fake('load', async (items, context) => {
		const made = [];
		for (const { json } of items) {
			const response = await fetch(bench.media(String(json.name)));
			const bytes = Buffer.from(await response.arrayBuffer());
			made.push({
				json,
				binary: { data: await context.helpers.prepareBinaryData(bytes, String(json.name), 'image/png') },
			});
		}
		return made;
	});
	const result = await bench.engine.run(
		{ nodes: [{ name: 'Load', type: loader }] },
		{ input: names.map((name) => ({ name })) },
	);
	bench.emulator.requests.length = 0;
	return result.output('Load');
}

const fromBinary = (parameters = {}, settings = {}) =>
	faceSwap(
		'faceSwap',
		'swapImage',
		{ modifyImage: BINARY, sourcePicture: bench.media('portrait-ada.png'), ...parameters },
		settings,
	);

test('a binary field is handed over by an address of n8n, one for the detection and the swap', async () => {
	const result = await bench.engine.run(fromBinary(), { input: await pictures('people-1.png') });
	expect(result.error).toBeUndefined();
	expect(result.json('Node')).toMatchObject([{ status: 'completed' }]);
	const body = bench.emulator.requestsTo(CREATE)[0]?.body as typeof FACES & { modifyImage: string };
	expect(body.modifyImage.startsWith(`${bench.engine.url}rest/binary-data/signed?token=`)).toBe(true);
	expect(body.targetImage[0]?.path).toBe(body.modifyImage);
	expect(bench.detections).toContainEqual({ single_face: false, image_url: body.modifyImage });
});

test('the address of a file outlives the days that a job may wait for its turn', async () => {
	await bench.engine.run(fromBinary(), { input: await pictures('people-1.png') });
	const { modifyImage } = bench.emulator.requestsTo(CREATE).at(-1)?.body as { modifyImage: string };
	const [, claims = ''] = new URL(modifyImage).searchParams.get('token')?.split('.') ?? [];
	const { iat, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as {
		iat: number;
		exp: number;
	};
	expect(exp - iat).toBe(7 * 24 * 60 * 60);
});

test('a second try takes up the job of the first, though its signed address would be another', async () => {
	bench.emulator.jobs.next({ status: 4 }, { times: 1 });
	const [item] = await pictures('people-1.png');
	const input = [item!, (await pictures('portrait-bo.png'))[0]!];
	const failed = await bench.engine.run(fromBinary({ options: { maxConcurrent: 1 } }), { input });
	expect(failed.error).toBeDefined();
	const { length } = bench.emulator.requestsTo(CREATE);
	const retried = await bench.engine.retry(failed);
	expect(retried.json('Node').map(({ status }) => status)).toEqual(['completed', 'completed']);
	expect(bench.emulator.requestsTo(CREATE)).toHaveLength(length + 1);
});

test('a field that the item does not have fails its item, and names those that there are', async () => {
	const input = [...(await pictures('people-1.png')), { json: {} }];
	const parameters = { modifyImage: { ...BINARY, value: 'photo' } };
	const items = (await bench.engine.run(fromBinary(parameters, GOES_ON), { input })).json('Node');
	expect(items).toMatchObject([
		{
			error: 'Image to Change names the binary field "photo", which the item does not have',
			details: { submitted: 'no', description: 'Its binary fields are: data.' },
		},
		{ details: { description: expect.stringContaining('no binary field at all') } },
	]);
	expect(bench.emulator.requests).toEqual([]);
});

test('an n8n that the service can not reach says what to set, and sends nothing', async () => {
	bench.engine.saveCredential({ ...bench.engine.readCredential(), baseUrl: 'https://api.example.com' });
	const result = await bench.engine.run(fromBinary({}, GOES_ON), { input: await pictures('people-1.png') });
	bench.engine.saveCredential({ ...bench.engine.readCredential(), baseUrl: bench.emulator.baseUrl });
	const { host } = new URL(bench.engine.url);
	expect(result.json('Node')).toMatchObject([
		{
			error: `Image to Change is the binary field "data", and the service can't reach this n8n at ${host}`,
			details: { submitted: 'no', description: expect.stringContaining('N8N_WEBHOOK_URL') },
		},
	]);
	expect(bench.emulator.requests).toEqual([]);
});

test('Detect sends a binary as it is, and gives its address with the faces', async () => {
	const workflow = faceSwap('face', 'detect', { image: BINARY });
	const result = await bench.engine.run(workflow, { input: await pictures('people-1.png') });
	expect(result.json('Node')).toMatchObject([
		{ faceCount: 1, imageUrl: expect.stringContaining('/signed?token=') },
	]);
	expect(bench.detections).toEqual([
		{ single_face: false, img: expect.stringMatching(/^data:image\/png;base64,/) },
	]);
});

describe('where n8n keeps binaries in memory', () => {
	beforeAll(async () => await keepBinaries('default'));
	afterAll(async () => await keepBinaries('filesystem'));

	test('a swap says that the service can not fetch them, and what to set', async () => {
		const result = await bench.engine.run(fromBinary({}, GOES_ON), { input: await pictures('people-1.png') });
		expect(result.json('Node')).toMatchObject([
			{
				error: expect.stringMatching(
					/^Image to Change is the binary field "data", and this n8n keeps binary data in memory/,
				),
				details: { description: expect.stringContaining('N8N_DEFAULT_BINARY_DATA_MODE=filesystem') },
			},
		]);
		expect(bench.emulator.requests).toEqual([]);
	});

	test('Detect works all the same, without an address', async () => {
		const workflow = faceSwap('face', 'detect', { image: BINARY });
		const [json] = (await bench.engine.run(workflow, { input: await pictures('people-1.png') })).json('Node');
		expect(json?.faceCount).toBe(1);
		expect(json).not.toHaveProperty('imageUrl');
	});
});

test('a swap by address needs no binary at all', async () => {
	const result = await bench.engine.run(swap(), { input: [{ picture: 'http://127.0.0.1:9/a.png' }] });
	expect(result.json('Node')).toMatchObject([{ status: 'completed' }]);
});
