import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { GOES_ON, resultsFrom, rows, setUp, swap } from '../support/bench';
import { userFolder } from '../support/environment';
import { OddHost } from '../support/oddHost';

const bench = setUp({}, { binaryMode: 'filesystem' });
const results = () => bench.emulator.requests.filter(({ area }) => area === 'result');
/** A swap in a video, because the emulator draws its result fast. */
const VIDEO = { operation: 'swapVideo', modifyVideo: '={{ $json.picture }}', downloadResult: true };
const video = (parameters = {}, settings = {}) => swap({ ...VIDEO, ...parameters }, settings);
const download = async (parameters = {}, settings = {}) =>
	(await bench.engine.run(video(parameters, settings), { input: rows(1) })).output('Node');

const host = new OddHost();
const FILE = Buffer.from('a whole film');
/** The files that n8n keeps, complete or not. Earlier engines, which test:versions runs, leave incomplete files behind. */
const kept = () =>
	process.env.CORE_FOLDER === undefined
		? readdirSync(join(userFolder, 'binaries'), { recursive: true, withFileTypes: true })
				.filter((entry) => entry.isFile())
				.map(({ name }) => name)
		: [];
const refusal = async (answer: OddHost['answer'], options = {}) => {
	host.answer = answer;
	resultsFrom(bench, `${host.url}/film.mp4`);
	const before = kept();
	const [item] = await download({ options }, GOES_ON);
	expect(item?.binary).toBeUndefined();
	expect(kept()).toEqual(before);
	const { error, details } = item?.json ?? {};
	expect(details).toMatchObject({ status: 'completed', resultUrl: expect.any(String), submitted: 'yes' });
	return String(error);
};
/** Sends a file without an end, as fast as the other side reads it. */
const endless = (response: Parameters<OddHost['answer']>[1]) => {
	const chunk = Buffer.alloc(64 * 1024, 97);
	const more = () => {
		while (!response.destroyed) if (!response.write(chunk)) return void response.once('drain', more);
	};
	more();
};

test('the file is saved as a binary of n8n, with its name and type', async () => {
	const [item] = await download({ binaryPropertyName: 'film' });
	const type = { mimeType: 'video/mp4', fileName: `${bench.created.at(-1)?.id}.mp4`, fileExtension: 'mp4' };
	const film = expect.objectContaining({ id: expect.stringMatching(/^filesystem/), ...type });
	expect(item?.binary).toEqual({ film });
	expect(item?.pairedItem).toEqual({ item: 0 });
});

test('the host of the media gets no token', async () => {
	await download();
	const headers = results()[0]?.headers ?? {};
	expect(headers).toHaveProperty('host');
	expect(headers.authorization).toBeUndefined();
	expect(JSON.stringify(headers)).not.toContain(String(bench.engine.readCredential().accessToken));
});

const bomb = () => gzipSync(Buffer.alloc(30_000_000));
const packed: OddHost['answer'] = (_request, response) =>
	void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb());
test.each<[string, OddHost['answer']]>([
	['never ends', (_request, response) => endless(response)],
	['unpacks to a size over the limit', packed],
])('a file that %s is not read beyond Maximum File Size, or requested again', async (_how, answer) => {
	const message = await refusal(answer, { maxFileSize: 2 });
	expect(message).toMatch(/ can't be downloaded: it is larger than 2 MB$/);
	expect(host.requests).toHaveLength(1);
	await host.settled();
});

test('a download that breaks off each time is tried again, and fails in the end', async () => {
	const message = await refusal((_request, response) => {
		response.writeHead(200, { 'content-length': 100 }).write('too little');
		setImmediate(() => response.destroy());
	});
	expect(message).toContain("can't be downloaded");
	expect(host.requests).toHaveLength(7);
});

test('Stop closes the connection in the middle of a download', async () => {
	let begun = () => {};
	const isBegun = new Promise<void>((resolve) => (begun = resolve));
	host.answer = (_request, response) => {
		response.write(FILE);
		begun();
	};
	resultsFrom(bench, `${host.url}/film.mp4`);
	const before = kept();
	const running = bench.engine.start(video(), { input: rows(1) });
	await isBegun;
	running.stop();
	expect((await running.finished).status).toBe('canceled');
	await host.settled();
	expect(kept()).toEqual(before);
});
