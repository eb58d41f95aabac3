/** Width and height of a JPEG in pixels, from the segments up to its frame header. Undefined if it is not a JPEG. */
export function dimensionsOf(bytes: Buffer): { width: number; height: number } | undefined {
	if (bytes.length < 32 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
	for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
		const marker = bytes[at + 1] ?? 0;
		const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
		if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
	}
	return undefined;
}
