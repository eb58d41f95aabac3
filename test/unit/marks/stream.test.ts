import fc from 'fast-check';
import { counted, marked, type Labelled } from '../../../nodes/shared/marks';
import { createHash } from 'node:crypto';
import { FACTS, inPieces, mark, packetsIn, unlabelledJpeg } from '../../support/marking';
import { ALL_SAMPLES, box, mp4Sample, progressiveSample } from '../../support/sampleFiles';

const samples = new Map(
	[...ALL_SAMPLES, ['progressive.jpg', progressiveSample] as const].map(([name, make]) => [name, make()]),
);
const sample = fc.constantFrom(...samples.values());
const sizes = fc.array(fc.integer({ min: 1, max: 3_000 }), { minLength: 1, maxLength: 40 });

test('however a file is cut into pieces, the same comes out', async () => {
	await fc.assert(
		fc.asyncProperty(sample, sizes, async (content, pieces) => {
			expect((await mark(content, { sizes: pieces })).content.equals((await mark(content)).content)).toBe(
				true,
			);
		}),
		{ numRuns: 100 },
	);
	for (const content of samples.values())
		expect((await mark(content, { sizes: [1] })).content.equals((await mark(content)).content)).toBe(true);
});

test.each([...samples])('%s has one label, however often it is labelled', async (_, content) => {
	const once = await mark(content);
	const twice = await mark(once.content);
	for (const { outcome, content: labelled } of [once, twice]) {
		expect(outcome).toEqual({ labelled: true });
		expect(packetsIn(labelled)).toHaveLength(1);
		expect(packetsIn(labelled)[0]?.match(/DigitalSourceType xmlns/g)).toHaveLength(1);
	}
});

test.each(['photo.jpg', 'progressive.jpg', 'picture.png', 'pixel.webp', 'film.mp4'])(
	'%s that ends too early is passed on as it came, wherever it ends',
	async (name) => {
		const content = samples.get(name)!;
		const step = Math.ceil(content.length / 300);
		for (let end = content.length - 1; end >= 0; end -= step) {
			const cut = content.subarray(0, end);
			const { content: passed, outcome } = await mark(cut);
			// A film may end behind each of its boxes, and a JPEG is read up to its picture.
			if (name.endsWith('.jpg') && end >= pictureOf(content))
				expect(unlabelledJpeg(passed).equals(cut)).toBe(true);
			else if (name === 'film.mp4' && outcome.labelled)
				expect(passed.subarray(0, end).equals(cut)).toBe(true);
			else {
				expect(outcome).toEqual({ labelled: false, labelReason: expect.any(String) });
				expect(passed.equals(cut)).toBe(true);
			}
		}
	},
);

/** Where the picture of a JPEG begins, behind the header of its first scan. */
function pictureOf(jpeg: Buffer): number {
	const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]));
	return scan + 2 + jpeg.readUInt16BE(scan + 2);
}

test('whatever bytes come, they are passed on, and what is not labelled is as it came', async () => {
	const changes = fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { minLength: 1, maxLength: 6 });
	await fc.assert(
		fc.asyncProperty(sample, changes, async (content, changed) => {
			const damaged = Buffer.from(content);
			for (const [at, value] of changed) damaged[at % damaged.length] = value;
			const { content: passed, outcome } = await mark(damaged);
			if (outcome.labelled) expect(passed.length).toBeGreaterThan(damaged.length);
			else expect(passed.equals(damaged)).toBe(true);
		}),
		{ numRuns: 500 },
	);
	await fc.assert(
		fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (content) => {
			const { content: passed, outcome } = await mark(content);
			if (!outcome.labelled) expect(passed.equals(content)).toBe(true);
		}),
	);
});

test.each([
	['GIF', Buffer.from('GIF89a and so on and on')],
	['text', Buffer.from('Only a text, and not a short one')],
	['nothing', Buffer.alloc(0)],
	['AVIF', Buffer.concat([box('ftyp', Buffer.from('avif\0\0\0\0')), box('meta', Buffer.alloc(80))])],
])('a file of another type (%s) is passed on as it came, with the reason', async (_, content) => {
	const { content: passed, outcome } = await mark(content);
	expect(passed.equals(content)).toBe(true);
	expect(outcome).toEqual({
		labelled: false,
		labelReason: expect.stringMatching(/^Only JPEG, PNG|^The MP4 file is broken: it has no film/),
	});
});

test('a large film is passed on as it comes: no more than a few megabytes are held', async () => {
	const megabyte = Buffer.alloc(1_000_000, 7);
	let read = 0;
	let put = 0;
	let most = 0;
	async function* film() {
		const content = box('mdat', Buffer.alloc(0));
		content.writeUInt32BE(8 + 50 * megabyte.length);
		for (const piece of [mp4Sample(), content, ...Array.from({ length: 50 }, () => megabyte)]) {
			read += piece.length;
			yield piece;
		}
	}
	const told: Labelled[] = [];
	for await (const piece of marked(film(), FACTS, (outcome) => told.push(outcome))) {
		put += piece.length;
		most = Math.max(most, read - put);
	}
	expect(told).toEqual([{ labelled: true }]);
	expect(most).toBeLessThan(6_000_000);
});

test('a connection that breaks is no label that fails: the reader sees what broke', async () => {
	async function* breaks() {
		yield mp4Sample().subarray(0, 500);
		throw new Error('socket hang up');
	}
	const told = jest.fn();
	const read = async () => {
		for await (const _ of marked(breaks(), FACTS, told));
	};
	await expect(read()).rejects.toThrow('socket hang up');
	expect(told).not.toHaveBeenCalled();
});

test('a reader that stops early ends the source', async () => {
	const ended = jest.fn();
	async function* source() {
		try {
			for (;;) yield Buffer.alloc(1_000_000);
		} finally {
			ended();
		}
	}
	for await (const _ of marked(source(), FACTS, () => undefined)) break;
	expect(ended).toHaveBeenCalledTimes(1);
});

test('the receipt has the size and the SHA-256 of what is passed on', async () => {
	const content = mp4Sample();
	const tell = jest.fn();
	for await (const _ of counted(inPieces(content, [700]), tell));
	const sha256 = createHash('sha256').update(content).digest('hex');
	expect(tell.mock.calls).toEqual([[{ size: content.length, sha256 }]]);
});
