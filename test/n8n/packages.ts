import { existsSync } from 'node:fs';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { npm } from './npm';

/** A package of nodes: a built folder to link, or a tarball to install as n8n does. */
export type NodePackage = { readonly name: string; readonly folder: string } | { readonly tarball: string };

/** Puts a package into n8n's folder of community packages. A folder replaces an earlier folder. */
export async function provideNodePackage(userFolder: string, source: NodePackage): Promise<void> {
	const nodes = join(userFolder, '.n8n', 'nodes');
	await mkdir(join(nodes, 'node_modules'), { recursive: true });
	const manifest = join(nodes, 'package.json');
	if (!existsSync(manifest)) {
		await writeFile(manifest, JSON.stringify({ name: 'installed-nodes', private: true, dependencies: {} }));
	}
	if ('tarball' in source) {
		const args = ['install', resolve(source.tarball), ...FLAGS, '--no-audit', '--no-fund'];
		return void (await npm(args, nodes));
	}
	const link = join(nodes, 'node_modules', source.name);
	await rm(link, { recursive: true, force: true });
	await symlink(resolve(source.folder), link, 'dir');
}

/** n8n's own flags for a community package; it leaves out the peer dependency, as `legacy-peer-deps` does. */
const FLAGS = ['--omit=dev', '--legacy-peer-deps', '--ignore-scripts', '--no-bin-links', '--no-package-lock'];
