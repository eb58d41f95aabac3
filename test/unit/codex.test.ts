import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/build';

/* How people find the nodes in the panel of n8n's editor. */

const nodes = join(root, 'nodes');
const names = readdirSync(nodes).filter((name) => name !== 'shared');

test.each(names)('%s is found by what people type', (name) => {
	const codex: { categories: string[]; subcategories?: { AI?: string[] }; alias: string[] } = JSON.parse(
		readFileSync(join(nodes, name, `${name}.node.json`), 'utf8'),
	);
	expect(codex.categories.length).toBeGreaterThan(0);
	// n8n's panel hides a node of this category that is no root node of an agent.
	if (!codex.subcategories?.AI?.includes('Root Nodes')) expect(codex.categories).not.toContain('AI');
	expect(codex.alias).toContain('media generation');
	expect(new Set(codex.alias).size).toBe(codex.alias.length);
});
