import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { get } from '../../../nodes/FaceSwap/operations/job/get';
import { swapImage } from '../../../nodes/FaceSwap/operations/faceSwap/swapImage';
import { create } from '../../../nodes/LiveAvatar/operations/session/create';
import { root } from '../../support/build';
import { listedNodes } from '../../support/operations';
import { anchorOf } from '../../docs/pages';
import { reference } from './reference';

const TOP = `# Reference

This page lists every node, operation and parameter. You need the parameter names and the values in backticks when you use expressions, agents or n8n's API. If you choose something from a list on the screen, you can give its ID as a plain text there. \`npm run docs\` writes the page from the code, so don't edit it by hand.`;

export const referencePath = join(root, 'docs/reference.md');

/** The stored page of the reference, and the page for the current nodes. */
export function referencePage(): { now: string; fresh: string } {
	const now = existsSync(referencePath) ? readFileSync(referencePath, 'utf8') : '';
	const nodes = listedNodes();
	const first = ['Fields of every create', 'Output'].map((name) => `- [${name}](#${anchorOf(name)})`);
	const contents = nodes.map(({ type: { description } }) => {
		const { displayName, name } = description;
		return `- [${displayName}](#${anchorOf(`${displayName} (${name})`)})`;
	});
	const text = reference(nodes, { create: swapImage, read: get, session: create });
	return { now, fresh: `${[TOP, [...first, ...contents].join('\n'), text].join('\n\n')}\n` };
}
