import { createHash } from 'node:crypto';
import { keepBinaries, readBinary } from '../support/binaries';
import { byId, faceSwap, resultsFrom, rows, setUp, swap } from '../support/bench';
import { single } from '../support/engine';
import { now } from '../support/fastClock';
import { packetsIn } from '../support/marking';

const bench = setUp({}, { binaryMode: 'filesystem' });
const GOES_ON = { onError: 'continueRegularOutput' as const };
const COMPOSITE = 'digitalsourcetype/compositeWithTrainedAlgorithmicMedia';

const video = (options = {}, parameters = {}, settings = {}) =>
	swap(
		{
			operation: 'swapVideo',
			modifyVideo: '={{ $json.picture }}',
			downloadResult: true,
			options: { markAsAiMade: true, ...options },
			...parameters,
		},
		settings,
	);
const run = async (workflow: ReturnType<typeof video>, items = 1) =>
	(await bench.engine.run(workflow, { input: rows(items) })).output('Node');
/** What n8n has stored of an item's file. */
const stored = async (item: { binary?: Record<string, { id?: string }> } | undefined, field = 'data') =>
	await readBinary(item?.binary?.[field]?.id ?? '');

test('the saved file says that it is made by AI, and so does the item', async () => {
	const [item] = await run(video());
	expect(item?.json).toMatchObject({ status: 'completed', labelled: true });
	expect(item?.json).not.toHaveProperty('labelReason');
	const [packet] = packetsIn(await stored(item));
	expect(packet).toContain(COMPOSITE);
	expect(packet).toContain(
		'<xmp:CreatorTool xmlns:xmp="http://ns.adobe.com/xap/1.0/">n8n-nodes-media-generation<',
	);
});

test('without the option the file is stored as it came, and nothing is said of a label', async () => {
	const [item] = await run(video({ markAsAiMade: false }));
	expect(item?.json).not.toHaveProperty('labelled');
	expect(packetsIn(await stored(item))).toEqual([]);
});

test('where n8n keeps files in memory, the label is in the item', async () => {
	await keepBinaries('default');
	const [item] = await run(video());
	await keepBinaries('filesystem');
	expect(packetsIn(Buffer.from(item?.binary?.data?.data ?? '', 'base64'))).toHaveLength(1);
});

test('a file of a type without labels is saved as it came, and the item says why', async () => {
	resultsFrom(bench, bench.media('any.wav'));
	const [item] = await run(video());
	expect(item?.json).toMatchObject({
		status: 'completed',
		labelled: false,
		labelReason: 'Only JPEG, PNG, WebP, MP4, MOV and MP3 files can be labelled',
	});
	expect(item?.binary?.data).toBeDefined();
});

test('a connection that breaks in the middle is tried again, with one label in the end', async () => {
	bench.emulator.faults.add({ kind: 'reset', match: { path: '/results/' } });
	const [item] = await run(video());
	expect(item?.json.labelled).toBe(true);
	expect(packetsIn(await stored(item))).toHaveLength(1);
});

test('a file that grows too large is refused as without a label', async () => {
	const [item] = await run(video({ maxFileSize: 0.000_1 }, {}, GOES_ON));
	expect(item?.json.error).toMatch(/it is larger than 0.0001 MB$/);
});

test('the consent is told in the output and in the file', async () => {
	const [item] = await run(video({ consentReference: 'consent 12' }));
	expect(item?.json.consentReference).toBe('consent 12');
	expect(packetsIn(await stored(item))[0]).toMatch(/plus:ModelReleaseID[^]*consent 12/);
});

test('with Consent Required, items without a reference are refused before anything is paid', async () => {
	const before = bench.created.length;
	const options = {
		consentRequired: true,
		consentReference: '={{ $json.row === 0 ? " " : "c" + $json.row }}',
	};
	const items = await run(video(options, {}, GOES_ON), 2);
	expect(items[0]?.json).toEqual({
		error: 'Consent Reference is empty, and Consent Required is on',
		details: expect.objectContaining({ submitted: 'no' }),
	});
	expect(items[1]?.json).toMatchObject({ status: 'completed', consentReference: 'c1' });
	expect(bench.created.length - before).toBe(1);
	const stopped = await bench.engine.run(video(options), { input: rows(2) });
	expect(stopped.error?.message).toContain('Consent Reference is empty');
	expect(bench.created.length - before).toBe(1);
});

test('with Simplify off the item has a receipt of the file as it is stored', async () => {
	for (const markAsAiMade of [false, true]) {
		const options = { markAsAiMade, simplify: false, consentReference: 'c1' };
		const [item] = await run(video(options));
		const content = await stored(item);
		const sha256 = createHash('sha256').update(content).digest('hex');
		expect(item?.json.receipt).toMatchObject({
			consentReference: 'c1',
			files: [{ field: 'data', size: content.length, sha256 }],
		});
	}
});

test('a job that is read later is labelled then', async () => {
	const made = await bench.engine.run(video({}, { waitForCompletion: false }), { input: rows(1) });
	const workflow = faceSwap('result', 'get', {
		recordId: String(made.json('Node')[0]?.id),
		waitForCompletion: true,
		downloadResult: true,
		options: { markAsAiMade: true },
	});
	const [item] = (await bench.engine.run(workflow)).output('Node');
	expect(item?.json.labelled).toBe(true);
	expect(packetsIn(await stored(item))[0]).toContain(COMPOSITE);
});

test('a run that was parked says of a file what was known when it was saved', async () => {
	bench.emulator.jobs.next({ status: 3, jobMs: 3_600_000 }, { times: 2 });
	const workflow = video({ simplify: false }, { waitOptions: { storeAfter: 0 } });
	const parked = await bench.engine.store(workflow, { input: rows(2), now });
	bench.emulator.jobs.complete(bench.created.at(-1)!.id);
	await parked.wake();
	expect(parked.status).toBe('waiting');
	bench.emulator.jobs.complete();
	const items = (await parked.toTheEnd()).output('Node');
	expect(bench.emulator.requests.filter(({ area }) => area === 'result')).toHaveLength(2);
	for (const item of items) {
		expect(item.json).toMatchObject({ labelled: true, receipt: { files: [{ field: 'data' }] } });
		expect(packetsIn(await stored(item))).toHaveLength(1);
	}
});

test.each([
	[
		'imageGeneration',
		'an image that is made from words',
		'digitalsourcetype/trainedAlgorithmicMedia',
		{ resource: 'image', operation: 'generate', prompt: 'A lighthouse' },
	],
	[
		'avatarVideo',
		'a text that is spoken',
		'digitalsourcetype/trainedAlgorithmicMedia',
		{ resource: 'voice', operation: 'textToSpeech', inputText: 'Hello', voiceId: byId('voice-amy') },
	],
])('%s: the label of %s', async (node, _, source, parameters) => {
	const workflow = single(node, { ...parameters, downloadResult: true, options: { markAsAiMade: true } });
	const [item] = (await bench.engine.run(workflow)).output('Node');
	expect(item?.json).toMatchObject({ status: 'completed', labelled: true });
	const field = Object.keys(item?.binary ?? {})[0];
	expect(packetsIn(await stored(item, field))[0]).toContain(source);
});
