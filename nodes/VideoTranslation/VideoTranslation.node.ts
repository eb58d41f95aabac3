import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import { searchLanguages, searchSpokenLanguages } from '../shared/lists/wholeLists';
import { hintForBuilder, nodeProperties, nodeSubtitle } from '../shared/operation/nodeProperties';
import { runs, wakeUpWebhook } from '../shared/run';
import { resumeWebhook } from '../shared/n8n/resumeUrl';
import { resources } from './resources';

export class VideoTranslation implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Video Translation',
		name: 'videoTranslation',
		icon: {
			light: 'file:../../icons/videoTranslation.svg',
			dark: 'file:../../icons/videoTranslation.dark.svg',
		},
		group: ['transform'],
		version: 1,
		subtitle: nodeSubtitle(resources),
		description: 'Translate spoken videos into other languages, with lip sync if wanted',
		builderHint: hintForBuilder(
			'Takes a video in which people speak, and returns it in another language. It makes no video from a text.',
			{ avatarVideo: 'For videos from a text: an avatar speaks it' },
		),
		defaults: { name: 'Video Translation' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'mediaGenerationApi', required: true }],
		...resumeWebhook,
		properties: nodeProperties(resources),
	};

	methods = { listSearch: { searchLanguages, searchSpokenLanguages } };

	execute = runs(resources);

	webhook = wakeUpWebhook;
}
