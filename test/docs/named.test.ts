import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod/v3';
import { root } from '../support/build';
import { filesIn, page, pages, tableUnder } from './pages';

/* Files, commands, fields, messages and log lines that the pages name. */

/** Everything that a pattern finds, with its page. */
const named = (pattern: RegExp) =>
	pages().flatMap(({ path, text }) =>
		[...text.matchAll(pattern)].map(([, name = '']) => ({ from: path, name })),
	);

test('every file and folder that a page names exists', () => {
	const roots = /^(?:nodes|test|docs|examples|credentials|icons|\.ci|\.github)\//;
	const paths = named(/`([^`\s]+)`/g).filter(({ name }) => roots.test(name) && !/[<>*{]/.test(name));
	expect(paths.length).toBeGreaterThan(20);
	expect(paths.filter(({ name }) => !existsSync(join(root, name)))).toEqual([]);
});

test('a change has at most three places on the page of the architecture, and each place exists', () => {
	const rows = tableUnder(page('docs/architecture.md'), 'Find the place of a change');
	expect(rows.length).toBeGreaterThan(10);
	expect(rows.length).toBeLessThanOrEqual(20);
	for (const [change = '', places = ''] of rows) {
		const files = [...places.matchAll(/(?:((?:`\w+`(?:, | and )?)+) in )?`([\w/.-]+\.ts)`/g)];
		expect(new Set(files.map(([, , file]) => file)).size).toBeLessThanOrEqual(3);
		for (const [, symbols = '', file = ''] of files) {
			const path = ['', 'nodes/shared/'].map((from) => join(root, from, file)).find(existsSync);
			const source = readFileSync(path ?? `${change}: ${file}`, 'utf8');
			for (const [, symbol = ''] of symbols.matchAll(/`(\w+)`/g)) expect(source).toContain(symbol);
		}
	}
});

const manifest: unknown = JSON.parse(page('package.json').text);
const { scripts } = z.object({ scripts: z.record(z.string()) }).parse(manifest);

test('every command that a page names is in package.json', () => {
	const commands = named(/npm run (?:--silent )?([a-z][\w:-]*)/g);
	expect(commands.length).toBeGreaterThan(20);
	expect(commands.filter(({ name }) => scripts[name] === undefined)).toEqual([]);
});

test('every command of package.json has its line in CONTRIBUTING', () => {
	const lines = tableUnder(page('CONTRIBUTING.md'), 'Commands').map(([command = '']) => command);
	const left = Object.keys(scripts).filter(
		(name) =>
			name !== 'prepack' &&
			!lines.some((line) => line.includes(name === 'test' ? '`npm test`' : `\`npm run ${name}`)),
	);
	expect(left).toEqual([]);
	// With more commands, you lose track.
	expect(Object.keys(scripts).length).toBeLessThanOrEqual(13);
});

/** The sources, with `*` for each value in their texts. */
const sources = filesIn(['nodes'], /\.ts$/)
	.map(({ text }) => text.replace(/\$\{[^}]*\}/g, '*'))
	.join('\n');

test('every field that a page names is on the screen', () => {
	const labels = named(/\*(?:Options|Limits|Waiting) › ([^*]+)\*/g);
	expect(labels.length).toBeGreaterThan(8);
	expect(labels.filter(({ name }) => !sources.includes(`'${name}`))).toEqual([]);
});

test('every message on the page of errors is in the source', () => {
	const [, section = ''] = page('docs/errors.md').text.split('## Look up a message without a code');
	const lines = [...section.matchAll(/^- (\*.*?\*):? /gm)].map(([, line = '']) => line);
	const messages = lines.flatMap((line) => line.slice(1, -1).split('*, *'));
	expect(messages.length).toBeGreaterThan(20);
	expect(messages.filter((message) => !sources.includes(message))).toEqual([]);
});

const logPatterns = tableUnder(page('docs/operations.md'), 'Set alerts on the log').map(([cell = '']) =>
	cell.slice(1, -1),
);

test('every log line on the page of operations is in the source', () => {
	expect(logPatterns.filter((pattern) => !sources.includes(pattern))).toEqual([]);
});

test('every warning of the source is on the page of operations', () => {
	const warned = [...sources.matchAll(/logger\.warn\(\s*[`']([^`']+)/g)].map(([, text = '']) => text);
	expect(warned.length).toBeGreaterThan(5);
	const own = warned.filter((text) => /[a-z]{3}/.test(text));
	const isListed = (text: string) => logPatterns.some((pattern) => pattern.startsWith(text.slice(0, 6)));
	expect(own.filter((text) => !isListed(text))).toEqual([]);
});

test('every smoke test that the page of n8n names exists', () => {
	const smoke = readFileSync(join(root, 'test/e2e/smoke.e2e.ts'), 'utf8');
	const rows = tableUnder(page('docs/n8n.md'), 'Find what a new n8n broke');
	expect(rows.length).toBeGreaterThan(10);
	const names = rows.map(([, name = '']) => name.replace(/by (a call|n8n's clock)$/, 'by %s'));
	expect(names.filter((name) => !smoke.includes(name))).toEqual([]);
});

test('the README shows an output, and the page of agents a node, with fields that exist', () => {
	const [output, node] = ['README.md', 'docs/agents.md'].map((path) => {
		const [, json = ''] = /^```json\n([^]*?)^```/m.exec(page(path).text) ?? [];
		return z.record(z.unknown()).parse(JSON.parse(json));
	});
	const shape = z.object({ parameters: z.object({ options: z.object({}).passthrough() }).passthrough() });
	const { parameters } = shape.parse(node);
	const options = Object.keys(parameters.options).map((name) => `options.${name}`);
	const names = [...Object.keys(output!), ...Object.keys(parameters), ...options];
	const { text } = page('docs/reference.md');
	const known = ['resource', 'operation', 'options'];
	expect(names.filter((name) => !known.includes(name) && !text.includes(`\`${name}\``))).toEqual([]);
});
