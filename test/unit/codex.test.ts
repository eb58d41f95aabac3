import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/build';
import { listedNodes } from '../support/operations';

const nodes = join(root, 'nodes');
const names = readdirSync(nodes).filter((name) => name !== 'shared');

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
