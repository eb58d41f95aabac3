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
