import { createHash } from 'crypto';
import { HEAD_BYTES, mimeTypeOf } from '../service/fileType';
import { jpeg } from './formats/jpeg';
import { mp3 } from './formats/mp3';
import { mp4 } from './formats/mp4';
import { png } from './formats/png';
import { webp } from './formats/webp';
import { Input, NotLabelled } from './input';
import { Label, type Facts } from './packet';

export type { Facts } from './packet';

const FORMATS: Readonly<Record<string, typeof jpeg>> = {
	'image/jpeg': jpeg,
	'image/png': png,
	'image/webp': webp,
	'video/mp4': mp4,
	'video/quicktime': mp4,
	'audio/mp4': mp4,
	'audio/mpeg': mp3,
};

/** Whether a file has the label now, and why not. */
export type Labelled = { labelled: true } | { labelled: false; labelReason: string };

/**
 * Writes a label into a file while it streams, in a few megabytes of memory. Pixels and samples stay as they are. What
 * can't be labelled, by its bytes or as its structure is broken, is passed on as it came. Beyond the first 4 MB of a file
 * only the rest of it can be.
 * @param tell gets the outcome, once all is put out
 */
export async function* marked(
	source: AsyncIterable<Uint8Array>,
	facts: Facts,
	tell: (outcome: Labelled) => void,
): AsyncGenerator<Uint8Array, void> {
	const input = new Input(source);
	const label = new Label(facts);
	/** What is put out once it is sure that the file is whole, or that it is too large to tell. */
	let held: Uint8Array[] = [];
	let outcome: Labelled = { labelled: true };
	try {
		try {
			const format = FORMATS[mimeTypeOf(await input.upTo(HEAD_BYTES)) ?? ''];
			if (!format) throw new NotLabelled('Only JPEG, PNG, WebP, MP4, MOV and MP3 files can be labelled');
			for await (const piece of format(input, label)) {
				held.push(piece);
				if (!input.past) yield* held.splice(0);
			}
		} catch (error) {
			const labelReason = reasonOf(error);
			const { past } = input;
			if (past) {
				held = [...past];
				input.forget();
			}
			if (past || !label.isWritten) outcome = { labelled: false, labelReason };
		}
		yield* held;
		yield* input.rest();
		tell(outcome);
	} finally {
		await input.close();
	}
}

/** Why a file gets no label. @throws what else went wrong: a connection that breaks, above all */
function reasonOf(error: unknown): string {
	if (error instanceof NotLabelled) return error.message;
	throw error;
}

/** What is known of a stored file: its size in bytes, and its SHA-256 in hexadecimal digits. */
export interface Receipt {
	size: number;
	sha256: string;
}

/** Counts a file while it streams. @param tell gets its receipt, once all is put out */
export async function* counted(
	source: AsyncIterable<Uint8Array>,
	tell: (receipt: Receipt) => void,
): AsyncGenerator<Uint8Array, void> {
	const hash = createHash('sha256');
	let size = 0;
	for await (const piece of source) {
		hash.update(piece);
		size += piece.length;
		yield piece;
	}
	tell({ size, sha256: hash.digest('hex') });
}
