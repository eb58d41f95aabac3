import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { download, type FileContext } from '../../../nodes/shared/jobs/download';
import type { Environment } from '../../../nodes/shared/async/environment';

const environment: Environment = { now: () => 0, random: () => 0, sleep: async () => undefined };

test.each(['data:image/png;base64,AAAA', 'file:///etc/passwd', 'ftp://example.com/a.png', 'nothing', ''])(
	'%p is no address to download from, and nobody is asked',
	async (url) => {
		let asked = 0;
		const context: FileContext = {
			helpers: {
				httpRequest: async () => void (asked += 1),
				prepareBinaryData: async () => ({ data: '', mimeType: '' }),
			},
		};
		await expect(download(context, environment, url, {})).rejects.toMatchObject({
			message: expect.stringMatching(/ can't be downloaded: this is no http address$/),
		});
		expect(asked).toBe(0);
	},
);

// So it happens where n8n keeps files in memory: the source ends before its last piece is passed on.
test.each([1, 20_000, 200_000])(
	'a file of %i bytes that is all there at once is taken whole',
	async (length) => {
		const body = new PassThrough();
		body.end(Buffer.alloc(length, 1));
		const context: FileContext = {
			helpers: {
				httpRequest: async () => ({ statusCode: 200, headers: {}, body }),
				prepareBinaryData: async (stream) => {
					let bytes = 0;
					if (stream instanceof Uint8Array) throw new Error('No stream');
					// As n8n does it.
					stream.on('data', (chunk: Uint8Array) => void (bytes += chunk.length));
					await once(stream, 'end');
					return { data: '', mimeType: '', fileSize: String(bytes) };
				},
			},
		};
		const file = await download(context, environment, 'https://example.com/a.png', {});
		expect(file.fileSize).toBe(String(length));
	},
);

test('a file that has ended with nothing in it is refused', async () => {
	const context: FileContext = {
		helpers: {
			httpRequest: async () => {
				const body = new PassThrough();
				body.resume().end();
				await once(body, 'close');
				return { statusCode: 200, headers: {}, body };
			},
			prepareBinaryData: async () => ({ data: '', mimeType: '' }),
		},
	};
	await expect(download(context, environment, 'https://example.com/a.png', {})).rejects.toMatchObject({
		message: expect.stringContaining('its host gave an empty file'),
	});
});

test('a file that is not there is asked for three times, with a pause that gets longer', async () => {
	const pauses: number[] = [];
	let asked = 0;
	const context: FileContext = {
		helpers: {
			httpRequest: async () => {
				asked += 1;
				return { statusCode: 500, headers: {}, body: new PassThrough().end() };
			},
			prepareBinaryData: async () => ({ data: '', mimeType: '' }),
		},
	};
	const slow = { ...environment, sleep: async (ms: number) => void pauses.push(ms) };
	await expect(download(context, slow, 'https://example.com/a.png', {})).rejects.toThrow();
	expect([asked, pauses]).toEqual([3, [2_000, 4_000]]);
});

describe('a file that takes minutes', () => {
	const LEAST_BYTES = 60_000;

	/** A file that comes as the test says, and minutes that pass as it says. */
	async function start() {
		const minutes: AbortController[] = [];
		const { timeout } = AbortSignal;
		jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
			if (ms !== 60_000) return timeout.call(AbortSignal, ms);
			const minute = new AbortController();
			minutes.push(minute);
			return minute.signal;
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
		const ended = download(context, { ...environment, sleep }, 'https://example.com/a.png', {});
		ended.catch(() => undefined);
		const settled = async () => await new Promise(setImmediate);
		await settled();
		return {
			body,
			ended,
			why: () => taken?.errored?.message,
			comes: async (bytes: number) => {
				body.push(Buffer.alloc(bytes));
				await settled();
			},
			minutePasses: () => minutes.at(-1)?.abort(),
		};
	}

	afterEach(() => {
		jest.restoreAllMocks();
	});

	it('is ended when it comes too slowly', async () => {
		const { body, ended, why, comes, minutePasses } = await start();
		await comes(LEAST_BYTES - 1);
		minutePasses();
		expect(why()).toBe('it comes too slowly');
		expect(body.destroyed).toBe(true);
		await expect(ended).rejects.toThrow('It would be asked for again');
	});

	it('goes on when it comes fast enough, and each minute counts alone', async () => {
		const { why, comes, minutePasses } = await start();
		await comes(LEAST_BYTES);
		minutePasses();
		expect(why()).toBeUndefined();
		await comes(LEAST_BYTES - 1);
		minutePasses();
		expect(why()).toBe('it comes too slowly');
	});

	it('is done when it is whole, however slowly it came', async () => {
		const { body, ended, why, comes, minutePasses } = await start();
		await comes(1);
		body.push(null);
		expect(await ended).toEqual({ data: '', mimeType: '' });
		minutePasses();
		expect(why()).toBeUndefined();
	});
});
