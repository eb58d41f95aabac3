import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (folder: string, file: string) => readFileSync(join(folder, file), 'utf8').split('\n');
const isEntry = (line: string) => line !== '' && !line.startsWith('#');
const cellsOf = (line: string) => line.split('|').map((cell) => cell.trim());

/** The lines of a table beside a test. Cells stand between `|`, and a line that begins with `#` is a comment. */
export const tableOf = (folder: string, file: string): string[][] =>
	read(folder, file).filter(isEntry).map(cellsOf);

/**
 * Tests that the last cell of each line is told of its others. If you changed that on purpose, write the cells anew with
 * WRITE_TABLES=yes, and read what is different.
 */
export function testTable(
	[folder, file, count]: [folder: string, file: string, cells: number],
	name: string,
	tell: (...cells: string[]) => Promise<string> | string,
): void {
	const lines = read(folder, file);
	const isWritten = process.env.WRITE_TABLES !== undefined;
	test.each(
		[...lines.entries()].filter(([, line]) => isEntry(line)).map(([at, line]) => [line, at] as const),
	)(name, async (line, at) => {
		const cells = cellsOf(line).slice(0, count);
		const told = [...cells, await tell(...cells)].join(' | ');
		if (isWritten) lines[at] = told;
		else expect(told).toBe(line);
	});
	if (isWritten) afterAll(() => writeFileSync(join(folder, file), lines.join('\n')));
}

/** The same for blocks between empty lines: a name, a situation, and what is told of it, line by line. */
export function testBlocks(
	folder: string,
	file: string,
	tell: (situation: string) => Promise<string[]>,
): void {
	const place = join(folder, file);
	const blocks = readFileSync(place, 'utf8')
		.trim()
		.split('\n\n')
		.map((text) => text.split('\n'));
	const isWritten = process.env.WRITE_TABLES !== undefined;
	test.each([...blocks])('%s', async (name, situation = '', ...lines) => {
		const told = await tell(situation);
		if (isWritten) blocks.find(([each]) => each === name)!.splice(2, Infinity, ...told);
		else expect(told).toEqual(lines);
	});
	if (isWritten)
		afterAll(() => writeFileSync(place, `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`));
}
