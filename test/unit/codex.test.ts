import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/build';
import { listedNodes } from '../support/operations';
import { SEARCHES, type PanelSearch } from '../support/searches';

/* People find the nodes by these searches in the panel of n8n's editor. */

const nodes = join(root, 'nodes');
const names = readdirSync(nodes).filter((name) => name !== 'shared');

const { sublimeSearch } = jest.requireActual<PanelSearch>('@n8n/utils/search/sublime-search');

interface Codex {
	categories: string[];
	subcategories?: { AI?: string[] };
	alias: string[];
	resources: { primaryDocumentation?: Array<{ url: string }>; credentialDocumentation?: unknown };
}

const codexOf = (name: string): Codex =>
	JSON.parse(readFileSync(join(nodes, name, `${name}.node.json`), 'utf8'));

test.each(names)('%s is listed in the panel, with aliases', (name) => {
	const codex = codexOf(name);
	expect(codex.categories.length).toBeGreaterThan(0);
	// n8n's panel hides a node of this category unless it is a root node of an agent.
	if (!codex.subcategories?.AI?.includes('Root Nodes')) expect(codex.categories).not.toContain('AI');
	expect(codex.alias).toContain('media generation');
	expect(new Set(codex.alias).size).toBe(codex.alias.length);
});

test.each(listedNodes())('$folder links to its documentation', ({ folder, type }) => {
	const { resources } = codexOf(folder);
	expect(resources.primaryDocumentation).toEqual([
		{ url: expect.stringMatching(/^https:\/\/github\.com\/.*#readme$/) },
	]);
	expect(resources.credentialDocumentation !== undefined).toBe(type.description.credentials !== undefined);
});

/* test/e2e/found.e2e.ts has the same searches among n8n's own nodes. */
test.each(SEARCHES)('a search for "%s" finds %s first', (words, ...right) => {
	const items = listedNodes().map(({ folder, type: { description } }) => ({
		key: description.name,
		properties: {
			displayName: description.displayName.replace(/ Trigger$/, ''),
			codex: codexOf(folder),
		},
	}));
	const [first] = sublimeSearch(words.toLowerCase(), items);
	expect(right).toContain(first?.item.key);
});
