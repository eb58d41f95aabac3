import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { actionNode, customJob, nodeSubtitle, type Resource } from '../shared/operation';
import { runs, wakeUpWebhook } from '../shared/run';
import { getCredit } from './operations/credit/get';
import { detect } from './operations/face/detect';
import { swapImage } from './operations/faceSwap/swapImage';
import { swapVideo } from './operations/faceSwap/swapVideo';
import { cancel } from './operations/job/cancel';
import { deleteResults } from './operations/job/delete';
import { get } from './operations/job/get';
import { getAll } from './operations/job/getAll';
import { reageImage } from './operations/reage/reageImage';
import { reageVideo } from './operations/reage/reageVideo';

export const resources: readonly Resource[] = [
	{ value: 'faceSwap', name: 'Face Swap', operations: [swapImage, swapVideo] },
	{ value: 'reage', name: 'Age Change', operations: [reageImage, reageVideo] },
	{ value: 'face', name: 'Face', operations: [detect] },
	{ value: 'job', name: 'Job', operations: [get, getAll, cancel, deleteResults] },
	{ value: 'credit', name: 'Credit', operations: [getCredit] },
	customJob('faceSwap', '/faceswap/highquality/specifyimage', true),
];

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
