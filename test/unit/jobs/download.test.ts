import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { download, type FileContext } from '../../../nodes/shared/jobs/download';
import { createLimit } from '../../../nodes/shared/async/limit';
import type { Environment } from '../../../nodes/shared/async/environment';

const environment: Environment = {
	...{ now: () => 0, uptime: () => 0, random: () => 0 },
	sleep: async () => undefined,
};
const time = { leftMs: 3_600_000 };
const ends = { limit: createLimit(1), until: Infinity, time };
const options = { ...ends, job: { id: 'a', resource: 'job' }, maxFileSize: 0, called: 'a' };

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

interface Given {
	statusCode?: number;
	content?: Buffer;
	type?: string;
	headers?: object;
	takesMs?: number;
}

/** A host, and a clock that only pauses and slow answers advance. */
function setUp(answer: (at: number) => Given) {
	let time = 1_000_000;
	const asked: Array<[second: number, url: string]> = [];
	const context: FileContext = {
		helpers: {
			httpRequest: async ({ url }) => {
				const at = (time - 1_000_000) / 1_000;
				asked.push([at, url]);
				const { statusCode = 200, content = Buffer.alloc(0), type = '', takesMs = 0, ...more } = answer(at);
				time += takesMs;
				const headers = { 'content-type': type, ...more.headers };
				return { statusCode, headers, body: new PassThrough().end(content) };
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

test.each([
	['1970-01-01T00:16:39.999Z', [0]],
	['1970-01-01T00:16:40.000Z', [0, 1]],
])('a result is asked for until it expires (%s), and the error has its date', async (expiresAt, tries) => {
	const { context, clock, seconds } = setUp(() => ({ statusCode: 404 }));
	await expect(download(context, clock, URL, { ...options, expiresAt })).rejects.toMatchObject({
		message: expect.stringMatching(`HTTP 404\\. The service kept it until ${expiresAt}$`),
		details: {
			...{ next: 'nothing', httpStatus: 404 },
			description: 'Download Result, or Get within seven days, saves a result in time.',
		},
	});
	expect(seconds()).toEqual(tries);
});

const box = (type: string, content: Buffer) => {
	const size = Buffer.alloc(4);
	size.writeUInt32BE(content.length + 8);
	return Buffer.concat([size, Buffer.from(type), content]);
};
const MARK = Buffer.from('jumb c2pa manifest \0\xff\xd9 end', 'latin1');

/** With what the service marks a file with: a chunk, a segment or a box that the node does not know. */
test.each<[string, Buffer]>([
	['image/png', Buffer.concat([PNG, box('caBX', MARK)])],
	['image/jpeg', Buffer.concat([Buffer.from('\xff\xd8\xff\xe0\0\x04ab\xff\xeb', 'latin1'), MARK])],
	['image/webp', Buffer.concat([Buffer.from('RIFF\x40\0\0\0WEBPVP8XC2PA', 'latin1'), MARK])],
	['video/mp4', Buffer.concat([box('ftyp', Buffer.from('isom\0\0\0\0')), box('uuid', MARK)])],
])('a marked file of the type %s is saved byte for byte', async (type, content) => {
	const { context } = setUp(() => ({ content }));
	const saved = createHash('sha256');
	context.helpers.prepareBinaryData = async (stream, _name, mimeType) => {
		for await (const chunk of stream) saved.update(chunk as Uint8Array);
		return { data: '', mimeType: mimeType ?? '' };
	};
	const { mimeType } = await download(context, environment, URL, options);
	const sent = createHash('sha256').update(content);
	expect([mimeType, saved.digest('hex')]).toEqual([type, sent.digest('hex')]);
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

test.each([
	['<!doctype html><html>', ''],
	['{"error": "gone"}', ''],
	['The file is gone', 'text/plain; charset=utf-8'],
	['gone', 'application/problem+json'],
])('%j of the type "%s" is refused, and saved as no file', async (text, type) => {
	const { context, clock } = setUp(() => ({ content: Buffer.from(text), type }));
	const why = 'its host gave a web page or a message instead of a file';
	await expect(download(context, clock, URL, options)).rejects.toThrow(why);
});

test('a file is saved by its bytes, if its host calls it a text', async () => {
	const { context, clock } = setUp(() => ({ content: PNG, type: 'text/html' }));
	expect((await download(context, clock, URL, options)).mimeType).toBe('image/png');
});

const MB = 1_000_000;
test.each([
	['of exactly the Maximum File Size', MB, true, true],
	['of one byte more', MB + 1, true, false],
	['of one byte more, about which its host says nothing', MB + 1, false, false],
])('a file %s is saved or refused', async (_, bytes, isSaid, isSaved) => {
	const content = Buffer.concat([PNG], bytes);
	const { context, clock } = setUp(() => ({
		content,
		headers: isSaid ? { 'content-length': `${bytes}` } : {},
	}));
	const save = jest.spyOn(context.helpers, 'prepareBinaryData');
	const saved = download(context, clock, URL, { ...options, maxFileSize: 1 });
	if (isSaved) await expect(saved).resolves.toEqual({ data: '', mimeType: 'image/png' });
	else await expect(saved).rejects.toThrow("can't be downloaded: it is larger than 1 MB");
	// A file that says that it is too large is not even begun.
	expect(save).toHaveBeenCalledTimes(isSaid && !isSaved ? 0 : 1);
});

test("a missing file is not awaited beyond n8n's time limit", async () => {
	const { context, clock, seconds } = setUp(() => ({ statusCode: 404 }));
	await expect(download(context, clock, URL, { ...options, until: 1_020_000 })).rejects.toThrow('HTTP 404');
	expect(seconds()).toEqual([0, 1, 3, 7]);
});

test.each([
	['ENOSPC', 200, 'the disk of n8n is full', 'Free space there', [0]],
	['EDQUOT', 200, 'the disk of n8n is full', 'Free space there', [0]],
	['ETIMEDOUT', 200, 'its host takes too long', 'Check that n8n reaches this host', [0, 1, 3, 7, 15, 30, 60]],
	['', 404, 'its host answered HTTP 404', 'Wait some minutes', [0, 1, 3, 7, 15, 30, 60]],
])(
	'a file that ends with "%s" and HTTP %i says why, and what to do first',
	async (code, statusCode, why, toDo, tries) => {
		const { context, clock, seconds } = setUp(() => ({ content: PNG, statusCode }));
		const failed = Object.assign(new Error('no space left on device, write'), { code });
		context.helpers.prepareBinaryData = async () => await Promise.reject(failed);
		await expect(download(context, clock, URL, options)).rejects.toMatchObject({
			message: `The result at ${URL} can't be downloaded: ${why}`,
			details: {
				...{ next: 'readJob', id: 'a', resource: 'job', ...(code === '' && { httpStatus: 404 }) },
				description: `${toDo}, then save the result with Job › Get, the ID a and Download Result, which costs nothing. The service keeps it for 7 days.`,
			},
		});
		expect(seconds()).toEqual(tries);
	},
);

const LEAST_BYTES = 60_000;

test('a long download continues after a minute with enough bytes, and fails after a slow minute', async () => {
	const minutes: AbortController[] = [];
	const { timeout } = AbortSignal;
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
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
});
