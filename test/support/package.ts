import { PackageDirectoryLoader } from 'n8n-core';
import type { ICredentialType, INodeType, IVersionedNodeType } from 'n8n-workflow';
import { refreshBuild, root } from './build';

/** The types that n8n loaded from a package, under their names in workflows. */
export interface LoadedPackage {
	nodes: ReadonlyMap<string, INodeType | IVersionedNodeType>;
	credentials: ReadonlyMap<string, ICredentialType>;
}

/**
 * Loads the package as n8n does, by its package.json, from `dist`.
 * @param directory an unpacked tarball, for example, whose `dist` is used unchanged.
 */
export async function loadPackage(directory?: string): Promise<LoadedPackage> {
	if (directory === undefined) refreshBuild();
	const loader = new PackageDirectoryLoader(directory ?? root);
	await loader.loadAll();
	const entriesOf = <T>(types: Record<string, { type: T }>, prefix: string) =>
		new Map(Object.entries(types).map(([name, { type }]) => [prefix + name, type]));
	return {
		nodes: entriesOf(loader.nodeTypes, `${loader.packageName}.`),
		credentials: entriesOf(loader.credentialTypes, ''),
	};
}
