import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { actionNode, hintForBuilder, nodeSubtitle, TRIGGER } from '../shared/operation/nodeProperties';
import { runs, wakeUpWebhook } from '../shared/run';
import { resources } from './resources';

export class FaceSwap implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Face Swap',
		name: 'faceSwap',
		icon: { light: 'file:../../icons/faceSwap.svg', dark: 'file:../../icons/faceSwap.dark.svg' },
		subtitle: nodeSubtitle(resources),
		description:
			'Swap faces and change ages in images and videos, detect faces, read jobs and the credit balance',
		builderHint: hintForBuilder(
			'One node does a face swap: it finds the faces of both images and pairs them (whichFaces). Only to choose faces by what was found: Detect for each image, both into Face Mapper (Target: the image to change, Source: the new face), then a swap with whichFaces set to provided.',
			{ faceMapper: 'Pairs faces that Detect found, between Detect and a swap or an age change', ...TRIGGER },
		),
		defaults: { name: 'Face Swap' },
		usableAsTool: true,
		...actionNode(resources),
	};

	execute = runs(resources);

	webhook = wakeUpWebhook;
}
