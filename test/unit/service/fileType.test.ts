import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { isMessage, mimeTypeOf, otherThan, type Wanted } from '../../../nodes/shared/service/fileType';

const bytes = (latin1: string) => Buffer.from(latin1, 'latin1');
const ftyp = (brand: string) => bytes(`\0\0\0\x20ftyp${brand}\0\0\0\0`);
const fixture = (name: string) => readFileSync(join(__dirname, '../../emulator/fixtures', name));

test.each([
	['image/png', PNG.sync.write(new PNG({ width: 1, height: 1 }))],
	['image/jpeg', fixture('photo.jpg')],
	['image/webp', bytes('RIFF\x24\0\0\0WEBPVP8 ')],
	['image/gif', bytes('GIF89a\x01\0\x01\0')],
	['image/bmp', bytes('BM\x46\0\0\0\0\0\0\0\x36\0\0\0')],
	['image/heic', ftyp('heic')],
	['image/heic', ftyp('mif1')],
	['image/avif', ftyp('avif')],
	['image/tiff', bytes('II*\0')],
	['video/x-msvideo', bytes('RIFF\x24\0\0\0AVI LIST')],
	['audio/flac', bytes('fLaC\0')],
	['audio/aac', bytes('\xff\xf1')],
	['video/mp4', fixture('short.mp4')],
	['video/mp4', ftyp('isom')],
	['video/quicktime', ftyp('qt  ')],
	['video/quicktime', bytes('\0\0\0\x08wide\0\0\0\0mdat')],
	['video/webm', bytes('\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82\x84webm\x42\x87')],
	['video/x-matroska', bytes('\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82\x88matroska')],
	['audio/mpeg', fixture('tone.mp3')],
	['audio/mpeg', bytes('\xff\xfb\x90\x64')],
	['audio/wav', bytes('RIFF\x24\0\0\0WAVEfmt ')],
	['audio/mp4', ftyp('M4A ')],
	['audio/ogg', bytes('OggS\0\x02')],
])('the type %s is read from the first bytes', (type, head) => {
	expect(mimeTypeOf(head)).toBe(type);
	expect(isMessage(head)).toBe(false);
});

test('a container for sounds and films has the stated type, if it is one of these', () => {
	expect(mimeTypeOf(ftyp('isom'), 'audio/mp4')).toBe('audio/mp4');
	expect(mimeTypeOf(ftyp('isom'), 'image/png')).toBe('video/mp4');
	expect(mimeTypeOf(bytes('\x1a\x45\xdf\xa3\x42\x82\x84webm'), 'audio/webm')).toBe('audio/webm');
});

test.each([
	'<!DOCTYPE html><html>',
	'\ufeff<html lang="en">',
	'\n\n<?xml version="1.0"?><Error><Code>AccessDenied',
	'<Error>',
	'{"code":1008,"msg":"gone"}',
	'{\n  "error": 1',
	'[{"a":1}]',
	'{}',
])('%j is a message and not a file', (text) => {
	expect(isMessage(Buffer.from(text))).toBe(true);
	expect(mimeTypeOf(Buffer.from(text))).toBeUndefined();
});

const zeros = Buffer.alloc(300);
const base64 = Buffer.from(PNG.sync.write(new PNG({ width: 9, height: 9 })).toString('base64'));
/** What n8n's Convert to File makes of a data URI. */
const ofDataUri = Buffer.from(`data:video/mp4;base64,${fixture('short.mp4').toString('base64')}`, 'base64');

test.each<[wanted: Wanted, what: string, head: Buffer, declared: string | undefined]>([
	['image', 'a PNG with the type of a JPEG', bytes('\x89PNG\r\n\x1a\n'), 'image/jpeg'],
	['image', 'a JPEG', fixture('photo.jpg'), 'image/jpg'],
	['image', 'a raw photo', ftyp('crx '), 'image/x-canon-cr3'],
	['image', 'an unknown file', bytes('\x07\x08what'), 'application/octet-stream'],
	['image', 'a text at an address', bytes('what is this'), undefined],
	['video', 'an MP4 in parts', bytes('\0\0\0\x18stypmsdh'), 'video/mp4'],
	['video', 'an MP4 that begins with its index', bytes('\0\0\x10\0moov\0'), 'video/mp4'],
	['video', 'a list of films', bytes('#EXTM3U\n#EXT-X'), 'application/x-mpegurl'],
	['audio', 'an MP3', fixture('tone.mp3'), 'audio/mpeg'],
	['audio', 'an MP3 with zeros before it', zeros, 'audio/mpeg'],
	['audio', 'a sound in an MP4', ftyp('isom'), 'audio/mp4'],
	['audio', 'an Opus', bytes('OggS\0\x02'), 'audio/opus'],
])('as %s %s passes', (wanted, _what, head, declared) => {
	expect(otherThan(wanted, head, declared)).toBeUndefined();
});

test.each<[wanted: Wanted, what: string, head: Buffer, declared: string | undefined, held: string]>([
	['video', 'a PNG', bytes('\x89PNG\r\n\x1a\n'), undefined, 'an image (image/png)'],
	['image', 'an MP3', fixture('tone.mp3'), 'image/png', 'a sound (audio/mpeg)'],
	['image', 'a film', fixture('short.mp4'), undefined, 'a video (video/mp4)'],
	['image', 'a PDF', bytes('%PDF-1.7'), undefined, 'a file of the type application/pdf'],
	['video', 'an archive', bytes('PK\x03\x04'), undefined, 'a file of the type application/zip'],
	['video', 'a data URI that was decoded', ofDataUri, 'video/mp4', 'bytes that are no video/mp4'],
	['image', 'zeros', zeros, 'image/png', 'bytes that are no image/png'],
	['image', 'base64', base64, 'image/png', 'a text file'],
	['audio', 'a note', bytes('Hello\r\n'), 'text/plain', 'a text file'],
	['image', 'an SVG', bytes('<?xml version="1.0"?>\n<svg x="'), undefined, 'a drawing (image/svg+xml)'],
	['image', 'a page with a drawing', bytes('<!doctype html><p><svg>'), undefined, 'a web page or a message'],
	['video', 'nothing', bytes(''), undefined, 'an empty file (0 bytes)'],
])('as %s %s is refused, and named', (wanted, _what, head, declared, held) => {
	expect(otherThan(wanted, head, declared)).toBe(held);
});
