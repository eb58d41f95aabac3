import fc from 'fast-check';
import { fileOf } from '../../../nodes/shared/jobs/download';

const HOST = 'https://h.example.com';
const url = `${HOST}/results/a1.png?token=x`;
const typed = (type: string) => ({ 'content-type': type });

test('a character that reverses the text is left out of a file name', () => {
	const { name } = fileOf(url, {}, { called: 'a\u202Egnp.exe' });
	expect(name).toBe('agnp.exe.png');
});

test.each<[string, string, Record<string, string>, string, string, string?]>([
	['the address', 'results/a1.png?token=x', {}, '7.png', 'image/png'],
	['the type of the answer', 'r/77', typed('video/mp4; charset=binary'), '7.mp4', 'video/mp4'],
	['the address before a generic type', 'a1.png', typed('application/octet-stream'), '7.png', 'image/png'],
	['the kind of the job', 'r/77', {}, '7.mp3', 'audio/mpeg', 'mp3'],
	['its reference alone', 'r/77', {}, '7', 'application/octet-stream'],
	['the kind, at an address without a path', '', {}, '7.png', 'image/png', 'png'],
	['a broken percent-encoding', 'a%E0%A4.png', {}, '7.png', 'image/png'],
	['a script', 'get.php?id=7', typed('image/webp'), '7.webp', 'image/webp'],
	['a version like an extension', 'face.v2', typed('image/png'), '7.png', 'image/png'],
	['a rare type', 'a.bmp', typed('image/bmp'), '7.bmp', 'image/bmp', 'mp4'],
])('a file gets its extension from %s', (_name, path, headers, name, mimeType, ...[fallbackExtension]) => {
	expect(fileOf(`${HOST}/${path}`, headers, { called: '7', fallbackExtension })).toEqual({ name, mimeType });
});

test('a file name never holds a path or a character that a file system refuses', () => {
	fc.assert(
		fc.property(fc.oneof(fc.string({ unit: 'binary-ascii' }), fc.string({ unit: 'grapheme' })), (called) => {
			const { name } = fileOf(url, {}, { called });
			expect(name).not.toMatch(/[\\/\u0000-\u001f<>|?*:"]/);
			expect(name).not.toMatch(/^\.*$/);
			expect(name.length).toBeLessThanOrEqual(210);
		}),
	);
});

test('a long name is not cut in the middle of a character, because n8n could not serve the file', () => {
	fc.assert(
		fc.property(fc.integer({ min: 150, max: 210 }), fc.constantFrom('a', 'é', '😀', '漢'), (count, last) => {
			const { name } = fileOf(url, {}, { called: `${'😀'.repeat(count)}${last}` });
			expect(name).not.toMatch(/\p{Surrogate}/u);
			expect(name).toMatch(/😀\S*\.png$/u);
			expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
		}),
	);
});

test.each([
	['order 7', 'order 7.png'],
	['Kim / Lea', 'Kim - Lea.png'],
	['a.b', 'a.b.png'],
	['..', 'result.png'],
	['', 'result.png'],
])('the reference %j names the file %s', (called, name) => {
	expect(fileOf(url, {}, { called }).name).toBe(name);
});

test.each([
	['a generic type', 'application/octet-stream', 'r/77', '7.png', 'image/png'],
	['it is a text', 'text/plain', 'r/77', '7.png', 'image/png'],
	['JPEG, as the name does', 'image/jpeg', 'a.b.jpeg', '7.png', 'image/png'],
	['nothing', undefined, 'a.png', '7.png', 'image/png'],
])('the first bytes show the type if the answer says %s', (_name, type, path, name, mimeType) => {
	const head = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
	const headers = { ...(type !== undefined && { 'content-type': type }) };
	expect(fileOf(`${HOST}/${path}`, headers, { called: '7' }, head)).toEqual({ name, mimeType });
});

test('a sound in a container for sounds and films stays a sound', () => {
	const head = Buffer.from('\0\0\0\x20ftypisom', 'latin1');
	expect(fileOf(`${HOST}/a.m4a`, {}, { called: '7' }, head).mimeType).toBe('audio/mp4');
});
