import fc from 'fast-check';
import { fileOf } from '../../../nodes/shared/jobs/file';

test('what turns a name around, and would show another ending, is not in it', () => {
	const { name } = fileOf('https://h.example.com/a%E2%80%AEgnp.exe', { 'content-type': 'image/png' });
	expect(name).toBe('agnp.exe.png');
});

const url = 'https://media.example.com/results/a1.png?token=x';

test.each([
	['the address names it', url, {}, undefined, 'a1.png', 'image/png'],
	[
		'the answer gives its type',
		'https://h.example.com/r/77',
		{ 'content-type': 'video/mp4; charset=binary' },
		undefined,
		'77.mp4',
		'video/mp4',
	],
	[
		'a generic type says less than the address',
		url,
		{ 'content-type': 'application/octet-stream' },
		undefined,
		'a1.png',
		'image/png',
	],
	[
		'the answer names it',
		url,
		{ 'content-disposition': 'attachment; filename="swap 1.jpg"' },
		undefined,
		'swap 1.jpg',
		'image/jpeg',
	],
	[
		'the answer names it in UTF-8',
		url,
		{ 'content-disposition': "attachment; filename=x.png; filename*=UTF-8''J%C3%BCrgen.png" },
		undefined,
		'Jürgen.png',
		'image/png',
	],
	[
		'the answer names it without quotes',
		url,
		{ 'content-disposition': 'inline; filename=b2.mp4' },
		undefined,
		'b2.mp4',
		'video/mp4',
	],
	['neither does, and the kind knows', 'https://h.example.com/r/77', {}, 'mp3', '77.mp3', 'audio/mpeg'],
	['nobody knows', 'https://h.example.com/r/77', {}, undefined, '77', 'application/octet-stream'],
	['the address has no path', 'https://h.example.com/', {}, 'png', 'result.png', 'image/png'],
	[
		'the address is percent-encoded',
		'https://h.example.com/a%20b%C3%A4.png',
		{},
		undefined,
		'a bä.png',
		'image/png',
	],
	[
		'the percent-encoding is broken',
		'https://h.example.com/a%E0%A4.png',
		{},
		undefined,
		'a%E0%A4.png',
		'image/png',
	],
	[
		'a script serves it',
		'https://h.example.com/get.php?id=7',
		{ 'content-type': 'image/webp' },
		undefined,
		'get.php.webp',
		'image/webp',
	],
	[
		'a version looks like an extension',
		'https://h.example.com/face.v2',
		{ 'content-type': 'image/png' },
		undefined,
		'face.v2.png',
		'image/png',
	],
	[
		'the extension is one that is not in the list',
		'https://h.example.com/a.bmp',
		{ 'content-type': 'image/bmp' },
		'mp4',
		'a.bmp',
		'image/bmp',
	],
])('%s', (_name, address, headers, fallback, name, mimeType) => {
	expect(fileOf(address, headers, { fallbackExtension: fallback })).toEqual({ name, mimeType });
});

test('a name never holds a path, nor what a file system stumbles over', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'binary' }), (given) => {
			const { name } = fileOf(
				url,
				{ 'content-disposition': `attachment; filename="${given}"` },
				{ fallbackExtension: 'png' },
			);
			expect(name).not.toMatch(/[\\/\u0000-\u001f<>|?*:"]/);
			expect(name).not.toMatch(/^\.*$/);
			expect(name.length).toBeLessThanOrEqual(210);
		}),
	);
});

test('a file has a name and a type whatever the address and the headers', () => {
	fc.assert(
		fc.property(
			fc.oneof(fc.string(), fc.webUrl()),
			fc.dictionary(fc.string(), fc.anything()),
			(address, headers) => {
				const { name, mimeType } = fileOf(address, headers);
				expect(name).not.toBe('');
				expect(mimeType).not.toBe('');
			},
		),
	);
});

test('a long name is not cut in the middle of a character: n8n could not serve the file', () => {
	fc.assert(
		fc.property(fc.integer({ min: 150, max: 210 }), fc.constantFrom('a', 'é', '😀', '漢'), (count, last) => {
			const address = `https://h.example.com/${encodeURIComponent(`${'😀'.repeat(count)}${last}.png`)}`;
			const { name } = fileOf(address, {});
			expect(name).not.toMatch(/\p{Surrogate}/u);
			expect(name).toMatch(/😀\S*\.png$/u);
			expect(name.length).toBeLessThanOrEqual(200);
		}),
	);
});

test('half a character in a name is left out: n8n could not serve the file', () => {
	const headers = { 'content-disposition': 'attachment; filename="a\ud83d.png"' };
	expect(fileOf(url, headers).name).toBe('a.png');
});

test.each([
	['order 7', 'order 7.png'],
	['Kim / Lea', 'Kim - Lea.png'],
	['a.b', 'a.b.png'],
	['..', 'a1.png'],
	['', 'a1.png'],
	[undefined, 'a1.png'],
])('the reference %j calls it %s', (called, name) => {
	expect(fileOf(url, {}, { called }).name).toBe(name);
});

test.each([
	['a generic one', 'application/octet-stream', 'r/77', '77.png', 'image/png'],
	['that of a text', 'text/plain', 'r/77', '77.png', 'image/png'],
	['another one, as the name does', 'image/jpeg', 'a.b.jpeg', 'a.b.png', 'image/png'],
	['none', undefined, 'a.png', 'a.png', 'image/png'],
])('the first bytes show the type, where the answer says %s', (_name, type, path, name, mimeType) => {
	const head = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
	const headers = { ...(type !== undefined && { 'content-type': type }) };
	expect(fileOf(`https://h.example.com/${path}`, headers, {}, head)).toEqual({ name, mimeType });
});

test.each([
	['image/avif', '\0\0\0\x20ftypavif', '77.avif'],
	['video/x-matroska', '\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82\x88matroska', '77.mkv'],
])('what is known as %s by its first bytes gets its extension', (mimeType, bytes, name) => {
	const head = Buffer.from(bytes, 'latin1');
	expect(fileOf('https://h.example.com/r/77', {}, {}, head)).toEqual({ name, mimeType });
});

test('a sound stays one in a container that could hold a film', () => {
	const head = Buffer.from('\0\0\0\x20ftypisom', 'latin1');
	expect(fileOf('https://h.example.com/a.m4a', {}, {}, head).mimeType).toBe('audio/mp4');
});
