import { broken, LONGEST_PACKET, NotLabelled, SIGNED, type Input } from '../input';
import type { Label } from '../packet';

const SIGNATURE_BYTES = 8;
/** Length, type and checksum. */
const AROUND = 12;
const HEADER_BYTES = 13;
const LONGEST = 0x7fffffff;
const KEYWORD = 'XML:com.adobe.xmp\0';

/** PNG: the packet is a chunk iTXt before the picture (IDAT), or its first frame (fcTL). One behind the picture is extended where it stands. */
export async function* png(input: Input, label: Label): AsyncGenerator<Buffer, void> {
	yield await input.take(SIGNATURE_BYTES);
	const header = await input.peek(AROUND + HEADER_BYTES);
	if (!header.equals(chunkOf('IHDR', header.subarray(8, -4)))) throw broken('PNG', 'it has no header');
	let hasPicture = false;
	for (let type = ''; type !== 'IEND';) {
		const start = await input.peek(8);
		const length = start.readUInt32BE();
		type = start.toString('latin1', 4);
		if (length > LONGEST || !/^[A-Za-z]{4}$/.test(type))
			throw broken('PNG', 'it has no chunk where one has to be');
		if (type === 'IEND' && !hasPicture) throw broken('PNG', 'it has no picture');
		if (type === 'caBX') throw new NotLabelled(SIGNED);
		if ((type === 'IDAT' || type === 'fcTL') && !label.isWritten)
			yield label.written(chunkOf('iTXt', textOf(label.fresh)));
		hasPicture ||= type === 'IDAT';
		const inner = type === 'iTXt' && length <= LONGEST_PACKET ? await packetIn(input, length) : undefined;
		const packet = inner && label.extended(inner);
		if (packet) {
			await input.take(AROUND + length);
			yield label.written(chunkOf('iTXt', textOf(packet)));
		} else yield* input.pass(AROUND + length);
	}
	yield* input.rest();
}

/** The packet in the next chunk of text, if it is one. */
async function packetIn(input: Input, length: number): Promise<Buffer | undefined> {
	const text = (await input.peek(AROUND + length)).subarray(8, -4);
	if (text.toString('latin1', 0, KEYWORD.length) !== KEYWORD) return undefined;
	if (text[KEYWORD.length] !== 0) throw new NotLabelled('The XMP packet of the PNG file is compressed');
	// Behind the two bytes of the compression are a language and a translated keyword, each ended by a zero.
	const language = text.indexOf(0, KEYWORD.length + 2);
	const translated = text.indexOf(0, language + 1);
	return language < 0 || translated < 0 ? undefined : text.subarray(translated + 1);
}

function textOf(packet: Buffer): Buffer {
	return Buffer.concat([Buffer.from(`${KEYWORD}\0\0\0\0`, 'latin1'), packet]);
}

function chunkOf(type: string, content: Buffer): Buffer {
	const chunk = Buffer.alloc(AROUND + content.length);
	chunk.writeUInt32BE(content.length);
	chunk.write(type, 4, 'latin1');
	content.copy(chunk, 8);
	chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
	return chunk;
}

/** The checksum of PNG, of small content: Node has one of its own only from 20.15 on, in a module that nodes can't have. */
function crc32(bytes: Uint8Array): number {
	let value = 0xffffffff;
	for (const byte of bytes) {
		value ^= byte;
		for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
	}
	return (value ^ 0xffffffff) >>> 0;
}
