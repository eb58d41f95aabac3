import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { searchAvatarRecords, searchAvatars } from '../shared/lists/avatars';
import { searchVoices } from '../shared/lists/wholeLists';
import { actionNode, nodeSubtitle } from '../shared/operation/nodeProperties';
import { runs, wakeUpWebhook } from '../shared/run';
import { resources } from './resources';

export class AvatarVideo implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Avatar Video',
		name: 'avatarVideo',
		icon: { light: 'file:../../icons/avatarVideo.svg', dark: 'file:../../icons/avatarVideo.dark.svg' },
		subtitle: nodeSubtitle(resources),
		description: 'Make videos with avatars and talking avatars, upload avatars, speak texts and clone voices',
		builderHint: {
			searchHint:
				'Text to video: create a talking avatar with sound text, inputText and voiceId. For an audio, give its resultUrl as audio.',
		},
		defaults: { name: 'Avatar Video' },
		usableAsTool: true,
		...actionNode(resources),
	};

	methods = { listSearch: { searchAvatarRecords, searchAvatars, searchVoices } };

	execute = runs(resources);

	webhook = wakeUpWebhook;
}
