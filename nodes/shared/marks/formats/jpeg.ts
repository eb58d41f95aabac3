import { broken, NotLabelled, SIGNED, type Input } from '../input';
import type { Label } from '../packet';

const XMP = Buffer.from('http://ns.adobe.com/xap/1.0/\0');
const LONGEST_SEGMENT = 65_535;
const START_OF_SCAN = 0xda;
const COMMENT = 0xfe;
const APP1 = 0xe1;
const APP11 = 0xeb;

/**
 * JPEG: the packet is a segment APP1, behind the other segments of applications at the start, and in any case before the
 * scan. An extended packet stands in segments of their own, which stay.
 */
export async function* jpeg(input: Input, label: Label): AsyncGenerator<Buffer, void> {
	yield await input.take(2);
	for (let marker = 0; marker !== START_OF_SCAN;) {
		const start = await input.peek(4);
		marker = start.readUInt8(1);
		const size = 2 + start.readUInt16BE(2);
		if (start[0] !== 0xff || isBare(marker) || size < 4)
			throw broken('JPEG', 'it has no segment where one has to be');
		if (marker === 0xff) {
			yield await input.take(1);
			continue;
		}
		if (!isOfApplication(marker) && !label.isWritten) yield label.written(segmentOf(label.fresh));
		const segment = await input.peek(size);
		const content = segment.subarray(4);
		// A container of metadata (JUMBF) that begins with a manifest.
		if (marker === APP11 && content.subarray(0, 64).includes('c2pa')) throw new NotLabelled(SIGNED);
		const isPacket = marker === APP1 && content.subarray(0, XMP.length).equals(XMP);
		const packet = isPacket ? label.extended(content.subarray(XMP.length)) : undefined;
		const put = packet ? label.written(segmentOf(packet)) : segment;
		await input.take(size);
		yield put;
	}
	yield* input.rest();
}

/** Markers without a segment: 0 is none at all, and these can't be where a segment begins. */
function isBare(marker: number): boolean {
	return marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd9);
}

function isOfApplication(marker: number): boolean {
	return (marker & 0xf0) === 0xe0 || marker === COMMENT;
}

function segmentOf(packet: Buffer): Buffer {
	const size = 2 + XMP.length + packet.length;
	if (size > LONGEST_SEGMENT) throw new NotLabelled('The XMP packet of the JPEG file is full');
	return Buffer.concat([Buffer.from([0xff, APP1, size >> 8, size & 0xff]), XMP, packet]);
}
