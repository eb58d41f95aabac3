import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { get } from '../../../nodes/FaceSwap/operations/result/get';
import { swapImage } from '../../../nodes/FaceSwap/operations/faceSwap/swapImage';
import { create } from '../../../nodes/LiveAvatar/operations/session/create';
import { root } from '../../support/build';
import { packageNodes } from './nodes';
import { anchorOf } from '../../docs/pages';
import { reference } from './reference';

const TOP = `# Reference

Every node, operation and parameter, as n8n's editor shows them. This page is made by \`npm run docs\`: changes to it by hand are lost.`;

export const referencePath = join(root, 'docs/reference.md');

/** The page of the reference as it is, and as it should be: with the nodes as they are now. */
export async function referencePage(): Promise<{ now: string; fresh: string }> {
	const now = existsSync(referencePath) ? readFileSync(referencePath, 'utf8') : '';
	const nodes = await packageNodes();
	const contents = nodes.map(({ node: { description } }) => {
		const { displayName, name } = description;
		return `- [${displayName}](#${anchorOf(`${displayName} (${name})`)})`;
	});
	const text = reference(nodes, { create: swapImage, read: get, session: create });
	return { now, fresh: `${[TOP, contents.join('\n'), text].join('\n\n')}\n` };
}
