import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/build';
import { referencePage, referencePath } from '../tools/docs/referencePage';
import { headingsOf, page } from './pages';

/* Comments refer to sections of pages, as in `service.md: Errors, Limits`. */

const files = ['nodes', 'credentials', 'test']
	.flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
	)
	.filter((file) => /\.(ts|sh)$/.test(file) && !file.startsWith(join('test', 'docs')));

/** The text of a file, with each comment of several lines joined into one line. */
const textOf = (file: string) =>
	readFileSync(join(root, file), 'utf8').replace(/\n[ \t]*(?:\*(?!\/)|\/\/|#)[ \t]?/g, ' ');

test.each(['service', 'n8n', 'architecture'])(
	'every reference to %s.md names one of its sections',
	(name) => {
		const sections = headingsOf(page(`docs/${name}.md`));
		const references = files.flatMap((file) =>
			[...textOf(file).matchAll(new RegExp(`\\b${name}\\.md: ([^().;:*]+)`, 'g'))].flatMap(([, names = '']) =>
				names.split(',').map((section) => ({ file, section: section.trim() })),
			),
		);
		if (name === 'service') expect(references.length).toBeGreaterThan(100);
		expect(references.filter(({ section }) => !sections.includes(section))).toEqual([]);
	},
);

test('no comment refers to a document that is not in the repository', () => {
	const foreign = /\(interface:|field notes|INTERFACE\.md|FIELD-NOTES|PLATFORM\.md|DESIGN\.md/i;
	expect(files.filter((file) => foreign.test(textOf(file)))).toEqual([]);
});

test('the reference shows the nodes as they are (if not, run npm run docs)', () => {
	const { now, fresh } = referencePage();
	if (process.env.WRITE_REFERENCE === undefined) expect(now).toBe(fresh);
	else writeFileSync(referencePath, fresh);
});
