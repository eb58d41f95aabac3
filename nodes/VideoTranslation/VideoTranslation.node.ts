import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { searchLanguages, searchSpokenLanguages } from '../shared/lists/dropdowns';
import { actionNode, customJob, nodeSubtitle, type Resource } from '../shared/operation';
import { runs, wakeUpWebhook } from '../shared/run';
import { getAll } from './operations/language/getAll';
import { create } from './operations/translation/create';
import { get } from './operations/translation/get';

export const resources: readonly Resource[] = [
	{ value: 'translation', name: 'Translation', operations: [create, get] },
	{ value: 'language', name: 'Language', operations: [getAll] },
	customJob('video', '/content/video/createbytranslate'),
];

export class VideoTranslation implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Video Translation',
		name: 'videoTranslation',
		icon: {
			light: 'file:../../icons/videoTranslation.svg',
			dark: 'file:../../icons/videoTranslation.dark.svg',
		},
		subtitle: nodeSubtitle(resources),
		description: 'Translate spoken videos into other languages, with lip sync if wanted',
		builderHint: {
			searchHint:
				'Takes a video with speech, and returns it in another language. It makes no video from a text.',
		},
		defaults: { name: 'Video Translation' },
		usableAsTool: true,
		...actionNode(resources),
	};

	methods = { listSearch: { searchLanguages, searchSpokenLanguages } };

	execute = runs(resources);

	webhook = wakeUpWebhook;
}
