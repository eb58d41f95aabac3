import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { resultsFrom, rows, setUp, swap } from '../support/bench';
import { userFolder } from '../support/environment';
import { OddHost, shortenDeadlines } from '../support/oddHost';
import { skipped } from '../support/skippedTime';

const GOES_ON = { onError: 'continueRegularOutput' as const };

const bench = setUp({}, { binaryMode: 'filesystem' });
/** A swap in a video: its result is quickly made. */
const video = (parameters = {}, settings = {}) =>
	swap(
		{ operation: 'swapVideo', modifyVideo: '={{ $json.picture }}', downloadResult: true, ...parameters },
		settings,
	);
const download = async (parameters = {}, settings = {}) =>
	(await bench.engine.run(video(parameters, settings), { input: rows(1) })).output('Node');

const host = new OddHost();
const FILE = Buffer.from('a whole film');
/** The files that n8n keeps, whole or in the making. The earlier engines of test:versions leave what was broken off. */
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
/** A file that never ends, as fast as it is taken. */
const endless = (
	write: (chunk: Buffer) => boolean,
	response: { destroyed: boolean; once: CallableFunction },
) => {
	const chunk = Buffer.alloc(64 * 1024, 97);
	const more = () => {
		while (!response.destroyed) if (!write(chunk)) return void response.once('drain', more);
	};
	more();
};

beforeEach(() => {
	skipped.hurry = 20;
});
afterEach(() => {
	skipped.hurry = 1;
	jest.restoreAllMocks();
});

test('a host that gives no good file is not listened to beyond the size that is taken', async () => {
	const message = await refusal((_request, response) => endless((chunk) => response.write(chunk), response), {
		maxFileSize: 2,
	});
	expect(message).toMatch(/ can't be downloaded: it is larger than 2 MB$/);
	expect(host.requests).toHaveLength(1);
	await host.settled();
});

test.each([
	'<!DOCTYPE html><html>Please log in</html>',
	' \n<?xml version="1.0"?><Error/>',
	'{"code": 1008, "msg": "gone"}',
])('a host that gives no good file, and does not say what it gives, is found out: %j', async (page) => {
	const message = await refusal((_request, response) => void response.end(page));
	expect(message).toMatch(/ can't be downloaded: its host gave a web page or a message instead of a file$/);
});

test('a host that gives no good file is not asked for a file that it says is too large', async () => {
	const message = await refusal(
		(_request, response) => void response.writeHead(200, { 'content-length': 3_000_000 }).flushHeaders(),
		{ maxFileSize: 2 },
	);
	expect(message).toContain('larger than 2 MB');
	expect(host.requests).toHaveLength(1);
});

test('a host that gives no good file has a small file counted by what it unpacks to', async () => {
	const bomb = gzipSync(Buffer.alloc(30_000_000));
	const message = await refusal(
		(_request, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
		{ maxFileSize: 2 },
	);
	expect(message).toContain('larger than 2 MB');
});

test.each([
	[204, ''],
	[206, 'a piece'],
	[500, 'broken'],
])(
	'a host that gives no good file is asked again when it answers HTTP %p, and gives the file then',
	async (status, body) => {
		host.answer = (_request, response) => {
			if (host.requests.length < 3) response.writeHead(status).end(body);
			else response.end(FILE);
		};
		resultsFrom(bench, `${host.url}/film.mp4`);
		const [item] = await download();
		expect(item?.binary?.data).toMatchObject({ mimeType: 'video/mp4', fileSize: '12 B' });
		expect(host.requests).toHaveLength(3);
	},
);

test.each([
	['and says so', { 'content-length': 0 }],
	['and does not say so', {}],
])(
	'a host that gives no good file gives an empty file %s: it is asked again, and refused in the end',
	async (_name, headers) => {
		const message = await refusal((_request, response) => void response.writeHead(200, headers).end());
		expect(message).toMatch(/ can't be downloaded: its host gave an empty file$/);
		expect(host.requests).toHaveLength(7);
	},
);

test.each([
	['application/json; charset=utf-8', '{"code":1008,"msg":"The content requested does not exist"}'],
	['application/problem+json', '{"title":"Gone"}'],
	['application/xml', '<Error><Code>AccessDenied</Code></Error>'],
	['Application/XHTML+xml', '<html></html>'],
	['text/plain', 'Not found'],
	['video/mp4', '<!DOCTYPE html><title>Sign in</title>'],
	['application/octet-stream', '{"error": "gone"}'],
])(
	'a host that gives no good file gives a message with HTTP 200 (%s), and it is no result',
	async (type, body) => {
		const message = await refusal(
			(_request, response) => void response.writeHead(200, { 'content-type': type }).end(body),
		);
		expect(message).toMatch(/ can't be downloaded: its host gave a web page or a message instead of a file$/);
	},
);

test('a host that says a wrong type gives a good file: it is what its bytes are', async () => {
	const picture = PNG.sync.write(new PNG({ width: 1, height: 1 }));
	host.answer = (_request, response) =>
		void response.writeHead(200, { 'content-type': 'text/plain' }).end(picture);
	resultsFrom(bench, `${host.url}/film`);
	const [item] = await download();
	expect(item?.binary?.data).toMatchObject({ mimeType: 'image/png', fileExtension: 'png' });
});

test('a host that gives no good file ends before its length: it is asked again, and refused in the end', async () => {
	const message = await refusal((_request, response) => {
		response.writeHead(200, { 'content-length': 100 }).write('too little');
		setImmediate(() => response.destroy());
	});
	expect(message).toContain("can't be downloaded");
	expect(host.requests).toHaveLength(7);
});

test('a host that gives no good file has its connection closed when the answer is refused', async () => {
	const page = (response: Parameters<OddHost['answer']>[1]) => {
		response.writeHead(200, { 'content-type': 'text/html' });
		endless((chunk) => response.write(chunk), response);
	};
	expect(await refusal((_request, response) => page(response))).toContain('gave a web page');
	const gone = (response: Parameters<OddHost['answer']>[1]) => {
		response.writeHead(404);
		endless((chunk) => response.write(chunk), response);
	};
	expect(await refusal((_request, response) => gone(response))).toContain('HTTP 404');
	await host.settled();
});

test('a host that gives no good file sends a byte now and then: it is given up', async () => {
	shortenDeadlines(60);
	const message = await refusal((_request, response) => {
		const timer = setInterval(() => (response.destroyed ? clearInterval(timer) : response.write('a')), 20);
	});
	expect(message).toMatch(/ can't be downloaded: it comes too slowly$/);
});

test('a host that gives no good file never begins with its answer: it is given up', async () => {
	shortenDeadlines(60);
	expect(await refusal(() => undefined)).toContain('its host takes too long');
});

test('a host that gives no good file has Stop close its connection in the middle of a file', async () => {
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

test('without a limit, a file of any size is taken', async () => {
	host.answer = (_request, response) => void response.end(Buffer.alloc(3_000_000, 1));
	resultsFrom(bench, `${host.url}/film.mp4`);
	const [item] = await download({ options: { maxFileSize: 0 } });
	expect(item?.binary?.data?.fileSize).toBe('3 MB');
});
