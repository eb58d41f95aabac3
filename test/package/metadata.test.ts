import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LazyPackageDirectoryLoader, PackageDirectoryLoader } from 'n8n-core';
import { refreshBuild, root } from '../support/build';

/* The build writes dist/known and dist/types. n8n starts from these files, without loading a node. */

interface Codex {
	alias?: string[];
	categories?: string[];
}

const asRead = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

beforeAll(refreshBuild);

test('n8n lists the nodes and the credential as they are without loading a node (if not, run npm run build)', async () => {
	const lazy = new LazyPackageDirectoryLoader(root);
	const eager = new PackageDirectoryLoader(root);
	await lazy.loadAll();
	expect([lazy.isLazyLoaded, lazy.nodeTypes]).toEqual([true, {}]);
	await eager.loadAll();
	expect([lazy.types.nodes.length, lazy.types.credentials.length]).toEqual([7, 1]);
	expect(lazy.known).toEqual(asRead(eager.known));
	expect(lazy.types).toEqual(asRead(eager.types));
});

test('n8n reads the search words and categories of every node from the build', async () => {
	const loader = new LazyPackageDirectoryLoader(root);
	await loader.loadAll();
	for (const { name, codex } of loader.types.nodes as unknown as Array<{ name: string; codex?: Codex }>) {
		expect([name, codex?.alias?.includes('media generation')]).toEqual([name, true]);
		expect(codex?.categories).not.toContain('Marketing');
	}
});

test('n8n finds the class of every listed node and of the credential', async () => {
	const loader = new LazyPackageDirectoryLoader(root);
	await loader.loadAll();
	for (const name of Object.keys(loader.known.nodes)) {
		expect(loader.getNode(name).type.description).toMatchObject({ name });
	}
	expect(loader.getCredential('mediaGenerationApi').type.name).toBe('mediaGenerationApi');
});

test('the package installs no dependencies, because n8n has them all', () => {
	const manifest: Record<string, unknown> = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
	expect(manifest.dependencies).toBeUndefined();
	expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
	const optional = { optional: true };
	expect(manifest.peerDependenciesMeta).toEqual({ 'n8n-workflow': optional, ws: optional, zod: optional });
});
