import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { download, type FileContext } from '../../../nodes/shared/jobs/download';
import type { Environment } from '../../../nodes/shared/transport/types';

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
