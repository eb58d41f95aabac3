import { NodeConnectionTypes } from 'n8n-workflow';
import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { throughDoor } from '../shared/run';
import { Run } from '../shared/run/runContext';
import { pairings } from '../shared/faces/pairFaces';
import { mapperFields, labels, runMapper } from './runMapper';

const names = JSON.stringify(Object.fromEntries(pairings.map(({ value, name }) => [value, name])));

export class FaceMapper implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Face Mapper',
		name: 'faceMapper',
		icon: { light: 'file:../../icons/faceMapper.svg', dark: 'file:../../icons/faceMapper.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: `={{ ({ image: "Image", video: "Video" })[$parameter["mediaType"]] + ": " + (${names})[$parameter["whichFaces"]] }}`,
		description: 'Pair detected faces for Face Swap: which face is replaced by which new face',
		builderHint: {
			searchHint:
				'Stands between Face Swap (Detect) and a swap with whichFaces set to provided. Detect of the image to change goes into Target, Detect of the new face into Source. Most swaps do not need it.',
		},
		defaults: { name: 'Face Mapper' },
		// A tool has one input.
		usableAsTool: undefined,
		inputs: `={{ $parameter["sourceFrom"] === "field"
			? [{ type: "${NodeConnectionTypes.Main}", displayName: "${labels.target}" }]
			: [{ type: "${NodeConnectionTypes.Main}", displayName: "${labels.target}" }, { type: "${NodeConnectionTypes.Main}", displayName: "${labels.source}" }] }}`,
		outputs: [NodeConnectionTypes.Main],
		properties: mapperFields,
	};

	async execute(this: IExecuteFunctions) {
		const run = new Run(this);
		return await throughDoor(run, async () => await runMapper(run));
	}
}
