import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const cache = new Map<string, Buffer>();

/** A committed sample file: short.mp4 (one second), tone.mp3 (one second), photo.jpg (a gradient). */
export function fixture(name: 'short.mp4' | 'tone.mp3' | 'photo.jpg'): Buffer {
	const known = cache.get(name);
	if (known) return known;
	const bytes = readFileSync(join(__dirname, '..', 'fixtures', name));
	cache.set(name, bytes);
	return bytes;
}

/** The short video with what was asked for in a free box at its end, so that each result is its own. */
export function videoWithNote(note: unknown): Buffer {
	const text = Buffer.from(JSON.stringify(note));
	const header = Buffer.alloc(8);
	header.writeUInt32BE(text.length + 8, 0);
	header.write('free', 4, 'latin1');
	return Buffer.concat([fixture('short.mp4'), header, text]);
}

/** One second of a tone as WAV: 8 kHz, 8 bit, mono. */
export function toneWav(): Buffer {
	const samples = Buffer.from(
		Array.from(
			{ length: 8000 },
			(_, index) => 128 + Math.round(60 * Math.sin((index * 2 * Math.PI * 440) / 8000)),
		),
	);
	const header = Buffer.alloc(44);
	header.write('RIFF', 0, 'latin1');
	header.writeUInt32LE(36 + samples.length, 4);
	header.write('WAVEfmt ', 8, 'latin1');
	header.writeUInt32LE(16, 16);
	header.writeUInt16LE(1, 20);
	header.writeUInt16LE(1, 22);
	header.writeUInt32LE(8000, 24);
	header.writeUInt32LE(8000, 28);
	header.writeUInt16LE(1, 32);
	header.writeUInt16LE(8, 34);
	header.write('data', 36, 'latin1');
	header.writeUInt32LE(samples.length, 40);
	return Buffer.concat([header, samples]);
}
