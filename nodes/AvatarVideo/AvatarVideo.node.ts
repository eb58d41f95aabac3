import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { searchAvatarRecords, searchAvatars, searchVoices } from '../shared/lists/dropdowns';
import { actionNode, customJob, nodeSubtitle, type Resource } from '../shared/operation';
import { runs, wakeUpWebhook } from '../shared/run';
import { get as getAvatar } from './operations/avatar/get';
import { getAll as getAvatars } from './operations/avatar/getAll';
import { upload } from './operations/avatar/upload';
import { create as createAvatarVideo } from './operations/avatarVideo/create';
import { create as createTalkingAvatar } from './operations/talkingAvatar/create';
import { get as getVideo } from './operations/video/get';
import { clone } from './operations/voice/clone';
import { get as getAudio } from './operations/voice/get';
import { getAll as getVoices } from './operations/voice/getAll';
import { textToSpeech } from './operations/voice/textToSpeech';

export const resources: readonly Resource[] = [
	{ value: 'avatarVideo', name: 'Avatar Video', operations: [createAvatarVideo] },
	{ value: 'talkingAvatar', name: 'Talking Avatar', operations: [createTalkingAvatar] },
	{ value: 'video', name: 'Video', operations: [getVideo] },
	{ value: 'avatar', name: 'Avatar', operations: [upload, getAvatar, getAvatars] },
	{ value: 'voice', name: 'Voice', operations: [textToSpeech, clone, getAudio, getVoices] },
	customJob('video', '/avatar/createVideo'),
];

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
