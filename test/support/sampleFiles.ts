import { PNG } from 'pngjs';
import { fixture } from '../emulator/media/fixtures';

/* Small files of all types, built without a program. */

export const jpegSample = () => fixture('photo.jpg');
export const mp4Sample = () => fixture('short.mp4');
export const mp3Sample = () => fixture('tone.mp3');
export const pngSample = () => {
	const png = new PNG({ width: 40, height: 30 });
	png.data.forEach((_, index) => (png.data[index] = (index * 37) & 0xff));
	return PNG.sync.write(png);
};

/** One white pixel, lossless. */
export const webpSample = () => Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64');

export const ALL_SAMPLES: ReadonlyArray<[name: string, content: () => Buffer]> = [
	['photo.jpg', jpegSample],
	['picture.png', pngSample],
	['pixel.webp', webpSample],
	['film.mp4', mp4Sample],
	['tone.mp3', mp3Sample],
];

/** Eight by eight grey pixels in two scans: of a progressive JPEG. */
export function progressiveSample(): Buffer {
	const table = (id: string) => `ffc40014${id}01${'00'.repeat(16)}`;
	const frame = `ffc2000b080008000801011100`;
	const scans = 'ffda0008010100000000' + '7f' + 'ffda00080101000' + '13f00' + '7f';
	return Buffer.from(
		`ffd8ffdb004300${'01'.repeat(64)}${frame}${table('00')}${table('10')}${scans}ffd9`,
		'hex',
	);
}

/** A box of MP4. @param wide whether its size takes 64 bits */
export function box(type: string, content: Uint8Array, wide = false): Buffer {
	const header = Buffer.alloc(wide ? 16 : 8);
	if (wide) header.writeBigUInt64BE(BigInt(16 + content.length), 8);
	header.writeUInt32BE(wide ? 1 : 8 + content.length);
	header.write(type, 4, 'latin1');
	return Buffer.concat([header, content]);
}

const UUID_OF_XMP = 'be7acfcb97a942e89c71999491e3afac';
export const xmpBox = (packet: string) =>
	box('uuid', Buffer.concat([Buffer.from(UUID_OF_XMP, 'hex'), Buffer.from(packet)]));

/** A tag of ID3v2 with these frames. */
export function id3(version: number, flags: number, frames: Uint8Array): Buffer {
	const sizes = [21, 14, 7, 0].map((shift) => (frames.length >> shift) & 0x7f);
	return Buffer.concat([Buffer.from([0x49, 0x44, 0x33, version, 0, flags, ...sizes]), frames]);
}

export function id3Frame(id: string, content: Uint8Array): Buffer {
	const header = Buffer.alloc(10);
	header.write(id);
	header.writeUInt32BE(content.length, 4);
	return Buffer.concat([header, content]);
}

/** The sound of the sample, without its tag. */
export function soundSample(): Buffer {
	const whole = mp3Sample();
	if (whole.toString('latin1', 0, 3) !== 'ID3') return whole;
	const [a = 0, b = 0, c = 0, d = 0] = whole.subarray(6, 10);
	return whole.subarray(10 + ((a * 128 + b) * 128 + c) * 128 + d);
}
