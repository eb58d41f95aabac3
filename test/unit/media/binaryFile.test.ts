import type { IExecuteFunctions } from 'n8n-workflow';
import { Readable } from 'node:stream';
import { signedUrlIfAny } from '../../../nodes/shared/media/binaryFile';
import { contentHash, filesIn } from '../../../nodes/shared/media/contentHash';

const binary = {
	stored: { id: 'filesystem:1', mimeType: 'image/png', data: '' },
	inMemory: { mimeType: 'image/png', data: 'AAAA' },
};

/** An item with a stored file and a file in memory. */
const context = {
	getInputData: () => [{ json: {}, binary }],
	helpers: {
		createBinarySignedUrl: () => 'http://localhost:5678/rest/binary-data/signed?token=t',
		getBinaryDataBuffer: async () => Buffer.from('the file'),
		getBinaryStream: async () => Readable.from([Buffer.from('the '), Buffer.from('file')]),
	},
} as unknown as IExecuteFunctions;

test('a file is known by its content, wherever n8n keeps it', async () => {
	const hashes = [];
	for (const property of ['stored', 'inMemory'])
		hashes.push(await contentHash(context, 0, property, 'Image'));
	expect(hashes[0]).toBe(hashes[1]);
	const other = { ...context, helpers: { getBinaryDataBuffer: async () => Buffer.from('the File') } };
	expect(await contentHash(other as unknown as IExecuteFunctions, 0, 'inMemory', 'Image')).not.toBe(
		hashes[1],
	);
});

test('an input names files by their binary fields alone, with the path of each parameter', () => {
	const others = [
		{ mode: 'url', property: 'stored' },
		{ mode: 'binary' },
		{ mode: 'binary', property: 5 },
		null,
	];
	const file = { mode: 'binary', property: 'stored' };
	expect(filesIn({ image: file, others, more: [{ image: file }] })).toEqual([
		{ property: 'stored', path: ['image'] },
		{ property: 'stored', path: ['more', 0, 'image'] },
	]);
});

test('an address that the service can not reach does not count', () => {
	const urlFor = (service: string) => signedUrlIfAny(context, binary.stored, service);
	expect(urlFor('http://127.0.0.1:4010')).toContain('/signed?token=');
	expect(urlFor('https://api.example.com')).toBeUndefined();
	expect(signedUrlIfAny(context, binary.inMemory, 'http://127.0.0.1:4010')).toBeUndefined();
});
