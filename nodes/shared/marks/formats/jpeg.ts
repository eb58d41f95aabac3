import type { Input } from '../input';
import type { Label } from '../label';
import { broken, isSigned, NotLabelled, SIGNED } from '../notLabelled';

const XMP = Buffer.from('http://ns.adobe.com/xap/1.0/\0');
const LONGEST_SEGMENT = 65_535;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
const COMMENT = 0xfe;
const APP1 = 0xe1;
const APP11 = 0xeb;

/**
 * JPEG: the packet is a segment APP1, behind the other segments of applications at the start, and in any case before the
 * scan. An extended packet stands in segments of their own, which stay.
 */
export async function* jpeg(input: Input, label: Label): AsyncGenerator<Buffer, void> {
	yield await input.take(2);
	let hasScan = false;
	for (;;) {
		const [start, marker = 0] = await input.peek(2);
		if (start !== 0xff || isBare(marker)) throw broken('JPEG', 'it has no segment where one has to be');
		if (marker === 0xff) {
			yield await input.take(1);
			continue;
		}
		if (marker === END_OF_IMAGE) break;
		const size = 2 + (await input.peek(4)).readUInt16BE(2);
		if (size < 4) throw broken('JPEG', 'a segment has no room for its own size');
		if (!isOfApplication(marker) && !label.isWritten) yield label.written(segmentOf(label.fresh));
		const content = (await input.peek(size)).subarray(4);
		if (marker === APP11 && isSigned(content)) throw new NotLabelled(SIGNED);
		if (marker === APP1 && content.subarray(0, XMP.length).equals(XMP)) {
			yield label.written(segmentOf(label.extended(content.subarray(XMP.length))));
			await input.take(size);
			continue;
		}
		yield await input.take(size);
		if (marker !== START_OF_SCAN) continue;
		hasScan = true;
		yield* scan(input);
	}
	if (!hasScan) throw broken('JPEG', 'it has no picture');
	yield* input.rest();
}

/** Markers without a segment: 0 is none at all, and these can't be where a segment begins. */
function isBare(marker: number): boolean {
	return marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8);
}

function isOfApplication(marker: number): boolean {
	return (marker & 0xf0) === 0xe0 || marker === COMMENT;
}

function segmentOf(packet: Buffer): Buffer {
	const size = 2 + XMP.length + packet.length;
	if (size > LONGEST_SEGMENT) throw new NotLabelled('The XMP packet of the JPEG file is full');
	return Buffer.concat([Buffer.from([0xff, APP1, size >> 8, size & 0xff]), XMP, packet]);
}

/** Passes the data of a scan, up to the marker behind it. */
async function* scan(input: Input): AsyncGenerator<Buffer, void> {
	for (;;) {
		const bytes = await input.peekSome(2);
		const end = markerIn(bytes);
		if (end !== 0) yield await input.take(end ?? bytes.length - 1);
		if (end !== undefined) return;
	}
}

/** Where the first marker is that ends a scan: no stuffed byte, and no restart. */
function markerIn(bytes: Buffer): number | undefined {
	for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at)) {
		const next = bytes[at + 1];
		if (next === undefined) return undefined;
		const isData = next === 0 || (next >= 0xd0 && next <= 0xd7);
		if (!isData && next !== 0xff) return at;
		at += isData ? 2 : 1;
	}
	return undefined;
}
