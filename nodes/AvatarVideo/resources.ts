import { customJob } from '../shared/operation/customJob';
import type { Resource } from '../shared/operation';
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
	customJob('video'),
];
