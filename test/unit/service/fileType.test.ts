import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { isMessage, mimeTypeOf, otherThan, type Wanted } from '../../../nodes/shared/service/fileType';
import { tableOf } from '../../support/table';

const png = PNG.sync.write(new PNG({ width: 9, height: 9 }));
const fixture = (name: string) => readFileSync(join(__dirname, '../../emulator/fixtures', name));
const FILES: Record<string, Buffer> = {
	'(a PNG)': png,
	'(nothing)': Buffer.alloc(0),
	'(300 zeros)': Buffer.alloc(300),
	'(a PNG in base64)': Buffer.from(png.toString('base64')),
	// What n8n's Convert to File makes of a data URI.
	'(a decoded data URI)': Buffer.from(
		`data:video/mp4;base64,${fixture('short.mp4').toString('base64')}`,
		'base64',
	),
};
const SIGNS: Record<string, string> = { '0': '\0', n: '\n', r: '\r' };
const headOf = (text: string) => {
	const [, name] = /^<([\w.]+\.\w+)>$/.exec(text) ?? [];
	const bytes = text.replace(/\\(?:x(..)|(.))/g, (_, hex, sign) =>
		hex ? String.fromCharCode(parseInt(hex, 16)) : (SIGNS[sign] ?? sign),
	);
	return name ? fixture(name) : (FILES[text] ?? Buffer.from(bytes, 'latin1'));
};
const table = tableOf(__dirname, 'fileTypes.txt');

test.each(table.filter((cells) => cells.length < 5))(
	'%s is read from the first bytes %s (%s)',
	(type, bytes = '', stated = '') => {
		const head = headOf(bytes);
		expect(mimeTypeOf(head, stated)).toBe(type === 'a message' ? undefined : type);
		expect(isMessage(head)).toBe(type === 'a message');
		// Only at its place.
		const later = Buffer.concat([Buffer.from('\0'), head]);
		expect([mimeTypeOf(later, stated), isMessage(later)]).toEqual([undefined, false]);
	},
);

test.each(table.filter((cells) => cells.length === 5))(
	'as %s %s %s (%s): %s',
	(wanted, _what, bytes = '', stated, held) => {
		const refused = otherThan(wanted as Wanted, headOf(bytes), stated === '-' ? undefined : stated);
		expect(refused ?? 'passes').toBe(held);
	},
);
