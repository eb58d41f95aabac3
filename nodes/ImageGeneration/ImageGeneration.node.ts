import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { actionNode, customJob, nodeSubtitle, type Resource } from '../shared/operation';
import { runs, wakeUpWebhook } from '../shared/run';
import { generate } from './operations/image/generate';
import { get } from './operations/image/get';
import { upscale } from './operations/image/upscale';
import { vary } from './operations/image/vary';

export const resources: readonly Resource[] = [
	{ value: 'image', name: 'Image', operations: [generate, upscale, vary, get] },
	customJob('image', '/content/image/createbyprompt', true),
];

export class ImageGeneration implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Image Generation',
		name: 'imageGeneration',
		icon: {
			light: 'file:../../icons/imageGeneration.svg',
			dark: 'file:../../icons/imageGeneration.dark.svg',
		},
		subtitle: nodeSubtitle(resources),
		description: 'Generate images from a text or from another image, upscale them to 4K and vary them',
		builderHint: {
			searchHint:
				'Makes images, not videos. Upscale and Vary take the id of Generate and imageNumber 1 to 4.',
		},
		defaults: { name: 'Image Generation' },
		usableAsTool: true,
		...actionNode(resources),
	};

	execute = runs(resources);

	webhook = wakeUpWebhook;
}
