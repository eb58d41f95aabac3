import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { actionNode, nodeSubtitle } from '../shared/operation/nodeProperties';
import { runs, wakeUpWebhook } from '../shared/run';
import { resources } from './resources';

export class FaceSwap implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Face Swap',
		name: 'faceSwap',
		icon: { light: 'file:../../icons/faceSwap.svg', dark: 'file:../../icons/faceSwap.dark.svg' },
		subtitle: nodeSubtitle(resources),
		description: 'Swap faces and change ages in images and videos, detect faces, read jobs and credits',
		builderHint: {
			searchHint:
				'One node does a face swap: it finds the faces of both images and pairs them (whichFaces). faceMapper is only for choosing faces by what Detect found.',
		},
		defaults: { name: 'Face Swap' },
		usableAsTool: true,
		...actionNode(resources),
	};

	execute = runs(resources);

	webhook = wakeUpWebhook;
}
