import type { Input } from '../input';
import type { Label } from '../label';
import { broken, LONGEST_PACKET, NotLabelled } from '../notLabelled';

/** Of a tag, of its footer, and of each of its frames. */
const HEADER_BYTES = 10;
const LONGEST_TAG = 0x0fff_ffff;
const UNSYNCHRONISED = 0x80;
const HAS_EXTENDED_HEADER = 0x40;
const HAS_FOOTER = 0x10;
/** Whose the content of a frame PRIV is. */
const OWNER = Buffer.from('XMP\0');

/**
 * MP3: the packet is a frame PRIV of an ID3v2 tag, behind its other frames; a file without a tag gets one. The tag tells
 * its size first, so it grows by the same size whether it turns out to have a packet or not.
 */
export async function* mp3(input: Input, label: Label): AsyncGenerator<Buffer, void> {
	if ((await input.peek(3)).toString('latin1') === 'ID3') yield* tag(input, label);
	else {
		const frame = frameOf(label.fresh, 3);
		const header = Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1');
		yield label.written(Buffer.concat([sizedHeader(header, frame.length), frame]));
	}
	const [first, second = 0] = await input.peek(2);
	if (first !== 0xff || second < 0xe0) throw broken('MP3', 'no sound follows its tag');
	yield* input.rest();
}

async function* tag(input: Input, label: Label): AsyncGenerator<Buffer, void> {
	const header = await input.peek(HEADER_BYTES);
	const [version = 0, , flags = 0] = header.subarray(3);
	const size = sevenBits(header, 6);
	if (size === undefined) throw broken('MP3', 'its tag has no possible size');
	if (version !== 3 && version !== 4)
		throw new NotLabelled(
			`The tag of the MP3 file is of a version without room for a label (ID3v2.${version})`,
		);
	const growth = HEADER_BYTES + OWNER.length + label.bytes;
	if (size + growth > LONGEST_TAG) throw new NotLabelled('The tag of the MP3 file is full');
	const extra = flags & HAS_EXTENDED_HEADER ? await extendedHeader(input, version) : 0;
	let left = size - extra;
	if (left < 0) throw broken('MP3', 'its tag is smaller than its header');
	await input.take(HEADER_BYTES);
	yield sizedHeader(header, size + growth);
	yield* input.pass(extra);
	// The sizes of frames are changed by this scheme of version 3: only the first place is known.
	while (left >= HEADER_BYTES && !(version === 3 && flags & UNSYNCHRONISED)) {
		const whole = await frameBytes(input, version, left);
		if (whole === 0) break;
		const packet = label.isWritten ? undefined : await packetIn(input, whole);
		if (packet) {
			yield label.written(frameOf(label.sized(packet, packet.length + growth), version));
			await input.take(whole);
		} else yield* input.pass(whole);
		left -= whole;
	}
	if (!label.isWritten) yield label.written(frameOf(label.fresh, version));
	yield* input.pass(left);
	if (version === 4 && flags & HAS_FOOTER) yield sizedHeader(await input.take(HEADER_BYTES), size + growth);
}

/** @throws NotLabelled when it has a checksum of the frames */
async function extendedHeader(input: Input, version: number): Promise<number> {
	const start = (await input.peek(HEADER_BYTES + 6)).subarray(HEADER_BYTES);
	const hasChecksum = version === 3 ? (start[4] ?? 0) & 0x80 : (start[5] ?? 0) & 0x20;
	if (hasChecksum) throw new NotLabelled('The tag of the MP3 file has a checksum, which a label would break');
	return version === 3 ? start.readUInt32BE() + 4 : (sevenBits(start, 0) ?? Infinity);
}

/** The size of the next frame; 0 where frames end, before the padding. */
async function frameBytes(input: Input, version: number, left: number): Promise<number> {
	const header = await input.peek(HEADER_BYTES);
	const content = version === 3 ? header.readUInt32BE(4) : sevenBits(header, 4);
	const isFrame = /^[A-Z0-9]{4}$/.test(header.toString('latin1', 0, 4));
	if (isFrame && content !== undefined && HEADER_BYTES + content <= left) return HEADER_BYTES + content;
	// What is put out already tells a larger size, which has to come true.
	if (header[0] !== 0 && input.past) throw broken('MP3', 'its tag has no frame where one has to be');
	return 0;
}

async function packetIn(input: Input, whole: number): Promise<Buffer | undefined> {
	if (whole > LONGEST_PACKET) return undefined;
	const frame = await input.peek(whole);
	const start = HEADER_BYTES + OWNER.length;
	// The second byte of the flags is set where the content is not as it stands: compressed, for example.
	const isPlain = frame.toString('latin1', 0, 4) === 'PRIV' && frame[9] === 0;
	return isPlain && frame.subarray(HEADER_BYTES, start).equals(OWNER) ? frame.subarray(start) : undefined;
}

/** A frame with a packet; the bytes of UTF-8 and of an even size need no scheme that escapes 0xff. */
function frameOf(packet: Buffer, version: number): Buffer {
	const header = Buffer.from('PRIV\0\0\0\0\0\0', 'latin1');
	const size = OWNER.length + packet.length;
	header.writeUInt32BE(version === 3 ? size : inSevenBits(size), 4);
	return Buffer.concat([header, OWNER, packet]);
}

function sizedHeader(header: Buffer, size: number): Buffer {
	const changed = Buffer.from(header);
	changed.writeUInt32BE(inSevenBits(size), 6);
	return changed;
}

/** A number of four bytes of seven bits each; undefined when it is none. */
function sevenBits(bytes: Buffer, at: number): number | undefined {
	const parts = [...bytes.subarray(at, at + 4)];
	return parts.some((part) => part > 0x7f) ? undefined : parts.reduce((sum, part) => sum * 128 + part, 0);
}

function inSevenBits(size: number): number {
	return [21, 14, 7, 0].reduce((bytes, shift) => bytes * 256 + ((size >> shift) & 0x7f), 0);
}
