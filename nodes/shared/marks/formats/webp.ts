import { broken, LONGEST_PACKET, NotLabelled, SIGNED, type Input } from '../input';
import { padded, type Label } from '../packet';

const RIFF_BYTES = 12;
const CHUNK_BYTES = 8;
const MOST = 0xffff_fffe;
const HAS_XMP = 0x04;
const HAS_ALPHA = 0x10;

/**
 * WebP: the packet is a chunk at the end, and the header of the extended format tells of it: it is made where there is
 * none. The file tells its size first, so it grows by the same size whether it turns out to have a packet or not.
 */
export async function* webp(input: Input, label: Label): AsyncGenerator<Buffer, void> {
	const riff = Buffer.from(await input.peek(RIFF_BYTES));
	const size = riff.readUInt32LE(4);
	const { header, replaces } = await headerOf(input);
	const growth = CHUNK_BYTES + even(label.fresh.length);
	const grown = size + header.length - replaces + growth;
	if (grown > MOST) throw new NotLabelled('The WebP file has no room for a label');
	riff.writeUInt32LE(grown, 4);
	await input.take(RIFF_BYTES + replaces);
	yield Buffer.concat([riff, header]);
	for (let left = size - 4 - replaces; left > 0;) {
		const start = await input.peek(CHUNK_BYTES);
		const type = start.toString('latin1', 0, 4);
		const length = start.readUInt32LE(4);
		const whole = CHUNK_BYTES + even(length);
		if (whole > left) throw broken('WebP', 'a chunk is larger than the file');
		// What is put out already tells a larger size, which has to come true.
		if (type === 'C2PA' && input.past) throw new NotLabelled(SIGNED);
		const isPacket = type === 'XMP ' && length <= LONGEST_PACKET && !label.isWritten;
		const inner = isPacket
			? (await input.peek(whole)).subarray(CHUNK_BYTES, CHUNK_BYTES + length)
			: undefined;
		const packet = inner && label.extended(inner);
		const bytes = even(length) + growth;
		if (packet && packet.length <= bytes) {
			await input.take(whole);
			yield label.written(chunkOf(type, padded(packet, bytes)));
		} else yield* input.pass(whole);
		left -= whole;
	}
	if (!label.isWritten) yield label.written(chunkOf('XMP ', label.fresh));
	yield* input.rest();
}

/** The header of the extended format, and how many bytes of it are there already. */
async function headerOf(input: Input): Promise<{ header: Buffer; replaces: number }> {
	const first = (await input.peek(RIFF_BYTES + 18)).subarray(RIFF_BYTES);
	const type = first.toString('latin1', 0, 4);
	const content = first.subarray(CHUNK_BYTES);
	if (type === 'VP8X' && first.readUInt32LE(4) === 10) {
		const header = Buffer.from(first);
		header[CHUNK_BYTES] = (header[CHUNK_BYTES] ?? 0) | HAS_XMP;
		return { header, replaces: header.length };
	}
	if (type === 'VP8 ' && content.readUIntBE(3, 3) === 0x9d012a) {
		const [width, height] = [content.readUInt16LE(6), content.readUInt16LE(8)].map((each) => each & 0x3fff);
		return { header: extendedHeader(HAS_XMP, width, height), replaces: 0 };
	}
	if (type === 'VP8L' && content[0] === 0x2f) {
		const bits = content.readUInt32LE(1);
		const flags = HAS_XMP | ((bits >>> 28) & 1 ? HAS_ALPHA : 0);
		return { header: extendedHeader(flags, (bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1), replaces: 0 };
	}
	throw broken('WebP', 'it does not begin with a picture');
}

function extendedHeader(flags: number, width = 0, height = 0): Buffer {
	if (width === 0 || height === 0) throw broken('WebP', 'its picture has no size');
	const content = Buffer.alloc(10);
	content[0] = flags;
	content.writeUIntLE(width - 1, 4, 3);
	content.writeUIntLE(height - 1, 7, 3);
	return chunkOf('VP8X', content);
}

function chunkOf(type: string, content: Buffer): Buffer {
	const chunk = Buffer.alloc(CHUNK_BYTES + even(content.length));
	chunk.write(type, 'latin1');
	chunk.writeUInt32LE(content.length, 4);
	content.copy(chunk, CHUNK_BYTES);
	return chunk;
}

function even(length: number): number {
	return length + (length & 1);
}
