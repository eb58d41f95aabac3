import { Readable } from 'node:stream';
import { z } from 'zod/v3';
import { BinaryFile, filesIn } from '../../../nodes/shared/media/binaryFile';
import { signedAgain, withContents } from '../../../nodes/shared/media/signed';
import { toFailure } from '../../../nodes/shared/operation/failure';
import { testBlocks } from '../../support/table';

/*
 * A block of files.txt has a file of an item or addresses of files, and what comes of it. In the addresses, <a> is one that
 * this n8n signed for the file a, and <<a>> one that another n8n signed.
 */

const block = z
	.object({
		get: z.enum(['url', 'urlIfAny', 'image', 'hash', 'again', 'contents']),
		property: z.string().default('data'),
		item: z
			.object({ json: z.record(z.unknown()).default({}) })
			.passthrough()
			.optional(),
		wanted: z.enum(['image', 'video', 'audio']).default('image'),
		/** What n8n stores, by ID. */
		stored: z.record(z.string()).default({}),
		isInMemory: z.boolean().default(false),
		n8n: z.string().default('https://n8n.example.net'),
		service: z.string().default('https://api.example.com'),
		body: z.record(z.unknown()).default({}),
	})
	.strict();

const OTHER = 'https://n8n.example.org';
const addressOf = (id: string, n8n: string, by = 'old') =>
	`${n8n}/binary-data/signed?token=HS256.${Buffer.from(JSON.stringify({ id })).toString('base64url')}.${by}`;

function contextOf(
	{ stored, n8n, isInMemory, item }: z.infer<typeof block>,
	said: string[],
	streams: Readable[],
) {
	const contentOf = async (id: string, how: string) => {
		said.push(`${how} ${id}`);
		if (stored[id] === undefined) throw new Error(`ENOENT: no file ${id}`);
		return Buffer.from(stored[id], 'latin1');
	};
	const keep = (file: object, content: Buffer) => {
		said.push(`keeps ${JSON.stringify(file)}`);
		return { ...file, id: isInMemory ? undefined : `a copy of ${content.toString('latin1')}` };
	};
	const helpers = {
		createBinarySignedUrl: ({ id = '' }, life: string) =>
			said.push(`signs ${id} for ${life}`) && addressOf(id, n8n, 'new'),
		async getBinaryStream(id: string) {
			const content = await contentOf(id, 'reads');
			const broken = { read: () => void setImmediate(() => stream.destroy(new Error('EIO'))) };
			const whole = Readable.from([content], { objectMode: false });
			const stream = stored[id] === 'breaks' ? new Readable(broken) : whole;
			streams.push(stream);
			return stream;
		},
		getBinaryDataBuffer: async (_: number, { id, data }: { id?: string; data: string }) =>
			id === undefined ? Buffer.from(data, 'latin1') : await contentOf(id, 'loads'),
		setBinaryDataBuffer: async (file: object, content: Buffer) => keep(file, content),
		prepareBinaryData: async (stream: Readable, fileName?: string, mimeType?: string) =>
			keep({ fileName, mimeType }, Buffer.concat(await stream.toArray())),
		assertBinaryData(_: number, path: string) {
			const found = path
				.split('.')
				.reduce((part, name) => Object(part)[name] as unknown, item?.json as unknown);
			if (found === undefined) throw new Error('It is not there');
			return found;
		},
	};
	return { getExecutionId: () => '7', getInputData: () => (item ? [item] : []), helpers } as never;
}

const SIGNED = /(https?:[^" ]*)\/binary-data\/signed\?token=HS256\.([\w-]+)\.(\w+)/g;
function shownAddress([n8n, payload = '', by]: string[]): string {
	const id = Buffer.from(payload, 'base64url')
		.toString()
		.replace(/^{"id":"(.*)"}$/, '$1');
	return `${id}, ${by}${n8n === OTHER ? ' elsewhere' : ''}`;
}

async function told(situation: string): Promise<string[]> {
	const now = block.parse(JSON.parse(situation));
	const [said, streams]: [string[], Readable[]] = [[], []];
	const context = contextOf(now, said, streams);
	const body = JSON.stringify(now.body)
		.replace(/<<(\w+)>>/g, (_, id: string) => addressOf(id, OTHER))
		.replace(/<(\w+)>/g, (_, id: string) => addressOf(id, now.n8n));
	const file = () => new BinaryFile(context, 0, now.property, 'Image to Change');
	const look = async (id: string, see: () => Promise<unknown>) =>
		said.push(`looks at ${id}`) && (await see());
	const results = {
		url: async () => await file().url(now.service, now.wanted),
		urlIfAny: async () => (await file().urlIfAny(now.service)) ?? 'none',
		image: async () => await file().image(),
		hash: async () => await file().hash(),
		again: async () => await signedAgain(context, { none: undefined, ...JSON.parse(body) }, look),
		contents: async () => await withContents(context, body, contentOf),
	};
	const contentOf = async (id: string) => {
		if (id === 'gone') throw new Error('ENOENT');
		return `"content of ${id}"`;
	};
	try {
		const result = JSON.stringify(await results[now.get]());
		said.push(`gives ${result.replace(SIGNED, (_, ...of: string[]) => `<${shownAddress(of)}>`)}`);
	} catch (error) {
		const { message, details } = toFailure(error);
		said.push(`fails: ${message} ${JSON.stringify(details)}`);
	}
	const open = streams.filter(({ closed, destroyed }) => !closed && !destroyed);
	return open.length > 0 ? [...said, `leaves ${open.length} open`] : said;
}

testBlocks(__dirname, 'files.txt', told);

test('only binary fields in the input name files, each with the path of its parameter', () => {
	const [mode, property] = ['binary', 'stored'];
	const others = [{ mode: 'url', property }, { mode }, { mode, property: 5 }, null];
	const file = { mode, property };
	const paths = [['image'], ['more', 0, 'image']];
	const found = filesIn({ image: file, others, more: [{ image: file }] });
	expect(found).toEqual(paths.map((path) => ({ property, path })));
});
