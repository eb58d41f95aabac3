import type { IExecuteFunctions } from 'n8n-workflow';
import { binaryIdentities, signedUrlIfAny } from '../../../nodes/shared/media/binaryFile';

const binary = {
	stored: { id: 'filesystem:1', mimeType: 'image/png', data: '' },
	inMemory: { mimeType: 'image/png', data: 'AAAA' },
};

/** An item with a stored file, which need not be read, and one in memory. */
const context = {
	getInputData: () => [{ json: {}, binary }],
	helpers: {
		createBinarySignedUrl: () => 'http://localhost:5678/rest/binary-data/signed?token=t',
		getBinaryDataBuffer: async (_item: number, property: string) => {
			if (property === 'stored') throw new Error('It was read');
			return Buffer.from('the file');
		},
	},
} as unknown as IExecuteFunctions;
const identities = async (input: unknown) => await binaryIdentities(context, 0, input, () => '');

test('a stored file is known by its ID, another by its content, in the order of the input', async () => {
	const [stored, inMemory] = ['stored', 'inMemory'].map((property) => ({ mode: 'binary', property }));
	const found = await identities({ picture: stored, more: [{ picture: inMemory }, { picture: stored }] });
	expect(found).toEqual(['filesystem:1', expect.stringMatching(/^[0-9a-f]{64}$/), 'filesystem:1']);
});

test('what names no file has no identity', async () => {
	const others = [
		{ mode: 'url', property: 'stored' },
		{ mode: 'url', url: 'https://example.com/a.png' },
		{ mode: 'binary' },
		{ property: 'stored' },
		{ mode: 'binary', property: 5 },
		'stored',
		null,
	];
	expect(await identities(others)).toEqual([]);
});

test('an address that the service can not reach is none', () => {
	const urlFor = (service: string) => signedUrlIfAny(context, binary.stored, service);
	expect(urlFor('http://127.0.0.1:4010')).toContain('/signed?token=');
	expect(urlFor('https://api.example.com')).toBeUndefined();
	expect(signedUrlIfAny(context, binary.inMemory, 'http://127.0.0.1:4010')).toBeUndefined();
});
