import type { Input } from '../input';
import type { Label } from '../label';
import { NotLabelled } from '../notLabelled';
import { jpeg } from './jpeg';
import { mp3 } from './mp3';
import { mp4 } from './mp4';
import { png } from './png';
import { webp } from './webp';

type Format = (input: Input, label: Label) => AsyncGenerator<Buffer, void>;

/** Types of first boxes of MP4 and MOV; old films have no ftyp. */
const FIRST_BOXES = new Set(['ftyp', 'styp', 'moov', 'mdat', 'free', 'skip', 'wide', 'pnot', 'uuid']);

/**
 * The type of a file, by its first bytes.
 * @throws NotLabelled when it is none that can be labelled
 */
export async function formatOf(input: Input): Promise<Format> {
	const start = (await input.has(12)) ? (await input.peek(12)).toString('latin1') : '';
	if (start.startsWith('\xff\xd8\xff')) return jpeg;
	if (start.startsWith('\x89PNG\r\n\x1a\n')) return png;
	if (start.startsWith('RIFF') && start.endsWith('WEBP')) return webp;
	if (start.startsWith('ID3') || (await beginsWithSound(input))) return mp3;
	if (FIRST_BOXES.has(start.slice(4, 8))) return mp4;
	throw new NotLabelled('Only JPEG, PNG, WebP, MP4, MOV and MP3 files can be labelled');
}

/** Kilobits a second of layer III: of MPEG 1, and of MPEG 2. */
const BITRATES = [
	[0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
	[0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
];
const SAMPLE_RATES = [44_100, 48_000, 32_000];

/** Whether two frames of MP3 sound follow: a single one is soon found in other files, too. */
async function beginsWithSound(input: Input): Promise<boolean> {
	if (!(await input.has(4))) return false;
	const length = frameLength((await input.peek(4)).readUInt32BE());
	if (length === undefined || !(await input.has(length + 4))) return false;
	return frameLength((await input.peek(length + 4)).readUInt32BE(length)) !== undefined;
}

/** The length of a frame with this header, in bytes; undefined when it is none of layer III with a bit rate. */
function frameLength(header: number): number | undefined {
	const bits = (shift: number, count: number) => (header >>> shift) & ((1 << count) - 1);
	const version = bits(19, 2);
	const isFrame = bits(21, 11) === 0x7ff && version !== 1 && bits(17, 2) === 1;
	const isFull = version === 3;
	const bitrate = BITRATES[isFull ? 0 : 1]?.[bits(12, 4)];
	const rate = SAMPLE_RATES[bits(10, 2)];
	if (!isFrame || !bitrate || !rate) return undefined;
	const divided = rate / (isFull ? 1 : version === 2 ? 2 : 4);
	return Math.floor(((isFull ? 144_000 : 72_000) * bitrate) / divided) + bits(9, 1);
}
