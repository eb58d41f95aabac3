import fc from 'fast-check';
import { fileOf } from '../../../nodes/shared/jobs/download';

test('a character that reverses the text is left out of a file name', () => {
	const { name } = fileOf('https://h.example.com/a%E2%80%AEgnp.exe', { 'content-type': 'image/png' });
	expect(name).toBe('agnp.exe.png');
});

const HOST = 'https://h.example.com';
const url = `${HOST}/results/a1.png?token=x`;
const typed = (type: string) => ({ 'content-type': type });

test.each<[string, string, Record<string, string>, string, string, string?]>([
	['the address', 'results/a1.png?token=x', {}, 'a1.png', 'image/png'],
	['the type of the answer', 'r/77', typed('video/mp4; charset=binary'), '77.mp4', 'video/mp4'],
	['the address before a generic type', 'a1.png', typed('application/octet-stream'), 'a1.png', 'image/png'],
	['the kind of the job', 'r/77', {}, '77.mp3', 'audio/mpeg', 'mp3'],
	['its address alone', 'r/77', {}, '77', 'application/octet-stream'],
	['an address without a path', '', {}, 'result.png', 'image/png', 'png'],
	['a percent-encoded address', 'a%20b%C3%A4.png', {}, 'a bä.png', 'image/png'],
	['a broken percent-encoding', 'a%E0%A4.png', {}, 'a%E0%A4.png', 'image/png'],
	['a script', 'get.php?id=7', typed('image/webp'), 'get.php.webp', 'image/webp'],
	['a version like an extension', 'face.v2', typed('image/png'), 'face.v2.png', 'image/png'],
	['a rare type', 'a.bmp', typed('image/bmp'), 'a.bmp', 'image/bmp', 'mp4'],
])('a file gets its name from %s', (_name, path, headers, name, mimeType, ...[fallbackExtension]) => {
	expect(fileOf(`${HOST}/${path}`, headers, { fallbackExtension })).toEqual({ name, mimeType });
});

test('a file name never holds a path or a character that a file system refuses', () => {
	fc.assert(
		fc.property(fc.oneof(fc.string({ unit: 'binary-ascii' }), fc.string({ unit: 'grapheme' })), (given) => {
			const { name } = fileOf(url, {}, { called: given });
			expect(name).not.toMatch(/[\\/\u0000-\u001f<>|?*:"]/);
			expect(name).not.toMatch(/^\.*$/);
			expect(name.length).toBeLessThanOrEqual(210);
		}),
	);
});

test('a long name is not cut in the middle of a character, because n8n could not serve the file', () => {
	fc.assert(
		fc.property(fc.integer({ min: 150, max: 210 }), fc.constantFrom('a', 'é', '😀', '漢'), (count, last) => {
			const address = `https://h.example.com/${encodeURIComponent(`${'😀'.repeat(count)}${last}.png`)}`;
			const { name } = fileOf(address, {});
			expect(name).not.toMatch(/\p{Surrogate}/u);
			expect(name).toMatch(/😀\S*\.png$/u);
			expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
			expect(Buffer.byteLength(fileOf(url, {}, { called: name }).name)).toBeLessThanOrEqual(255);
		}),
	);
});

test.each([
	['order 7', 'order 7.png'],
	['Kim / Lea', 'Kim - Lea.png'],
	['a.b', 'a.b.png'],
	['..', 'a1.png'],
	['', 'a1.png'],
	[undefined, 'a1.png'],
])('the reference %j names the file %s', (called, name) => {
	expect(fileOf(url, {}, { called }).name).toBe(name);
});

test.each([
	['a generic type', 'application/octet-stream', 'r/77', '77.png', 'image/png'],
	['it is a text', 'text/plain', 'r/77', '77.png', 'image/png'],
	['JPEG, as the name does', 'image/jpeg', 'a.b.jpeg', 'a.b.png', 'image/png'],
	['nothing', undefined, 'a.png', 'a.png', 'image/png'],
])('the first bytes show the type if the answer says %s', (_name, type, path, name, mimeType) => {
	const head = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
	const headers = { ...(type !== undefined && { 'content-type': type }) };
	expect(fileOf(`https://h.example.com/${path}`, headers, {}, head)).toEqual({ name, mimeType });
});

test('a sound in a container for sounds and films stays a sound', () => {
	const head = Buffer.from('\0\0\0\x20ftypisom', 'latin1');
	expect(fileOf('https://h.example.com/a.m4a', {}, {}, head).mimeType).toBe('audio/mp4');
});
