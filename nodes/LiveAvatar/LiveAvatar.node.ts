import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import { searchLiveAvatars } from '../shared/lists/avatars';
import { searchSessions } from '../shared/lists/sessions';
import { searchLanguages, searchVoices } from '../shared/lists/wholeLists';
import { nodeProperties, nodeSubtitle } from '../shared/operation/nodeProperties';
import { resumeWebhook } from '../shared/n8n/resumeUrl';
import { runs, wakeUpWebhook } from '../shared/run';
import { resources } from './resources';

export class LiveAvatar implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Live Avatar',
		name: 'liveAvatar',
		icon: { light: 'file:../../icons/liveAvatar.svg', dark: 'file:../../icons/liveAvatar.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: nodeSubtitle(resources),
		description: 'Open, read, pause and close sessions with a live avatar, and talk to the avatar',
		builderHint: {
			searchHint:
				'Three steps: session Create, chat Send Message for each question, session Close with the id of the session. An open session costs credits until you close it, so always close it, or set closeWhenDone on the last message.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-media-generation.avatarVideo',
					relationHint: 'For a video of an avatar that you can download',
				},
			],
		},
		defaults: { name: 'Live Avatar' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'mediaGenerationApi', required: true }],
		...resumeWebhook,
		sensitiveOutputFields: ['streamUrls', 'stream_urls', 'record.stream_urls'],
		properties: nodeProperties(resources),
	};

	methods = { listSearch: { searchLanguages, searchLiveAvatars, searchSessions, searchVoices } };

	execute = runs(resources);

	webhook = wakeUpWebhook;
}
