import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const cache = new Map<string, Buffer>();

/** A committed sample file: short.mp4 (one second), tone.mp3 (one second), photo.jpg (a gradient), people.png (12 people). */
export function fixture(name: 'short.mp4' | 'tone.mp3' | 'photo.jpg' | 'people.png'): Buffer {
	const known = cache.get(name);
	if (known) return known;
	const bytes = readFileSync(join(__dirname, '..', 'fixtures', name));
	cache.set(name, bytes);
	return bytes;
}

/** The short video with the request in a free box at its end, so that each result differs. */
export function videoWithNote(note: unknown): Buffer {
	const text = Buffer.from(JSON.stringify(note));
	const header = Buffer.alloc(8);
	header.writeUInt32BE(text.length + 8, 0);
	header.write('free', 4, 'latin1');
	return Buffer.concat([fixture('short.mp4'), header, text]);
}
