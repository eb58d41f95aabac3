import { keepBinaries } from '../support/binaries';
import { faceSwap, resultsFrom, rows, setUp, swap } from '../support/bench';
import { now } from '../support/fastClock';
import { skipped } from '../support/skippedTime';

const GOES_ON = { onError: 'continueRegularOutput' as const };

const bench = setUp({}, { binaryMode: 'filesystem' });
const results = () => bench.emulator.requests.filter(({ area }) => area === 'result');
/** A swap in a video: its result is quickly made. */
const video = (parameters = {}, settings = {}) =>
	swap(
		{ operation: 'swapVideo', modifyVideo: '={{ $json.picture }}', downloadResult: true, ...parameters },
		settings,
	);
const download = async (parameters = {}, settings = {}) =>
	(await bench.engine.run(video(parameters, settings), { input: rows(1) })).output('Node');

/** Has the host never have the files of a job, or of all. */
const gone = (id = '', times = Infinity) =>
	bench.emulator.faults.add({
		kind: 'httpStatus',
		status: 404,
		match: { path: `/results/${id}` },
		times,
	});

beforeEach(() => {
	skipped.hurry = 20;
});
afterEach(() => {
	skipped.hurry = 1;
});

test('the file is saved as n8n keeps binaries, with its name and type', async () => {
	const [item] = await download({ binaryPropertyName: 'film' });
	const { id } = bench.created.at(-1)!;
	expect(item?.binary).toEqual({
		film: expect.objectContaining({
			id: expect.stringMatching(/^filesystem/),
			mimeType: 'video/mp4',
			fileName: `${id}.mp4`,
			fileExtension: 'mp4',
		}),
	});
	expect(item?.pairedItem).toEqual({ item: 0 });
});

test('the file is called as its reference, which is how its row is found again', async () => {
	const [item] = await download({ options: { reference: '={{ "order 7/2" }}' } });
	expect(item?.json.reference).toBe('order 7/2');
	expect(item?.binary?.data).toMatchObject({ fileName: 'order 7-2.mp4', fileExtension: 'mp4' });
});

test('the host of the media gets no token', async () => {
	await download();
	const headers = results()[0]?.headers ?? {};
	expect(headers).toHaveProperty('host');
	expect(headers.authorization).toBeUndefined();
	expect(JSON.stringify(headers)).not.toContain(String(bench.engine.readCredential().accessToken));
});

test('a redirect is followed, and what the answer calls the file counts', async () => {
	resultsFrom(bench, bench.media('any.mp4?redirect=2&name=final%20cut.mp4'));
	const [item] = await download();
	expect(item?.binary?.data).toMatchObject({ fileName: 'final cut.mp4', mimeType: 'video/mp4' });
});

test('an answer without a type is named by the address', async () => {
	resultsFrom(bench, bench.media('any.mp4?type=none'));
	const [item] = await download();
	expect(item?.binary?.data).toMatchObject({ mimeType: 'video/mp4' });
});

test('a host that is down for a moment is asked again, and so is a connection that breaks in the middle', async () => {
	bench.emulator.faults.add({ kind: 'httpStatus', status: 503, match: { path: '/results/' } });
	bench.emulator.faults.add({ kind: 'reset', match: { path: '/results/' } });
	const [item] = await download();
	expect(item?.binary?.data?.mimeType).toBe('video/mp4');
	expect(results()).toHaveLength(3);
});

test('a file that is gone fails its item alone, with the id and the address of the paid job', async () => {
	await bench.engine.run(video({ waitForCompletion: false }), { input: rows(2) });
	const ids = bench.created.slice(-2).map(({ id }) => id);
	gone(ids[0]);
	const parameters = { ids: ids.join(','), waitForCompletion: true, downloadResult: true };
	const [failed, good] = (await bench.engine.run(faceSwap('result', 'getAll', parameters, GOES_ON))).json(
		'Node',
	);
	expect(failed).toMatchObject({
		error: expect.stringMatching(/^The result at http\S+ can't be downloaded: its host answered HTTP 404$/),
		details: {
			id: ids[0],
			description: expect.stringMatching(/a Get with Download Result on saves it later/),
		},
	});
	expect(good).toMatchObject({ id: ids[1], status: 'completed' });
});

test('a file that comes late is waited for, and is no failure', async () => {
	for (const fault of [{ status: 404 }, { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' }]) {
		bench.emulator.faults.add({ kind: 'httpStatus', ...fault, match: { path: '/results/' } });
	}
	bench.emulator.faults.add({
		kind: 'badJson',
		body: '<?xml version="1.0"?><Error><Code>NoSuchKey</Code></Error>',
		headers: { 'content-type': 'video/mp4' },
		match: { path: '/results/' },
	});
	const result = await bench.engine.run(video(), { input: rows(1) });
	expect(result.json('Node')).toMatchObject([{ status: 'completed' }]);
	expect(result.output('Node')[0]?.binary?.data?.mimeType).toBe('video/mp4');
	expect(results()).toHaveLength(4);
});

test('a file that is not at its address is taken from that of its record, which is put out', async () => {
	const url = bench.media('portrait-ada.png');
	const handle = JSON.stringify({ code: 1000, data: { _id: 'x1', job_id: 'j1' } });
	bench.emulator.faults.add({ kind: 'badJson', body: handle, match: { path: 'specifyvideo' } });
	bench.answer(
		'/listbyids',
		{ result: [{ _id: 'x1', faceswap_status: 3, url: bench.media('gone.bin') }] },
		1,
	);
	bench.answer('/listbyids', { result: [{ _id: 'x1', faceswap_status: 3, url }] });
	const [item] = await download();
	expect(item).toMatchObject({ json: { resultUrl: url }, binary: { data: { mimeType: 'image/png' } } });
});

test('a host whose name is not known is asked for, and named in the end', async () => {
	resultsFrom(bench, 'http://results.invalid/film.mp4');
	const [item] = await download({}, GOES_ON);
	expect(item?.json.error).toMatch(/^The result at http\S+ can't be downloaded: .*results\.invalid/);
	expect(results()).toHaveLength(7);
});

test('20 late files come, each with its own item', async () => {
	await bench.engine.run(video({ waitForCompletion: false }), { input: rows(20) });
	const ids = bench.created.slice(-20).map(({ id }) => id);
	for (const id of ids) gone(id, 3);
	skipped.hurry = 1;
	const parameters = { ids: ids.join(','), waitForCompletion: true, downloadResult: true };
	const result = await bench.engine.run(faceSwap('result', 'getAll', parameters));
	expect(result.output('Node').map(({ binary }) => binary?.data?.fileName)).toEqual(
		ids.map((id) => `${id}.mp4`),
	);
});

test('Stop ends the wait for a late file', async () => {
	skipped.hurry = 1;
	gone();
	const running = bench.engine.start(video(), { input: rows(1) });
	while (results().length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
	running.stop();
	expect((await running.finished).status).toBe('canceled');
	expect(results().length).toBeLessThan(7);
});

test('a web page is no result, whatever its status', async () => {
	resultsFrom(bench, bench.media('page.html'));
	const [item] = await download({}, GOES_ON);
	expect(item?.json.error).toMatch(
		/^The result at http\S+ can't be downloaded: its host gave a web page or a message instead of a file$/,
	);
	expect(item?.binary).toBeUndefined();
});

test('a host that breaks off every time is given up, and says so', async () => {
	bench.emulator.faults.add({ kind: 'reset', times: Infinity, match: { path: '/results/' } });
	const [item] = await download({}, GOES_ON);
	expect(item?.json.error).toMatch(/^The result at http\S+ can't be downloaded: /);
	expect(item?.json.details).toMatchObject({ description: expect.stringContaining('stays for 7 days') });
	expect(results()).toHaveLength(7);
});

test('20 files are saved at once, each with its own item', async () => {
	const result = await bench.engine.run(video(), { input: rows(20) });
	for (const { json, binary } of result.output('Node')) {
		expect(binary?.data?.fileName).toBe(`${String(json.id)}.mp4`);
	}
});

test('a job is read later and its file saved then', async () => {
	await bench.engine.run(video({ waitForCompletion: false }), { input: rows(3) });
	const ids = bench.created.slice(-3).map(({ id }) => id);
	const workflow = faceSwap('result', 'getAll', {
		ids: ids.join(','),
		waitForCompletion: true,
		downloadResult: true,
	});
	const result = await bench.engine.run(workflow);
	expect(result.output('Node').map(({ binary }) => binary?.data?.fileName)).toEqual(
		ids.map((id) => `${id}.mp4`),
	);
});

test('where n8n keeps binaries in memory, the file is in the item', async () => {
	await keepBinaries('default');
	const [item] = await download();
	await keepBinaries('filesystem');
	const data = Buffer.from(item?.binary?.data?.data ?? '', 'base64');
	expect(data.subarray(4, 8).toString()).toBe('ftyp');
});

test('another try reads the record again of a job that had no address yet', async () => {
	const url = bench.media('portrait-ada.png');
	const handle = JSON.stringify({ code: 1000, data: { _id: 'x1', job_id: 'j1', url } });
	bench.emulator.faults.add({ kind: 'badJson', body: handle, match: { path: 'specifyimage' }, times: 1 });
	bench.answer('/listbyids', { result: [{ _id: 'x1', faceswap_status: 3, url: '' }] }, 1);
	bench.answer('/listbyids', { result: [{ _id: 'x1', faceswap_status: 3, url }] });
	const failed = await bench.engine.run(swap({ downloadResult: true }), { input: rows(1) });
	expect(failed.error?.message).toContain('gives no address');
	const retried = await bench.engine.retry(failed);
	expect(retried.output('Node')[0]?.binary?.data?.mimeType).toBe('image/png');
});

test('another try that only saves the file knows what the first one has seen of the job', async () => {
	bench.emulator.jobs.next({ status: 3, jobMs: 1_200 }, { times: 1 });
	gone();
	const begun = now();
	const polls = video({ simplify: false, waitUsing: 'polling' });
	const failed = await bench.engine.run(polls, { input: rows(1) });
	expect([failed.status, failed.error?.message]).toEqual(['error', expect.stringContaining('HTTP 404')]);
	bench.emulator.faults.clear();
	const [item] = (await bench.engine.retry(failed)).json('Node');
	// The first try has read the record once more, for its address.
	expect(item?.statusChecks).toBe(bench.reads - 1);
	// It was seen unfinished for 24 seconds of the nodes' clock, and results are kept for 7 days after that.
	const days = (Date.parse(String(item?.expiresAt)) - begun - 15_000) / 86_400_000;
	expect(days).toBeGreaterThan(7);
});
