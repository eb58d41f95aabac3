import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { root } from '../support/build';
import { anchorOf, filesIn, headingsOf, page, pages } from './pages';

/** Their paths are from the root. */
const links = pages().flatMap(({ path, text }) =>
	[...text.matchAll(/\]\((?!https?:|mailto:)([^()\s#]*)(?:#([^()\s]*))?\)/g)].map(
		([, target = '', anchor = '']) => ({
			from: path,
			path: target === '' ? path : normalize(join(dirname(path), target)),
			anchor,
		}),
	),
);

test('every link of a page leads to an existing file', () => {
	expect(links.length).toBeGreaterThan(40);
	expect(links.filter(({ path }) => !existsSync(join(root, path)))).toEqual([]);
});

test('every link to a heading leads to an existing heading', () => {
	const lost = links.filter(
		({ path, anchor }) => anchor !== '' && !headingsOf(page(path)).map(anchorOf).includes(anchor),
	);
	expect(lost).toEqual([]);
});

test('every help link of a node and the credential leads to a heading of the README', () => {
	const helps = filesIn(['nodes', 'credentials'], /\.(node\.json|credentials\.ts)$/)
		.flatMap(({ text }) => [...text.matchAll(/https:\/\/github\.com\/OWNER\/[\w-]+#([\w-]+)/g)])
		.map(([, anchor = '']) => anchor);
	expect(helps.length).toBeGreaterThan(10);
	const anchors = ['readme', ...headingsOf(page('README.md')).map(anchorOf)];
	expect(helps.filter((anchor) => !anchors.includes(anchor))).toEqual([]);
});

test('every page of docs is one click from the README', () => {
	const linked = links.filter(({ from }) => from === 'README.md').map(({ path }) => path);
	const all = pages().map(({ path }) => path);
	expect(all.filter((path) => path.startsWith('docs/') && !linked.includes(path))).toEqual([]);
});

test('the README has at most 110 lines and 900 words', () => {
	const { text } = page('README.md');
	expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(110);
	expect(text.trim().split(/\s+/).length).toBeLessThanOrEqual(900);
});
