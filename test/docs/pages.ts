import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/build';

/** A page of the repository, by its path from the root. */
export interface Page {
	path: string;
	text: string;
}

const pagesIn = (folder: string) =>
	readdirSync(join(root, folder)).flatMap((name) => (name.endsWith('.md') ? join(folder, name) : []));

/** The pages that people read: at the root, in docs, and next to the code they describe. */
export function pages(): Page[] {
	return ['.', 'docs', 'examples', 'test', 'test/emulator'].flatMap(pagesIn).map(page);
}

export function page(path: string): Page {
	return { path, text: readFileSync(join(root, path), 'utf8') };
}

/** The files below folders of the repository whose paths match. */
export const filesIn = (folders: string[], pattern: RegExp): Page[] =>
	folders
		.flatMap((folder) =>
			readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
				join(folder, name),
			),
		)
		.filter((path) => pattern.test(path))
		.map(page);

/** The headings of a page, without lines of its code blocks. */
export function headingsOf({ text }: Page): string[] {
	const prose = text.replace(/^```[\s\S]*?^```/gm, '');
	return [...prose.matchAll(/^#{1,6} +(.+?) *$/gm)].map(([, heading = '']) => heading);
}

/** The end of an address that leads to a heading, as GitHub makes it. */
export function anchorOf(heading: string): string {
	return heading
		.toLowerCase()
		.replace(/[^\p{L}\p{N}\s_-]/gu, '')
		.replace(/\s/g, '-');
}

/** The cells of the first table under a heading, row by row, without the table's own headings. */
export function tableUnder({ text }: Page, heading: string): string[][] {
	const section = text.split(new RegExp(`^#+ ${heading}$`, 'm'))[1] ?? '';
	const table = /(?:^\|.*\|$\n?)+/m.exec(section)?.[0] ?? '';
	const rows = table.trim().split('\n').slice(2);
	return rows.map((row) => row.replace(/^\| *| *\|$/g, '').split(/ *(?<!\\)\| */));
}
