import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { refreshBuild, root } from '../support/build';
import hosts from '../n8n/hosts.json';
import { lossesOf } from '../support/built';
import { listedNodes } from '../support/operations';
import { packPublished, unpack } from '../support/tarball';

/* The tarball, unpacked, as n8n's loader reads it. */

let folder: string;
let built: string;

beforeAll(async () => {
	refreshBuild();
	folder = mkdtempSync(join(tmpdir(), 'media-generation-built-'));
	symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
	built = unpack((await packPublished(folder)).tarball, folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

test('n8n reads all facts from the packed files as the sources have them (if not, run npm run build)', async () => {
	expect(await lossesOf(built)).toEqual([]);
	rmSync(join(built, 'dist/icons/liveAvatar.dark.svg'));
	expect(await lossesOf(built)).toEqual(['liveAvatar: icons']);
});

// n8n's panel hides a node of the category AI that is no root node of an agent.
const CATEGORIES =
	'Analytics|Communication|Data & Storage|Development|Finance & Accounting|Marketing & Content|Miscellaneous|Productivity|Sales|Utility';

test.each(listedNodes())(
	'$folder is in categories of n8n, has search words, and links to its page',
	({ folder, type }) => {
		const codex = JSON.parse(readFileSync(join(root, `nodes/${folder}/${folder}.node.json`), 'utf8'));
		for (const category of codex.categories) expect(CATEGORIES.split('|')).toContain(category);
		expect(codex.alias).toContain('media generation');
		expect(new Set(codex.alias).size).toBe(codex.alias.length);
		const url = expect.stringMatching(/^https:\/\/github\.com\/.*#readme$/);
		expect(codex.resources.primaryDocumentation).toEqual([{ url }]);
		expect('credentialDocumentation' in codex.resources).toBe(type.description.credentials !== undefined);
	},
);

test('the package installs no dependencies, and the tests use the zod and ws of the pinned n8n', () => {
	const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
	expect(manifest.dependencies).toBeUndefined();
	expect(manifest.peerDependencies).toEqual({ 'n8n-workflow': '*' });
	const optional = { optional: true };
	expect(manifest.peerDependenciesMeta).toEqual({ 'n8n-workflow': optional, ws: optional, zod: optional });
	const { zod, ws, 'n8n-core': n8n } = manifest.devDependencies;
	expect(hosts).toContainEqual({ n8n, zod, ws });
});
