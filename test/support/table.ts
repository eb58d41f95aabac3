import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The lines of a table beside a test. Cells stand between `|`, and a line that begins with `#` is a comment. */
export const tableOf = (folder: string, file: string): string[][] =>
	readFileSync(join(folder, file), 'utf8')
		.split('\n')
		.filter((line) => line !== '' && !line.startsWith('#'))
		.map((line) => line.split('|').map((cell) => cell.trim()));
