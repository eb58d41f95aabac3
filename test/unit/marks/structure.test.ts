import { FACTS, mark, packetsIn, unlabelledJpeg } from '../../support/marking';
import * as files from '../../support/sampleFiles';

const { box, xmpBox, id3, id3Frame, soundSample } = files;
const PACKET =
	'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
	'<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" dc:format="kept"/></rdf:RDF></x:xmpmeta>';
const passedOn = async (content: Buffer, labelReason: string | RegExp) => {
	const { content: passed, outcome } = await mark(content);
	expect(passed.equals(content)).toBe(true);
	expect(outcome).toEqual({ labelled: false, labelReason: expect.stringMatching(labelReason) });
};

describe('JPEG', () => {
	const app1 = (packet: string) => {
		const content = Buffer.from(`http://ns.adobe.com/xap/1.0/\0${packet}`);
		const size = content.length + 2;
		return Buffer.concat([Buffer.from([0xff, 0xe1, size >> 8, size & 0xff]), content]);
	};
	const start = (jpeg: Buffer, ...segments: Buffer[]) =>
		Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);

	test('the label is a segment before the scan, and all other bytes stay', async () => {
		const jpeg = files.jpegSample();
		const { content } = await mark(jpeg);
		const at = content.indexOf('http://ns.adobe.com/xap/1.0/\0') - 4;
		expect(at).toBeLessThan(content.indexOf(Buffer.from([0xff, 0xda])));
		expect(unlabelledJpeg(content).equals(jpeg)).toBe(true);
	});
	test('a packet that is full leaves the file as it came', async () => {
		await passedOn(
			start(files.jpegSample(), app1(PACKET.replace('kept', 'x'.repeat(64_900)))),
			'The XMP packet of the JPEG file is full',
		);
	});
	test('a packet that is not as programs write it stays, and the label is beside it', async () => {
		const odd = PACKET.replace('<rdf:Desc', '<!-- odd --><rdf:Desc');
		const { content, outcome } = await mark(start(files.jpegSample(), app1(odd)));
		expect(outcome).toEqual({ labelled: true });
		expect(packetsIn(content)).toEqual([odd, expect.stringContaining('trainedAlgorithmicMedia')]);
	});
	test('a signed file stays as it came', async () => {
		const signed = Buffer.from([
			0xff,
			0xeb,
			0,
			20,
			...Buffer.from('JP\0\0\0\0\0\0jumbjumdc2pa').subarray(0, 18),
		]);
		signed.write('c2pa', 16);
		await passedOn(start(files.jpegSample(), signed), /signed/);
	});
	test('a consent too long for a segment leaves the file as it came', async () => {
		const { outcome } = await mark(files.jpegSample(), {
			facts: { ...FACTS, consentReference: 'x'.repeat(70_000) },
		});
		expect(outcome).toEqual({ labelled: false, labelReason: 'The XMP packet of the JPEG file is full' });
	});
});

describe('MP4', () => {
	const film = files.mp4Sample();
	const head = box('ftyp', Buffer.from('isom\0\0\0\0'));
	const moov = box('moov', Buffer.alloc(20));

	test('the label is the last box, and all samples stay in their places', async () => {
		const { content } = await mark(film);
		expect(content.subarray(0, film.length).equals(film)).toBe(true);
		expect(content.toString('latin1', film.length + 4, film.length + 8)).toBe('uuid');
		expect(content.readUInt32BE(film.length)).toBe(content.length - film.length);
	});
	test('sizes of 64 bits are read', async () => {
		const { outcome, content } = await mark(Buffer.concat([head, moov, box('mdat', Buffer.alloc(99), true)]));
		expect(outcome).toEqual({ labelled: true });
		expect(content.indexOf('uuid')).toBe(head.length + moov.length + 16 + 99 + 4);
	});
	test('behind a box that goes on to the end nothing can be put', async () => {
		const open = box('mdat', Buffer.alloc(99));
		open.writeUInt32BE(0);
		await passedOn(Buffer.concat([head, moov, open]), 'The last box of the MP4 file goes on to its end');
	});
	test('the index of fragments stays the last box', async () => {
		const index = box('mfra', Buffer.alloc(40));
		const { content } = await mark(Buffer.concat([head, moov, index]));
		expect(content.subarray(-index.length).equals(index)).toBe(true);
		expect(packetsIn(content)).toHaveLength(1);
	});
	test('a packet becomes free space, and stands at the end with the label', async () => {
		const tail = Buffer.concat([moov, box('mdat', Buffer.from('samples'))]);
		const file = Buffer.concat([head, xmpBox(PACKET), tail]);
		const { content } = await mark(file);
		expect(content.toString('latin1', head.length + 4, head.length + 8)).toBe('free');
		const after = file.length - tail.length;
		expect(content.subarray(after, file.length).equals(tail)).toBe(true);
		expect(content.subarray(file.length).toString()).toMatch(/^....uuid[^]*kept[^]*trainedAlgorithmicMedia/);
	});
	test('a packet that is the last box is extended there', async () => {
		const { content } = await mark(Buffer.concat([head, moov, xmpBox(PACKET)]));
		expect(packetsIn(content)).toHaveLength(1);
		expect(content.includes('free')).toBe(false);
	});
	test('a signed file stays as it came', async () => {
		const signed = box('uuid', Buffer.from('d8fec3d61b0e483c92975828877ec48100', 'hex'));
		await passedOn(Buffer.concat([head, signed, moov]), /signed/);
	});
	test.each([
		['no size', Buffer.from([0, 0, 0, 7, 0x6d, 0x64, 0x61, 0x74])],
		['no name', Buffer.from([0, 0, 0, 8, 1, 2, 3, 4])],
	])('a box with %s leaves the file as it came', async (_, bad) => {
		await passedOn(Buffer.concat([head, moov, bad]), 'The MP4 file is broken');
	});
});

describe('MP3', () => {
	const title = id3Frame('TIT2', Buffer.from('\0A title'));
	const padding = Buffer.alloc(50);
	const sound = soundSample();

	test('a file without a tag gets one, and its sound stays', async () => {
		const { content } = await mark(sound);
		expect(content.toString('latin1', 0, 3)).toBe('ID3');
		expect(content.subarray(-sound.length).equals(sound)).toBe(true);
	});
	test.each([3, 4])('frames and padding of a tag of version %s stay', async (version) => {
		const { content } = await mark(Buffer.concat([id3(version, 0, Buffer.concat([title, padding])), sound]));
		expect(content.subarray(10, 10 + title.length).equals(title)).toBe(true);
		expect(content.subarray(-sound.length - 50).equals(Buffer.concat([padding, sound]))).toBe(true);
		expect(packetsIn(content)).toHaveLength(1);
	});
	test('a packet that is there is extended', async () => {
		const frames = Buffer.concat([id3Frame('PRIV', Buffer.from(`XMP\0${PACKET}`)), title]);
		const { content } = await mark(Buffer.concat([id3(3, 0, frames), sound]));
		expect(packetsIn(content)).toEqual([expect.stringMatching(/kept[^]*trainedAlgorithmicMedia/)]);
		const tag = 10 + [...content.subarray(6, 10)].reduce((sum, part) => sum * 128 + part, 0);
		expect(content.subarray(tag).equals(sound)).toBe(true);
	});
	test.each([
		['an older version', id3(2, 0, Buffer.alloc(20)), /ID3v2\.2/],
		['an extended header', id3(3, 0x40, Buffer.from([0, 0, 0, 6, 0, 0, 0, 0, 0, 0, ...title])), /ID3v2\.3/],
		['bytes that are changed against false starts of sound', id3(3, 0x80, title), /ID3v2\.3/],
		['a footer', id3(4, 0x10, title), /ID3v2\.4/],
		['a very large picture', id3(3, 0, Buffer.alloc(3_000_001)), /too large/],
		['a frame that is none', id3(3, 0, Buffer.from('no frame at all')), /no frame where/],
	])('a tag with %s leaves the file as it came', async (_, tag, reason) => {
		await passedOn(Buffer.concat([tag, sound]), reason);
	});
	test('a tag before something else than sound is passed on as it came', async () => {
		await passedOn(Buffer.concat([id3(3, 0, title), Buffer.from('fLaC and more')]), /no sound follows/);
	});
});

test('a PNG whose packet is compressed stays as it came', async () => {
	const png = files.pngSample();
	const text = Buffer.from('XML:com.adobe.xmp\0\x01\0\0\0packed');
	const chunk = Buffer.alloc(12 + text.length);
	chunk.writeUInt32BE(text.length);
	chunk.write('iTXt', 4);
	text.copy(chunk, 8);
	await passedOn(Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]), /compressed/);
});
