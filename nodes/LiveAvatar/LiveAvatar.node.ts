import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { searchLanguages, searchLiveAvatars, searchSessions, searchVoices } from '../shared/lists/dropdowns';
import { actionNode, customJob, nodeSubtitle, type Resource } from '../shared/operation';
import { runs, wakeUpWebhook } from '../shared/run';
import { sendMessage } from './operations/chat/sendMessage';
import { close } from './operations/session/close';
import { create } from './operations/session/create';
import { get } from './operations/session/get';
import { getAll } from './operations/session/getAll';
import { pause } from './operations/session/pause';

export const resources: readonly Resource[] = [
	{ value: 'session', name: 'Session', operations: [create, get, getAll, pause, close] },
	{ value: 'chat', name: 'Chat', operations: [sendMessage] },
	customJob('avatar', '/avatar/create'),
];

export class LiveAvatar implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Live Avatar',
		name: 'liveAvatar',
		icon: { light: 'file:../../icons/liveAvatar.svg', dark: 'file:../../icons/liveAvatar.dark.svg' },
		subtitle: nodeSubtitle(resources),
		description: 'Open, read, pause and close sessions with a live avatar, and talk to the avatar',
		builderHint: {
			searchHint:
				'Session Create, chat Send Message for each question, session Close. An open session costs credits, so always close it, or set closeWhenDone on the last message.',
		},
		defaults: { name: 'Live Avatar' },
		usableAsTool: true,
		sensitiveOutputFields: ['streamUrls', 'stream_urls', 'record.stream_urls'],
		...actionNode(resources),
	};

	methods = { listSearch: { searchLanguages, searchLiveAvatars, searchSessions, searchVoices } };

	execute = runs(resources);

	webhook = wakeUpWebhook;
}
