import { join } from 'node:path';
import type { INodeType } from 'n8n-workflow';
import type { Resource } from '../../nodes/shared/operation/defineOperation';
import { n8n } from '../../package.json';
import { root } from './build';

type NodeModule = Readonly<Record<string, new () => INodeType>> & { resources?: readonly Resource[] };

/** A node of the package, as its package.json lists it. */
export interface ListedNode {
	/** The folder's and the class's name. */
	folder: string;
	type: INodeType;
	/** Its operations, or undefined for a node without a list of operations. */
	resources?: readonly Resource[];
}

/** All nodes that package.json names, from their sources. */
export function listedNodes(): ListedNode[] {
	return n8n.nodes.map((path) => {
		const source = join(root, path.replace(/^dist\//, '').replace(/\.js$/, ''));
		const folder = /nodes\/(\w+)\//.exec(path)?.[1] ?? '';
		const { [folder]: Type, resources } = jest.requireActual<NodeModule>(source);
		if (Type === undefined) throw new Error(`${path} exports no class ${folder}`);
		return { folder, type: new Type(), resources };
	});
}

/** All operations of the nodes, each with its node and resource in its name. */
export function listedOperations() {
	return listedNodes().flatMap(({ folder, resources = [] }) =>
		resources.flatMap(({ value, operations }) =>
			operations.map((operation) => ({ name: `${folder} ${value} ${operation.value}`, folder, operation })),
		),
	);
}
