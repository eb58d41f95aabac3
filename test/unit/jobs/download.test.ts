import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { download, type FileContext } from '../../../nodes/shared/jobs/download';
import { createLimit } from '../../../nodes/shared/async/limit';
import type { Environment } from '../../../nodes/shared/async/environment';

const environment: Environment = {
	...{ now: () => 0, uptime: () => 0, random: () => 0 },
	sleep: async () => undefined,
};
const ends = { limit: createLimit(1), until: Infinity, newAddress: async () => undefined };
const options = { ...ends, get: 'Get', maxFileSize: 0 };

test.each(['data:image/png;base64,AAAA', 'file:///etc/passwd', 'ftp://example.com/a.png', 'nothing', ''])(
	'a download from %p is refused, and no request is sent',
	async (url) => {
		const { context, asked } = setUp(() => ({}));
		await expect(download(context, environment, url, options)).rejects.toMatchObject({
			message: expect.stringMatching(/ can't be downloaded: this is no http address$/),
		});
		expect(asked).toEqual([]);
	},
);

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const URL = 'https://example.com/a.png';

/** A host, and a clock that only pauses and slow answers advance. */
function setUp(
	answer: (at: number, url: string) => { statusCode?: number; content?: Buffer; takesMs?: number },
) {
	let time = 1_000_000;
	const asked: Array<[second: number, url: string]> = [];
	const context: FileContext = {
		helpers: {
			httpRequest: async ({ url }) => {
				const at = (time - 1_000_000) / 1_000;
				asked.push([at, url]);
				const { statusCode = 200, content = Buffer.alloc(0), takesMs = 0 } = answer(at, url);
				time += takesMs;
				return { statusCode, headers: {}, body: new PassThrough().end(content) };
			},
			prepareBinaryData: async (stream, _name, mimeType) => {
				if (!(stream instanceof Uint8Array)) await once(stream.resume(), 'end');
				return { data: '', mimeType: mimeType ?? '' };
			},
		},
	};
	const clock: Environment = { ...environment, now: () => time, sleep: async (ms) => void (time += ms) };
	return { asked, context, clock, seconds: () => asked.map(([second]) => second) };
}

test('a missing file is requested again for a minute, with longer and longer pauses', async () => {
	const { context, clock, seconds } = setUp(() => ({ statusCode: 404 }));
	await expect(download(context, clock, URL, options)).rejects.toMatchObject({
		message: `The result at ${URL} can't be downloaded: its host answered HTTP 404`,
		details: {
			description: expect.stringMatching(/Get and Download Result.* 7 days/),
			httpStatus: 404,
		},
	});
	expect(seconds()).toEqual([0, 1, 3, 7, 15, 30, 60]);
});

test.each([404, 403, 410, 400, 204, 206, 500, 503, 200])(
	'a file is saved if it appears within a minute, after HTTP %i',
	async (statusCode) => {
		const { context, clock, seconds } = setUp((at) =>
			at < 3 ? { statusCode, content: statusCode === 200 ? undefined : PNG } : { content: PNG },
		);
		expect((await download(context, clock, URL, options)).mimeType).toBe('image/png');
		expect(seconds()).toEqual([0, 1, 3]);
	},
);

test('a missing file is requested at the new address of its record after a minute', async () => {
	const renewed = 'https://example.com/a.png?signature=2';
	const { context, clock, asked } = setUp((_at, url) =>
		url === URL ? { statusCode: 403 } : { content: PNG },
	);
	await download(context, clock, URL, { ...options, newAddress: async () => renewed });
	expect(asked.slice(-2)).toEqual([
		[30, URL],
		[60, renewed],
	]);
});

test("a missing file is not awaited beyond n8n's time limit", async () => {
	const { context, clock, seconds } = setUp(() => ({ statusCode: 404 }));
	await expect(download(context, clock, URL, { ...options, until: 1_020_000 })).rejects.toThrow('HTTP 404');
	expect(seconds()).toEqual([0, 1, 3, 7, 7]);
});

test('a host that takes minutes for its answer is asked once', async () => {
	const { context, clock, asked } = setUp(() => ({ statusCode: 504, takesMs: 120_000 }));
	await expect(download(context, clock, URL, options)).rejects.toThrow('HTTP 504');
	expect(asked).toHaveLength(1);
});

test('a full disk of n8n is named, and the file is requested once', async () => {
	const { context, clock, seconds } = setUp(() => ({ content: PNG }));
	const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
	context.helpers.prepareBinaryData = async () => await Promise.reject(full);
	await expect(download(context, clock, URL, options)).rejects.toMatchObject({
		message: `The result at ${URL} can't be downloaded: the disk of n8n is full`,
		details: { description: expect.stringMatching(/^Free space there, then save the result with Get/) },
	});
	expect(seconds()).toEqual([0]);
});

test('a missing file is not requested again after a Stop', async () => {
	const stop = new AbortController();
	const { context, clock, asked } = setUp(() => ({ statusCode: 404 }));
	const sleep = async () => {
		stop.abort();
		return await Promise.reject(new Error('Stopped'));
	};
	const stopped = { ...clock, sleep, signal: stop.signal };
	await expect(download(context, stopped, URL, options)).rejects.toThrow('Stopped');
	expect(asked).toHaveLength(1);
});

const LEAST_BYTES = 60_000;

test('a long download continues after a minute with enough bytes, and fails after a slow minute', async () => {
	const minutes: AbortController[] = [];
	const { timeout } = AbortSignal;
	const spy = jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
		if (ms !== 60_000) return timeout.call(AbortSignal, ms);
		minutes.push(new AbortController());
		return minutes.at(-1)?.signal ?? AbortSignal.abort();
	});
	const body = new Readable({ read() {} });
	let taken: Readable | undefined;
	const context: FileContext = {
		helpers: {
			httpRequest: async () => ({ statusCode: 200, headers: {}, body }),
			prepareBinaryData: async (stream) => {
				if (stream instanceof Uint8Array) throw new Error('No stream');
				taken = stream;
				await once(stream.resume(), 'end');
				return { data: '', mimeType: '' };
			},
		},
	};
	const sleep = async () => await Promise.reject(new Error('It would be asked for again'));
	download(context, { ...environment, sleep }, URL, options).catch(() => undefined);
	const after = async (bytes: number) => {
		await new Promise(setImmediate);
		body.push(Buffer.alloc(bytes));
		await new Promise(setImmediate);
		minutes.at(-1)?.abort();
		return taken?.errored?.message;
	};
	expect(await after(LEAST_BYTES)).toBeUndefined();
	expect(await after(LEAST_BYTES - 1)).toBe('it comes too slowly');
	spy.mockRestore();
});
