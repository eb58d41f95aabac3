import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { get } from '../../nodes/FaceSwap/operations/result/get';
import { swapImage } from '../../nodes/FaceSwap/operations/faceSwap/swapImage';
import { root } from '../support/build';
import { packageNodes } from './nodes';
import { reference } from './reference';

const BEGIN = '<!-- The reference is made by npm run docs; changes to it by hand are lost. -->';
const END = '<!-- End of the reference. -->';

export const readmePath = join(root, 'README.md');

/** The README as it is, and as it should be: with the reference of the nodes as they are now. */
export async function readmes(): Promise<{ now: string; fresh: string }> {
	const now = readFileSync(readmePath, 'utf8');
	const [before, rest] = now.split(BEGIN);
	const after = rest?.split(END)[1];
	if (before === undefined || after === undefined)
		throw new Error('README.md has no place for the reference');
	const text = reference(await packageNodes(), { create: swapImage, read: get });
	return { now, fresh: `${before}${BEGIN}\n\n${text}\n\n${END}${after}` };
}
