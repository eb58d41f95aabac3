import type { INodeExecutionData } from 'n8n-workflow';
import { keepBinaries } from '../support/binaries';
import { now } from '../support/fastClock';
import { faceSwap, GOES_ON, setUp, type FACES } from '../support/bench';
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { RunOptions } from '../support/engine';
import { userFolder } from '../support/environment';

const bench = setUp({}, { binaryMode: 'filesystem', reachable: true });
const BINARY = { __rl: true, mode: 'binary', value: 'data' };
const CREATE = 'specifyimage';
const media = async (name: string) => Buffer.from(await (await fetch(bench.media(name))).arrayBuffer());

/** An item with a file in a binary field, as an earlier node returns it. */
async function file(content: Buffer | string, type = 'image/png'): Promise<INodeExecutionData[]> {
	const loader = bench.engine.fake('load', async ([item], context) => {
		const data = await context.helpers.prepareBinaryData(Buffer.from(content), 'file', type);
		return [{ json: item?.json ?? {}, binary: { data } }];
	});
	const result = await bench.engine.run({ nodes: [{ name: 'Load', type: loader }] }, { input: [{}] });
	bench.emulator.requests.length = 0;
	return result.output('Load');
}
const picture = async (name = 'people-1.png') => await file(await media(name));
const fromBinary = (parameters = {}, settings = {}) => {
	const usual = { modifyImage: BINARY, sourcePicture: bench.media('portrait-ada.png') };
	return faceSwap('faceSwap', 'swapImage', { ...usual, ...parameters }, settings);
};
const ONE = { whichFaces: 'oneForAll' };
const swap = async (input: INodeExecutionData[], parameters = {}) =>
	(await bench.engine.run(fromBinary(parameters, GOES_ON), { input })).json('Node');
const detect = async (input: INodeExecutionData[]) =>
	(await bench.engine.run(faceSwap('face', 'detect', { image: BINARY }, GOES_ON), { input })).json('Node');

test('a binary field is sent as one address of n8n, which is valid for seven days', async () => {
	const result = await bench.engine.run(fromBinary(), { input: await picture() });
	expect(result.json('Node')).toMatchObject([{ status: 'completed' }]);
	const body = bench.emulator.requestsTo(CREATE)[0]?.body as typeof FACES & { modifyImage: string };
	expect(body.modifyImage.startsWith(`${bench.engine.url}rest/binary-data/signed?token=`)).toBe(true);
	expect(body.targetImage[0]?.path).toBe(body.modifyImage);
	const [, claims = ''] = new URL(body.modifyImage).searchParams.get('token')?.split('.') ?? [];
	const { iat, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString());
	expect(exp - iat).toBe(7 * 24 * 60 * 60);
});

test.each([
	['that does not save its executions', { saveDataSuccessExecution: 'none' }, 1],
	['that saves them', {}, 0],
])('a file of a workflow %s gets a hint, unless the node waits', async (_which, settings, count) => {
	const hintsOf = async (waitForCompletion: boolean) => {
		const workflow = { ...fromBinary({ waitForCompletion }), settings };
		const result = await bench.engine.run(workflow, { input: await picture(), mode: 'trigger' });
		const hints = result.runs('Node')[0]?.hints ?? [];
		return hints.filter(({ message }) => message.startsWith('This workflow does not save its executions'));
	};
	expect([await hintsOf(false), await hintsOf(true)].map(({ length }) => length)).toEqual([count, 0]);
});

test('a row whose file is gone when it would be sent fails unpaid', async () => {
	bench.emulator.jobs.next({ status: 3, jobMs: 3_600_000 });
	const input = [...(await picture()), ...(await picture('people-2.png'))];
	const saved = { ...ONE, saveAfter: 0, maxOpenJobs: 1 };
	const run = await bench.engine.store(fromBinary(saved, GOES_ON), { input, mode: 'trigger', now });
	rmSync(join(userFolder, 'binaries'), { recursive: true });
	bench.emulator.jobs.complete();
	const [, item] = (await run.toTheEnd()).json('Node');
	expect(bench.emulator.requestsTo(CREATE)).toHaveLength(1);
	const error = expect.stringContaining('n8n has the file of modifyImage no more');
	expect(item).toMatchObject({ error, details: { submitted: 'no', next: 'changeFile' } });
});

test.each([
	['separate', 'data'],
	['separate', '={{ $binary.data }}'],
	['combined', 'data'],
	['combined', '_files.data'],
	['combined', 'photos[0].face'],
	['combined', '={{ $json._files.data }}'],
	['combined', '={{ $json.photos[0].face }}'],
	['combined', '={{ $json.inline }}'],
])('with binary mode %s, By File takes %s', async (binaryMode, value) => {
	const contents = [await media('people-1.png'), await media('portrait-ada.png')];
	const files = [];
	for (const content of contents) files.push((await file(content))[0]?.binary);
	const input = files.map((binary, at) => {
		const inline = { mimeType: 'image/png', fileName: 'a.png', data: contents[at]?.toString('base64') };
		const json = { _files: binary, photos: [{ face: binary?.data }], inline };
		return binaryMode === 'separate' ? { json: {}, binary } : { json };
	});
	const swaps = fromBinary({ modifyImage: { ...BINARY, value } }, GOES_ON);
	const workflow = { ...swaps, settings: { binaryMode } };
	const result = await bench.engine.run(workflow as never, { input: input as never });
	expect(result.json('Node')).toMatchObject([{ status: 'completed' }, { status: 'completed' }]);
	const sent = bench.bodies(CREATE).map(({ modifyImage }) => String(modifyImage));
	const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
	const fetched = sent.map(async (url) => digest(Buffer.from(await (await fetch(url)).arrayBuffer())));
	expect((await Promise.all(fetched)).sort()).toEqual(contents.map(digest).sort());
});

test('a missing binary field fails its item, and the error names the existing fields', async () => {
	const input = [...(await picture()), { json: {} }];
	const photo = { ...BINARY, value: 'photo' };
	const missing = 'names the binary field "photo", which the item does not have';
	const details = { submitted: 'no', description: 'No job was made. Its binary fields are: data.' };
	expect(await swap(input, { modifyImage: photo })).toMatchObject([
		{ error: `Image to Change ${missing}`, details },
		{ details: { description: expect.stringContaining('The item has no file') } },
	]);
	const [face] = await swap(await picture(), { sourcePicture: photo });
	expect(face).toMatchObject({ error: `New Face Image ${missing}` });
	expect(bench.emulator.requests).toEqual([]);
});

test("By File takes the label of a form's field, whose spaces n8n writes as _", async () => {
	const [{ binary: { data: New_Face } = {} } = {}] = await picture();
	const input = [{ json: {}, binary: { New_Face } }] as INodeExecutionData[];
	const [made] = await swap(input, { modifyImage: { ...BINARY, value: 'New Face' } });
	expect(made).toMatchObject({ status: 'completed' });
});

test("a binary field is not sent if the service can't reach n8n, and the error names the variable to set", async () => {
	const saved = bench.engine.readCredential();
	bench.engine.saveCredential({ ...saved, baseUrl: 'https://api.example.com' });
	const items = await swap(await picture());
	bench.engine.saveCredential(saved);
	const { host } = new URL(bench.engine.url);
	const error = `Image to Change is the binary field "data", and the service can't reach this n8n at ${host}`;
	const details = { submitted: 'no', description: expect.stringContaining('N8N_WEBHOOK_URL') };
	expect(items).toMatchObject([{ error, details }]);
	expect(bench.emulator.requests).toEqual([]);
});

test.each(['application/octet-stream', 'image/jpeg'])(
	'Detect sends a PNG with the type %s as a PNG, and returns its address',
	async (type) => {
		bench.emulator.shapes.detectionData = 'type';
		const [found] = await detect(await file(await media('people-1.png'), type));
		expect(found).toMatchObject({ faceCount: 1, imageUrl: expect.stringContaining('/signed?token=') });
		const img = expect.stringMatching(/^data:image\/png;base64,/);
		expect(bench.bodies('/detect')).toEqual([{ single_face: false, img }]);
	},
);

test.each([
	['is empty', '', 'holds an empty file (0 bytes)'],
	['is a web page', '<!DOCTYPE html><title>Sign in</title>', 'holds a web page or a message'],
	['is a text', 'See attachment', 'holds a text file named "file" instead of an image'],
])('a file that %s is refused before anything is sent', async (_name, content, why) => {
	const input = await file(content);
	expect((await detect(input))[0]?.error).toContain(`Image is the binary field "data", which ${why}`);
	const [swapped] = await swap(input);
	expect(swapped?.error).toContain(`Image to Change is the binary field "data", which ${why}`);
	expect(swapped?.details).toMatchObject({ submitted: 'no' });
	expect(bench.bodies('/detect')).toEqual([]);
});

describe('with binaries in memory', () => {
	beforeAll(async () => await keepBinaries('default'));
	afterAll(async () => await keepBinaries('filesystem'));

	test('a swap is not sent, and the error names the variable to set', async () => {
		const why = 'Image to Change is the binary field "data", and this n8n keeps binary data in memory';
		const description = expect.stringContaining('N8N_DEFAULT_BINARY_DATA_MODE=filesystem');
		const refused = { error: expect.stringContaining(why), details: { description } };
		expect(await swap(await picture())).toMatchObject([refused]);
		expect(bench.emulator.requests).toEqual([]);
	});

	test('Detect still works, but returns no address', async () => {
		bench.emulator.shapes.detectionData = 'type';
		const [json] = await detect(await file(await media('people-1.png'), 'text/plain'));
		expect(json?.faceCount).toBe(1);
		expect(json).not.toHaveProperty('imageUrl');
	});
});

/** An item with an address of its file, which n8n signed. */
async function signed(name?: string): Promise<INodeExecutionData[]> {
	const [{ binary } = {}] = await picture(name);
	const sign = bench.engine.fake('sign', async (_, { helpers }) => [
		{ json: { url: helpers.createBinarySignedUrl(binary!.data!, '7d') } },
	]);
	return (await bench.engine.run({ nodes: [{ name: 'Sign', type: sign }] }, { input: [{}] })).output('Sign');
}

describe.each([
	['a binary field', picture, BINARY],
	['an address that n8n signed', signed, '={{ $json.url }}'],
])('the content of %s that is gone', (_, make, modifyImage) => {
	const run = async (input: INodeExecutionData[], options = {}, more: RunOptions = { mode: 'trigger' }) =>
		await bench.engine.run(fromBinary({ ...ONE, modifyImage, options }, GOES_ON), { input, ...more });

	test.each(['retry', 'trigger'] as const)(
		'does not deny the job of a %s, which its step finds',
		async (mode) => {
			const [input, other] = [await make(), await make('people-2.png')];
			const { executionId } = await run(input);
			const continued = await run(other);
			rmSync(join(userFolder, 'binaries'), { recursive: true });
			const of = (execution: string) => ({ submitted: 'unknown', next: 'continueExecution', execution });
			const retry = { mode, ...(mode === 'retry' && { retryOf: executionId }) };
			const retried = await run(input, {}, { mode: 'retry', retryOf: executionId });
			expect(retried.json('Node')).toMatchObject([{ details: of(retried.executionId) }]);
			const [again, count] = [[...input, ...(await make('people-3.png'))], bench.created.length];
			const given = mode === 'retry' ? continued.executionId : executionId;
			const refused = await run(again, { continueExecution: given }, retry);
			expect(refused.json('Node')).toMatchObject(Array(2).fill({ details: of(executionId) }));
			await run([...(await make()), ...again.slice(1)], { continueExecution: executionId });
			expect(bench.created.length - count).toBe(1);
		},
	);
});
