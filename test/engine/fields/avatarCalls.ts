import { locator, type Asked, type Scene } from './call';

const placed = { scale_x: 0.5, scale_y: 0.5, offset_x: 10, offset_y: 20 };
const elements = ({ media }: Scene) => [
	{ type: 'image', url: media('room.png'), ...placed, layer_number: 1 },
	{ type: 'avatar', avatar_id: 'eve2024', ...placed, layer_number: 2, id: 'eve' },
];
const avatarVideo = (voice: (scene: Scene) => object) => (scene: Scene) => ({
	data: [
		{
			...{ width: 1920, height: 1080, duration: 5000, voice: voice(scene), elements: elements(scene) },
			...{ ratio: '16:9', background: '#102030', avatarFrom: 2 },
		},
	],
	webhookUrl: scene.hook,
});
const ofAvatarVideo = (scene: Scene) => ({
	...{ width: 1920, height: 1080, duration: 5, content: 'json' },
	elementsJson: JSON.stringify(elements(scene)),
	...{ background: '#102030', options: { avatarFrom: 2 } },
	webhookUrl: scene.hook,
	waitForCompletion: false,
});

const background = { type: 'image', url: '#102030', ...placed, width: 3840, height: 2160 };
const talks = (avatar: object): Pick<Asked, 'parameters' | 'sent'> => {
	const all = ({ media }: Scene) => [
		background,
		{ type: 'avatar', ...avatar, ...placed },
		{ type: 'audio', url: media('tone.mp3') },
	];
	return {
		parameters: (scene) => ({
			...{ content: 'json', elementsJson: JSON.stringify(all(scene)) },
			...{ webhookUrl: scene.hook, waitForCompletion: false },
		}),
		sent: (scene) => ({
			...{ width: 3840, height: 2160, avatar_from: 'url' in avatar ? 3 : 2 },
			...{ elements: all(scene), webhookUrl: scene.hook },
		}),
	};
};

const speech = ({ hook }: Scene) => ({
	inputText: 'Hi',
	rate: 90,
	webhookUrl: hook,
	waitForCompletion: false,
});
const spoken = ({ hook }: Scene) => ({ input_text: 'Hi', rate: '90%', webhookUrl: hook });
const upload = (avatar_id: string, { media }: Scene) => ({ url: media('me.mp4'), avatar_id, type: '1' });

/** Requests of Avatar Video. */
export const avatarCalls: Asked[] = [
	{
		name: 'avatarVideo.create',
		path: '/avatar/createVideo',
		part: 'body',
		parameters: (scene) => ({ ...ofAvatarVideo(scene), sound: 'voice', voiceId: locator('voice-amy') }),
		sent: avatarVideo(() => ({ voice_id: 'voice-amy' })),
	},
	{
		name: 'avatarVideo.create with a cloned voice',
		path: '/avatar/createVideo',
		part: 'body',
		parameters: (scene) => ({ ...ofAvatarVideo(scene), sound: 'audio', voiceUrl: scene.media('tone.mp3') }),
		sent: avatarVideo(({ media }) => ({ voice_url: media('tone.mp3') })),
	},
	...[{ avatar_id: 'eve2024' }, { url: 'http://127.0.0.1:9/me.mp4' }].map((avatar): Asked => ({
		name: `talkingAvatar.create by ${Object.keys(avatar)[0]}`,
		path: '/talkingavatar/create',
		part: 'body',
		...talks(avatar),
	})),
	{
		name: 'avatar.upload',
		path: '/avatar/create',
		part: 'body',
		parameters: (scene) => ({
			...{ video: scene.media('me.mp4'), avatarId: 'anna1', type: '2' },
			...{ webhookUrl: scene.hook, waitForCompletion: false },
		}),
		sent: ({ media, hook }) => ({
			...{ url: media('me.mp4'), avatar_id: 'anna1', type: '2', webhookUrl: hook },
		}),
	},
	{
		name: 'avatar.get',
		path: '/avatar/detail',
		part: 'query',
		parameters: async (scene) => ({
			recordId: String((await scene.make('/avatar/create', upload('anna1', scene)))._id),
		}),
		sent: (_scene, { recordId }) => ({ id: recordId }),
		gives: ([item], { recordId }) => item?.id === recordId && item?.status === 'completed',
	},
	{
		// More than fit on a page, so the next page is requested.
		name: 'avatar.getAll',
		path: '/avatar/list',
		part: 'query',
		async parameters(scene) {
			const names = Array.from({ length: 101 }, (_, index) => `anna${index}`);
			await Promise.all(names.map(async (name) => await scene.make('/avatar/create', upload(name, scene))));
			return { returnAll: true, filters: { from: 3 } };
		},
		sent: () => ({ from: '3', page: '3', size: '100' }),
		gives: (items) => items.length === 101 && items.every(({ from }) => from === 3),
	},
	{
		name: 'voice.getAll',
		path: '/voice/list',
		part: 'query',
		async parameters({ make, media }) {
			await make('/audio/clone', { input_text: 'Hi', voice_url: media('tone.mp3') });
			return { filters: { from: 4 } };
		},
		sent: () => ({ from: '4', page: '2', size: '100' }),
		gives: (items) => items.length === 1 && items[0]?.from === 4,
	},
	{
		name: 'voice.textToSpeech',
		path: '/audio/create',
		part: 'body',
		parameters: (scene) => ({ ...speech(scene), voiceId: locator('voice-amy') }),
		sent: (scene) => ({ ...spoken(scene), voice_id: 'voice-amy' }),
	},
	{
		name: 'voice.clone',
		path: '/audio/clone',
		part: 'body',
		parameters: (scene) => ({ ...speech(scene), voice: scene.media('tone.mp3') }),
		sent: (scene) => ({ ...spoken(scene), voice_url: scene.media('tone.mp3') }),
	},
	{
		name: 'voice.get',
		path: '/audio/infobymodelid',
		part: 'query',
		async parameters({ make }) {
			const { _id } = await make('/audio/create', { input_text: 'Hi', voice_id: 'voice-amy' });
			return { recordId: String(_id), downloadResult: false };
		},
		sent: (_scene, { recordId }) => ({ audio_model_id: recordId }),
		gives: ([item], { recordId }) => item?.id === recordId && item?.status === 'completed',
	},
];
