import type { Playground } from '../n8n/play';
import { locator, ours, type LineNode } from './line';
import { FACE } from './workflows';

/** A swap of a picture of its own. */
export interface Swap {
	node: LineNode;
	/** The jobs that it has made so far. */
	jobs(): ReturnType<Playground['emulator']['jobs']['created']>;
}

let made = 0;

/** A swap of given faces, which stores its run after the first looks of ten seconds if it may. */
export function swapOn(
	{ credential, emulator }: Playground,
	parameters: Record<string, unknown> = {},
	rest: Record<string, unknown> = {},
	/** Behind the address of the picture. */
	query = '',
): Swap {
	const picture = `https://example.com/swapped-${++made}.png${query}`;
	const node = ours(
		'Swap',
		'faceSwap',
		credential,
		{
			whichFaces: 'provided',
			modifyImage: locator('url', picture),
			targetImage: JSON.stringify([FACE]),
			sourceImage: JSON.stringify([FACE]),
			downloadResult: false,
			...parameters,
			waitOptions: { storeAfter: 0, ...Object(parameters.waitOptions) },
		},
		rest,
	);
	return {
		node,
		jobs: () => emulator.jobs.created().filter(({ request }) => request.modifyImage === picture),
	};
}

/** The trigger of a workflow that another one calls, with all of its items. */
export const calledTrigger: LineNode = {
	name: 'Called',
	type: 'n8n-nodes-base.executeWorkflowTrigger',
	typeVersion: 1.1,
	parameters: { inputSource: 'passthrough' },
};
