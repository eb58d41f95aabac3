import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/build';

const withStars = (text: string) => text.replace(/\$\{[^}]*\}/g, '*');
/** The sources, with `*` for what their texts are filled in with. */
const sources = readdirSync(join(root, 'nodes'), { recursive: true, encoding: 'utf8' })
	.filter((name) => name.endsWith('.ts'))
	.map((name) => withStars(readFileSync(join(root, 'nodes', name), 'utf8')))
	.join('\n');

const page = readFileSync(join(root, 'docs/operations.md'), 'utf8');
const patterns = [...page.matchAll(/^\| `([^`]+)` \| (?:info|warn) \|/gm)].map(([, pattern = '']) => pattern);

test.each(patterns)('the log line "%s" is in the source', (pattern) => {
	expect(sources.includes(pattern)).toBe(true);
});

test('every line that warns in its own words is on the page', () => {
	const warned = [...sources.matchAll(/logger\.warn\(\s*[`']([^`']+)/g)].map(([, text = '']) => text);
	expect(warned.length).toBeGreaterThan(5);
	const own = warned.filter((text) => /[a-z]{3}/.test(text));
	expect(own.filter((text) => !patterns.some((pattern) => pattern.startsWith(text.slice(0, 6))))).toEqual([]);
});
