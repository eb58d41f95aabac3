import { broken, NotLabelled, type Input } from '../input';
import type { Label } from '../packet';

/** Of a tag, and of each of its frames. */
const HEADER_BYTES = 10;
/** The tag is held whole: it tells its size first. */
const LONGEST_TAG = 3_000_000;
/** Whose the content of a frame PRIV is. */
const OWNER = Buffer.from('XMP\0');
const NEW_TAG = Buffer.from('ID3\x03\0\0', 'latin1');

/** MP3: the packet is a frame PRIV of an ID3v2 tag, behind its other frames; a file without a tag gets one. */
export async function* mp3(input: Input, label: Label): AsyncGenerator<Buffer, void> {
	const isTagged = (await input.peek(3)).toString('latin1') === 'ID3';
	yield isTagged ? await taggedAnew(input, label) : tagOf(NEW_TAG, [label.written(frameOf(label.fresh, 3))]);
	const [first, second = 0] = await input.peek(2);
	if (first !== 0xff || second < 0xe0) throw broken('MP3', 'no sound follows its tag');
	yield* input.rest();
}

async function taggedAnew(input: Input, label: Label): Promise<Buffer> {
	const header = await input.peek(HEADER_BYTES);
	const [version = 0, , flags] = header.subarray(3);
	const size = sevenBits(header, 6);
	if (size === undefined) throw broken('MP3', 'its tag has no possible size');
	if ((version !== 3 && version !== 4) || flags !== 0)
		throw new NotLabelled(`The tag of the MP3 file is of a kind without room for a label (ID3v2.${version})`);
	if (size > LONGEST_TAG) throw new NotLabelled('The tag of the MP3 file is too large for a label');
	const frames: Buffer[] = [];
	let left = (await input.peek(HEADER_BYTES + size)).subarray(HEADER_BYTES);
	for (let bytes; (bytes = frameBytes(left, version)); left = left.subarray(bytes))
		frames.push(left.subarray(0, bytes));
	// Behind the frames there is nothing but padding.
	if (left.length > 0 && left[0] !== 0) throw broken('MP3', 'its tag has no frame where one has to be');
	const own = frames.findIndex(isPacket);
	const packet = label.extended(frames[own]?.subarray(HEADER_BYTES + OWNER.length) ?? Buffer.alloc(0));
	const frame = label.written(frameOf(packet ?? label.fresh, version));
	if (packet) frames[own] = frame;
	else frames.push(frame);
	await input.take(HEADER_BYTES + size);
	return tagOf(header.subarray(0, 6), [...frames, left]);
}

/** The size of the next frame; undefined where frames end, before the padding. */
function frameBytes(tag: Buffer, version: number): number | undefined {
	if (tag.length < HEADER_BYTES || !/^[A-Z0-9]{4}$/.test(tag.toString('latin1', 0, 4))) return undefined;
	const content = version === 3 ? tag.readUInt32BE(4) : sevenBits(tag, 4);
	return content === undefined || HEADER_BYTES + content > tag.length ? undefined : HEADER_BYTES + content;
}

function isPacket(frame: Buffer): boolean {
	// The second byte of the flags is set where the content is not as it stands: compressed, for example.
	const isPlain = frame.toString('latin1', 0, 4) === 'PRIV' && frame[9] === 0;
	return isPlain && frame.subarray(HEADER_BYTES, HEADER_BYTES + OWNER.length).equals(OWNER);
}

function frameOf(packet: Buffer, version: number): Buffer {
	const header = Buffer.from('PRIV\0\0\0\0\0\0', 'latin1');
	const size = OWNER.length + packet.length;
	header.writeUInt32BE(version === 3 ? size : inSevenBits(size), 4);
	return Buffer.concat([header, OWNER, packet]);
}

/** A tag with these parts. @param start its header, up to its size */
function tagOf(start: Buffer, parts: Buffer[]): Buffer {
	const size = Buffer.alloc(4);
	size.writeUInt32BE(inSevenBits(parts.reduce((sum, { length }) => sum + length, 0)));
	return Buffer.concat([start, size, ...parts]);
}

/** A number of four bytes of seven bits each; undefined when it is none. */
function sevenBits(bytes: Buffer, at: number): number | undefined {
	const parts = [...bytes.subarray(at, at + 4)];
	return parts.some((part) => part > 0x7f) ? undefined : parts.reduce((sum, part) => sum * 128 + part, 0);
}

function inSevenBits(size: number): number {
	return [21, 14, 7, 0].reduce((bytes, shift) => bytes * 256 + ((size >> shift) & 0x7f), 0);
}
