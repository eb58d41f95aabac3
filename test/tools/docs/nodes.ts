import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod/v3';
import type { INodeType } from 'n8n-workflow';
import type { Resource } from '../../../nodes/shared/operation/types';
import { root } from '../../support/build';
import type { Documented } from './reference';

const manifest = z.object({ n8n: z.object({ nodes: z.array(z.string()) }) });

/** Every node of the package, in the order of package.json, with its resources where it has some. */
export async function packageNodes(): Promise<Documented[]> {
	const { n8n } = manifest.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
	return await Promise.all(
		n8n.nodes.map(async (path) => {
			const name = basename(path, '.node.js');
			const folder = join(root, 'nodes', name);
			const module: Record<string, new () => INodeType> = await import(join(folder, `${name}.node.ts`));
			const Node = module[name];
			if (!Node) throw new Error(`${path} exports no ${name}`);
			const listed = join(folder, 'resources');
			const resources: { resources?: readonly Resource[] } = existsSync(`${listed}.ts`)
				? await import(`${listed}.ts`)
				: {};
			return { node: new Node(), ...resources };
		}),
	);
}
