import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { PNG } from 'pngjs';
import { isMessage, mimeTypeOf } from '../../../nodes/shared/service/fileType';

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

test('no bytes are both a file and a message, and an empty answer is neither', () => {
	fc.assert(
		fc.property(fc.uint8Array({ maxLength: 80 }), (head) => {
			expect(isMessage(head) && mimeTypeOf(head) !== undefined).toBe(false);
		}),
	);
	expect([mimeTypeOf(new Uint8Array()), isMessage(new Uint8Array())]).toEqual([undefined, false]);
});
