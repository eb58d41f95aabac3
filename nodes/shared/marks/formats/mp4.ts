import { broken, LONGEST_PACKET, NotLabelled, SIGNED, type Input } from '../input';
import type { Label } from '../packet';

const UUID_BYTES = 16;
const XMP = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');
const C2PA = Buffer.from('d8fec3d61b0e483c92975828877ec481', 'hex');

/** A box of the outermost level: its size, and that of its header. */
interface Box {
	type: string;
	header: number;
	size: number;
}

/**
 * MP4 and MOV: the packet is a box at the end, as places in the file are counted from its start. The box of an
 * existing one becomes free space. The index of fragments (mfra) is found from the end of the file: the packet goes
 * before it.
 */
export async function* mp4(input: Input, label: Label): AsyncGenerator<Buffer, void> {
	let isMovie = false;
	let later: Buffer | undefined;
	while (await input.has(1)) {
		const box = await boxOf(input);
		isMovie ||= box.type === 'moov';
		const inner = box.type === 'uuid' ? await packetIn(input, box) : undefined;
		const longer = inner && !later && !label.isWritten ? label.extended(inner) : undefined;
		if (longer) {
			later = longer;
			const freed = Buffer.alloc(box.size);
			(await input.take(box.size)).copy(freed, 0, 0, box.header);
			freed.write('free', 4, 'latin1');
			// Nothing stands behind the last box.
			if (await input.has(1)) yield freed;
			continue;
		}
		if (box.type === 'mfra' && !label.isWritten) yield label.written(boxWith(later ?? label.fresh));
		yield* input.pass(box.size);
	}
	if (!isMovie) throw broken('MP4', 'it has no film (moov)');
	if (!label.isWritten) yield label.written(boxWith(later ?? label.fresh));
}

/** The next box. @throws NotLabelled when nothing can stand behind it, or it is none */
async function boxOf(input: Input): Promise<Box> {
	const start = await input.peek(8);
	const type = start.toString('latin1', 4);
	if (!/^[\x20-\x7e\xa9]{4}$/.test(type)) throw broken('MP4', 'it has no box where one has to be');
	const short = start.readUInt32BE();
	if (short === 0)
		throw new NotLabelled('The last box of the MP4 file goes on to its end, whatever is put there');
	const header = short === 1 ? 16 : 8;
	const size = short === 1 ? Number((await input.peek(16)).readBigUInt64BE(8)) : short;
	if (size < header || !Number.isSafeInteger(size))
		throw broken('MP4', `a box (${type}) has no possible size`);
	return { type, header, size };
}

/** The packet in the next box, if it is one. */
async function packetIn(input: Input, { header, size }: Box): Promise<Buffer | undefined> {
	const start = header + UUID_BYTES;
	if (size < start) return undefined;
	const uuid = (await input.peek(start)).subarray(header);
	if (uuid.equals(C2PA)) throw new NotLabelled(SIGNED);
	if (!uuid.equals(XMP) || size > start + LONGEST_PACKET) return undefined;
	return (await input.peek(size)).subarray(start);
}

function boxWith(packet: Buffer): Buffer {
	const start = Buffer.alloc(8);
	start.writeUInt32BE(8 + UUID_BYTES + packet.length);
	start.write('uuid', 4, 'latin1');
	return Buffer.concat([start, XMP, packet]);
}
