/** Width and height in pixels. */
export interface Dimensions {
	width: number;
	height: number;
}

/** Dimensions of a JPEG, GIF or WebP from its header; undefined when the bytes are none of these. */
export function dimensionsOf(bytes: Buffer): Dimensions | undefined {
	if (bytes.length < 32) return undefined;
	if (bytes.readUInt16BE(0) === 0xffd8) return jpegDimensions(bytes);
	if (bytes.toString('latin1', 0, 4) === 'GIF8') {
		return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
	}
	const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
	return isWebp ? webpDimensions(bytes) : undefined;
}

/** Walks the segments of a JPEG up to its frame header. */
function jpegDimensions(bytes: Buffer): Dimensions | undefined {
	let at = 2;
	while (at + 9 < bytes.length) {
		if (bytes[at] !== 0xff) return undefined;
		const marker = bytes[at + 1] ?? 0;
		const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
		if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
		at += 2 + bytes.readUInt16BE(at + 2);
	}
	return undefined;
}

function webpDimensions(bytes: Buffer): Dimensions | undefined {
	const format = bytes.toString('latin1', 12, 16);
	if (format === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
	if (format === 'VP8 ') {
		return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
	}
	const bits = bytes.readUInt32LE(21);
	return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
}
