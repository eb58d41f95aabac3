import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod/v3';
import { root } from '../support/build';
import { pages, tableUnder, page } from './pages';

/* What the pages name is there: files and commands. */

const ROOTS = /^(?:nodes|test|docs|examples|credentials|icons|\.ci|\.github)\//;

test('every file and folder that a page names is there', () => {
	const named = pages().flatMap(({ path, text }) =>
		[...text.matchAll(/`([^`\s]+)`/g)].map(([, name = '']) => ({ from: path, name })),
	);
	const paths = named.filter(({ name }) => ROOTS.test(name) && !/[<>*{]/.test(name));
	expect(paths.length).toBeGreaterThan(40);
	expect(paths.filter(({ name }) => !existsSync(join(root, name)))).toEqual([]);
});

const { scripts } = z
	.object({ scripts: z.record(z.string()) })
	.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));

test('every command that a page names is one of package.json', () => {
	const named = pages().flatMap(({ path, text }) =>
		[...text.matchAll(/npm run (?:--silent )?([a-z][\w:-]*)/g)].map(([, name = '']) => ({
			from: path,
			name,
		})),
	);
	expect(named.length).toBeGreaterThan(20);
	expect(named.filter(({ name }) => scripts[name] === undefined)).toEqual([]);
});

test('every command of package.json has its line on the page of development', () => {
	const lines = tableUnder(page('docs/development.md'), 'Commands').map(([command = '']) => command);
	const left = Object.keys(scripts).filter(
		(name) =>
			name !== 'prepack' &&
			!lines.some((line) => line.includes(name === 'test' ? '`npm test`' : `\`npm run ${name}`)),
	);
	expect(left).toEqual([]);
	// More of them nobody finds their way in.
	expect(Object.keys(scripts).length).toBeLessThanOrEqual(12);
});
