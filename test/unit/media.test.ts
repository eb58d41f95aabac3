import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { Readable } from 'node:stream';
import { BinaryFile, filesIn } from '../../nodes/shared/media/binaryFile';
import { lookAt } from '../../nodes/shared/media/lookAt';
import { withContents } from '../../nodes/shared/media/signed';
import { refusalOf } from './faces/samples';

const binary = {
	stored: { id: 'filesystem:1', mimeType: 'image/png', data: '' },
	inMemory: { mimeType: 'image/png', data: 'AAAA' },
};

/** An item with a stored file and a file in memory. */
const context = {
	getExecutionId: () => '1',
	getInputData: () => [{ json: {}, binary }],
	helpers: {
		createBinarySignedUrl: () => 'http://localhost:5678/rest/binary-data/signed?token=t',
		getBinaryDataBuffer: async () => Buffer.from('the file'),
		getBinaryStream: async () => Readable.from([Buffer.from('the '), Buffer.from('file')]),
	},
} as unknown as IExecuteFunctions;

test('a file is hashed by its content, wherever n8n keeps it', async () => {
	const hash = async (property: string, by: object = context) =>
		await new BinaryFile(by as IExecuteFunctions, 0, property, 'Image').hash();
	expect(await hash('stored')).toBe(await hash('inMemory'));
	const other = { ...context, helpers: { getBinaryDataBuffer: async () => Buffer.from('the File') } };
	expect(await hash('inMemory', other)).not.toBe(await hash('inMemory'));
});

test('only binary fields in the input name files, each with the path of its parameter', () => {
	const [mode, property] = ['binary', 'stored'];
	const others = [{ mode: 'url', property }, { mode }, { mode, property: 5 }, null];
	const file = { mode, property };
	const paths = [['image'], ['more', 0, 'image']];
	const found = filesIn({ image: file, others, more: [{ image: file }] });
	expect(found).toEqual(paths.map((path) => ({ property, path })));
});

const SERVICE = 'https://api.example.com';

test('a stored file is named where it is gone or missing, and has an address only for a service that reaches n8n', async () => {
	const file = (property: string, change = {}) =>
		new BinaryFile({ ...context, ...change } as IExecuteFunctions, 0, property, 'Image');
	const helpers = { getBinaryStream: async () => await Promise.reject(new Error('ENOENT')) };
	const message = 'Image is the binary field "stored", and n8n can\'t read its file: ENOENT';
	const details = expect.objectContaining({ next: 'changeFile', field: 'Image' });
	await expect(file('stored', { helpers }).hash()).rejects.toMatchObject({ message, details });
	const getInputData = () => [{ json: { _files: { a: binary.stored } }, binary }];
	const description = 'Its binary fields are: a, stored, inMemory.';
	expect(refusalOf(() => file('b', { getInputData }))).toMatchObject({ description, field: 'Image' });
	const [stored, inMemory] = [file('stored'), file('inMemory')];
	expect([await stored.urlIfAny(SERVICE), await inMemory.urlIfAny(SERVICE)]).toEqual([undefined, undefined]);
	expect(await stored.urlIfAny('http://127.0.0.1:4010')).toContain('signed?token=t');
});

const URL = 'https://files.example.io/a.mp4';
const asked: IHttpRequestOptions[] = [];
type Answer = { statusCode: number; body: string } | Error;
const check = async (answer: Answer, url = URL, serviceUrl = SERVICE) => {
	asked.length = 0;
	const httpRequest = async (options: IHttpRequestOptions) => {
		asked.push(options);
		if (answer instanceof Error) throw answer;
		return { ...answer, headers: {}, body: Readable.from(answer.body ? [Buffer.from(answer.body)] : []) };
	};
	const context = { helpers: { httpRequest } } as unknown as IExecuteFunctions;
	const options = { label: 'Video to Change', serviceUrl, wanted: 'video' } as const;
	return await lookAt(context, { signal: undefined }, url, options);
};
const page = { statusCode: 200, body: '<!DOCTYPE html><title>Sign in</title>' };

test('an address that n8n signed counts by its file, unless it is part of a text', async () => {
	const token = Buffer.from('{"id":"a"}').toString('base64url');
	const signed = `https://n8n.example.com/rest/binary-data/signed?token=h.${token}.s`;
	const contentOf = async (id: string) => `"content of ${id}"`;
	expect(await withContents(context, JSON.stringify([signed]), contentOf)).toBe('["content of a"]');
	const prompt = JSON.stringify([`https://example.com and ${signed}`]);
	expect(await withContents(context, prompt, contentOf)).toBe(prompt);
});

test('an address of a page is refused with a hint to the file, and only the first bytes of the page are read', async () => {
	const message = 'Video to Change leads to a web page or a message instead of a video';
	const description = expect.stringMatching(/^Download it.*Google Drive, Dropbox.*By File/);
	await expect(check(page)).rejects.toMatchObject({ message, details: { description } });
	expect(asked).toEqual([expect.objectContaining({ url: URL, headers: { range: 'bytes=0-63' } })]);
	await expect(check({ ...page, statusCode: 206 })).rejects.toThrow('leads to a web page');
});

test.each<[string, Answer, object]>([
	['a video', { statusCode: 206, body: '\0\0\0\x18ftypmp42' }, {}],
	['a file of an unknown type', { statusCode: 200, body: 'what is this' }, {}],
	['HTTP 401', { ...page, statusCode: 401 }, { unseen: 'its host answered HTTP 401' }],
	['HTTP 403', { ...page, statusCode: 403 }, { unseen: 'its host answered HTTP 403' }],
	['HTTP 503', { ...page, statusCode: 503 }, { unseen: 'its host answered HTTP 503' }],
	['no host', new Error('getaddrinfo ENOTFOUND'), { unseen: 'getaddrinfo ENOTFOUND', isSilent: true }],
])('an address passes the check if it leads to %s', async (_what, answer, look) => {
	expect([await check(answer), asked.length]).toEqual([look, 1]);
});

test.each([
	['HTTP 404', { ...page, statusCode: 404 }, 'is not there: its host answers HTTP 404'],
	['HTTP 410', { ...page, statusCode: 410 }, 'is not there: its host answers HTTP 410'],
	['an empty file', { statusCode: 200, body: '' }, 'leads to an empty file (0 bytes) instead of a video'],
	['a range of an empty file', { statusCode: 416, body: '' }, 'leads to an empty file (0 bytes)'],
	['an image', { statusCode: 206, body: 'GIF89a' }, 'leads to an image (image/gif) instead of a video'],
])('an address is refused before the job is paid if it leads to %s', async (_what, answer, why) => {
	await expect(check(answer)).rejects.toThrow(`Video to Change ${why}`);
});

test('the sample address of an example is refused as such', async () => {
	const message = 'Video to Change is the address of the example';
	const refused = { message, details: { description: 'Enter the address of your own file.' } };
	await expect(check(page, 'https://example.com/media/people-3.png')).rejects.toMatchObject(refused);
	expect(asked).toEqual([]);
});

test('a private address is refused, unless the service is on a private network too, and then only its files are read', async () => {
	const message = "Video to Change is at 192.168.0.7, a private address that the service can't reach";
	const details = { description: expect.stringContaining('By File') };
	await expect(check(page, 'http://192.168.0.7/a.mp4')).rejects.toMatchObject({ message, details });
	await check(page, undefined, 'http://127.0.0.1:4010');
	expect(asked).toEqual([]);
	const inside = check(page, 'http://192.168.0.7/a.mp4', 'http://127.0.0.1:4010');
	await expect(inside).rejects.toThrow('leads to a web page');
});
