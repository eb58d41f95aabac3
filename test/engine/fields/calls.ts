import { portraitPicture } from '../../emulator/media/samples';
import { byId } from '../../support/workflow';
import type { Call, Scene } from './call';

type Made<T> = (scene: Scene) => T;
type Asked = Omit<Call, 'node'>;

/** A create, which is called back and does not wait, of its parameters and the fields that are sent. */
const create = (name: string, path: string, make: Made<[parameters: object, sent: object]>): Asked => ({
	...{ name, path, part: 'body' },
	parameters: (scene) => ({ ...make(scene)[0], webhookUrl: scene.hook, waitForCompletion: false }),
	sent: (scene) => ({ ...make(scene)[1], webhookUrl: scene.hook }),
});

/** A read of a record that `make` creates. */
const get = (name: string, path: string, key: string, make: Made<Promise<unknown>>): Asked => ({
	...{ name, path, part: 'query' },
	parameters: async (scene) => ({ recordId: String(await make(scene)), downloadResult: false }),
	sent: (_, { recordId }) => ({ [key]: recordId }),
	gives: ([item], { recordId }) => item?.id === recordId && item?.status === 'completed',
});

const call = (
	name: string,
	[part, path]: [Call['part'], string],
	parameters: Call['parameters'],
	sent: Call['sent'],
	gives?: Call['gives'],
): Asked => ({ name, path, part, parameters, sent, gives });

/* Face Swap, and the request for a token, which any node can send. */

const opts = '1,2:3,4:5,6:7,8';
const file = portraitPicture('ada').encode().toString('base64');
const target: Made<object[]> = ({ media }) => [
	{ path: media('people-2.png'), opts: '10,10:20,10:15,15:15,20' },
];
const source: Made<object[]> = ({ media }) => [{ path: media('portrait-ada.png'), opts }];
async function reaged({ make, media }: Scene, name: '_id' | 'job_id' = '_id'): Promise<string> {
	const modifyImage = media('people-2.png');
	const body = { targetImage: [{ path: modifyImage, opts }], face_reage: 10, modifyImage };
	return String((await make('/faceswap/highquality/imgreage', body))[name]);
}
const faceCreates = (['Image', 'Video'] as const).flatMap((medium) => {
	const common: Made<object> = ({ media }) => ({
		[`modify${medium}`]: media(medium === 'Image' ? 'people-2.png' : 'short.mp4'),
	});
	const given: Made<object> = (scene) => ({
		...{ whichFaces: 'provided', ...common(scene), targetImage: JSON.stringify(target(scene)) },
	});
	return [
		create(`faceSwap.swap${medium}`, `/specify${medium.toLowerCase()}`, (scene) => [
			{ ...given(scene), sourceImage: JSON.stringify(source(scene)), options: { faceEnhance: true } },
			{ ...common(scene), targetImage: target(scene), sourceImage: source(scene), face_enhance: 1 },
		]),
		create(`reage.reage${medium}`, medium === 'Image' ? '/imgreage' : '/vidreage', (scene) => [
			{ ...given(scene), faceReage: -20 },
			{ ...common(scene), targetImage: target(scene), face_reage: -20 },
		]),
	];
});
const faceCalls = [
	...faceCreates,
	call(
		'face.detect',
		['body', '/detect'],
		({ media }) => ({ image: media('people-2.png'), singleFace: true }),
		({ media }) => ({ image_url: media('people-2.png'), single_face: true }),
		([item]) => item?.faceCount === 1,
	),
	{
		...call(
			'face.detect of a file',
			['body', '/detect'],
			() => ({ image: { __rl: true, mode: 'binary', value: 'data' } }),
			() => ({ img: `data:image/png;base64,${file}`, single_face: false }),
			([item]) => item?.faceCount === 1,
		),
		item: { json: {}, binary: { data: { data: file, mimeType: 'image/png', fileName: 'ada.png' } } },
	},
	call(
		'job.cancel',
		['body', '/job/del'],
		async (scene) => ({ jobIds: await reaged(scene, 'job_id') }),
		(_, { jobIds }) => ({ job_ids: jobIds }),
	),
	get('job.get', '/listbyids', '_ids', reaged),
	call(
		'job.getAll',
		['query', '/listbyids'],
		async (scene) => ({ ids: `${await reaged(scene)},${await reaged(scene)}`, downloadResult: false }),
		(_, { ids }) => ({ _ids: ids }),
		(items) => items.length === 2 && items.every(({ status }) => status === 'completed'),
	),
	call(
		'job.delete',
		['body', '/delbyids'],
		async (scene) => ({ ids: await reaged(scene) }),
		(_, { ids }) => ({ _ids: ids }),
	),
	call(
		'credit.get',
		['headers', '/quota/info'],
		() => ({}),
		() => ({ authorization: '' }),
		([item]) => typeof item?.credit === 'number',
	),
	...(['body', 'headers'] as const).map((part) =>
		call(
			`credit.get ${part} of the token`,
			[part, '/getToken'],
			({ emulator }) => (emulator.keyring.expireTokens(), {}),
			({ emulator: { clientId, clientSecret } }) =>
				part === 'body' ? { clientId, clientSecret } : { 'content-type': '' },
		),
	),
];

/* Image Generation and Video Translation. */

const imageMade: Made<Promise<unknown>> = async ({ make }) =>
	(await make('/content/image/createbyprompt', { prompt: 'A lake' }))._id;
const videoMade: Made<Promise<unknown>> = async ({ make, media }) =>
	(await make('/content/video/createbytranslate', { url: media('short.mp4'), language: 'de' }))._id;
const button = (name: string, letter: string): Asked => ({
	...{ name: `image.${name}`, path: '/createbybutton', part: 'body' },
	parameters: async (scene) => ({
		recordId: String(await imageMade(scene)),
		...{ imageNumber: 2, webhookUrl: scene.hook, waitForCompletion: false },
	}),
	sent: ({ hook }, { recordId }) => ({ _id: recordId, button: `${letter}2`, webhookUrl: hook }),
});
const imageCalls = [
	create('image.generate', '/createbyprompt', ({ media }) => [
		{ prompt: 'A lake', scale: '3:2', sourceImage: media('people-1.png') },
		{ prompt: 'A lake', scale: '3:2', source_image: media('people-1.png') },
	]),
	button('upscale', 'U'),
	button('vary', 'V'),
	get('image.get', '/content/image/infobymodelid', 'image_model_id', imageMade),
];
const translationCalls = [
	call(
		'language.getAll',
		['query', '/language/list'],
		() => ({}),
		() => ({}),
		(items) => items.some(({ lang_code }) => lang_code === 'de'),
	),
	get('translation.get', '/content/video/infobymodelid', 'video_model_id', videoMade),
	create('translation.create', '/createbytranslate', ({ media }) => [
		{
			...{ video: media('short.mp4'), sourceLanguage: byId('en'), language: byId('de'), lipsync: true },
			options: { mergeInterval: 2, faceEnhance: true },
		},
		{
			...{ url: media('short.mp4'), source_language: 'en', language: 'de', lipsync: true },
			...{ merge_interval: 2, face_enhance: true },
		},
	]),
];

/* Avatar Video. */

const placed = { scale_x: 0.5, scale_y: 0.5, offset_x: 10, offset_y: 20 };
const elements: Made<object[]> = ({ media }) => [
	{ type: 'image', url: media('room.png'), ...placed, layer_number: 1 },
	{ type: 'avatar', avatar_id: 'eve2024', ...placed, layer_number: 2, id: 'eve' },
];
const avatarVideo = (name: string, sound: Made<object>, voice: Made<object>) =>
	create(name, '/avatar/createVideo', (scene) => {
		const film = { width: 1920, height: 1080, background: '#102030' };
		const [elementsJson, options] = [JSON.stringify(elements(scene)), { avatarFrom: 2 }];
		const others = { ratio: '16:9', avatarFrom: 2, voice: voice(scene), elements: elements(scene) };
		return [
			{ ...film, duration: 5, content: 'json', elementsJson, options, ...sound(scene) },
			{ data: [{ ...film, duration: 5000, ...others }] },
		];
	});
const talks = (avatar: object) => {
	const all: Made<object[]> = ({ media }) => [
		{ type: 'image', url: '#102030', ...placed, width: 3840, height: 2160 },
		{ type: 'avatar', ...avatar, ...placed },
		{ type: 'audio', url: media('tone.mp3') },
	];
	return create(`talkingAvatar.create by ${Object.keys(avatar)[0]}`, '/talkingavatar/create', (scene) => [
		{ content: 'json', elementsJson: JSON.stringify(all(scene)) },
		{ width: 3840, height: 2160, avatar_from: 'url' in avatar ? 3 : 2, elements: all(scene) },
	]);
};
const talkMade: Made<Promise<unknown>> = async ({ make, media }) => {
	const said = [
		{ type: 'avatar', avatar_id: 'eve2024', ...placed },
		{ type: 'audio', url: media('tone.mp3') },
	];
	return (await make('/talkingavatar/create', { width: 8, height: 8, avatar_from: 2, elements: said }))._id;
};
const upload = async ({ make, media }: Scene, avatar_id: string) =>
	(await make('/avatar/create', { url: media('me.mp4'), avatar_id, type: '1' }))._id;
const [speech, spoken] = [
	{ inputText: 'Hi', rate: 90 },
	{ input_text: 'Hi', rate: '90%' },
];
const avatarCalls = [
	avatarVideo(
		'avatarVideo.create',
		() => ({ sound: 'voice', voiceId: byId('voice-amy') }),
		() => ({ voice_id: 'voice-amy' }),
	),
	avatarVideo(
		'avatarVideo.create with a cloned voice',
		({ media }) => ({ sound: 'audio', voiceUrl: media('tone.mp3') }),
		({ media }) => ({ voice_url: media('tone.mp3') }),
	),
	...[{ avatar_id: 'eve2024' }, { url: 'http://127.0.0.1:9/me.mp4' }].map(talks),
	create('avatar.upload', '/avatar/create', ({ media }) => [
		{ video: media('me.mp4'), avatarId: 'anna1', type: '2' },
		{ url: media('me.mp4'), avatar_id: 'anna1', type: '2' },
	]),
	get('video.get', '/content/video/infobymodelid', 'video_model_id', talkMade),
	get('avatar.get', '/avatar/detail', 'id', async (scene) => await upload(scene, 'anna1')),
	call(
		// More than fit on a page, so the next page is requested.
		'avatar.getAll',
		['query', '/avatar/list'],
		async (scene) => {
			await Promise.all(Array.from({ length: 101 }, async (_, n) => await upload(scene, `anna${n}`)));
			return { returnAll: true, filters: { from: 3 } };
		},
		() => ({ from: '3', page: '3', size: '100' }),
		(items) => items.length === 101 && items.every(({ from }) => from === 3),
	),
	call(
		'voice.getAll',
		['query', '/voice/list'],
		async ({ make, media }) => {
			await make('/audio/clone', { input_text: 'Hi', voice_url: media('tone.mp3') });
			return { filters: { from: 4 } };
		},
		() => ({ from: '4', page: '2', size: '100' }),
		(items) => items.length === 1 && items[0]?.from === 4,
	),
	create('voice.textToSpeech', '/audio/create', () => [
		{ ...speech, voiceId: byId('voice-amy') },
		{ ...spoken, voice_id: 'voice-amy' },
	]),
	create('voice.clone', '/audio/clone', ({ media }) => [
		{ ...speech, voice: media('tone.mp3') },
		{ ...spoken, voice_url: media('tone.mp3') },
	]),
	get(
		'voice.get',
		'/audio/infobymodelid',
		'audio_model_id',
		async ({ make }) => (await make('/audio/create', { input_text: 'Hi', voice_id: 'voice-amy' }))._id,
	),
];

/* Live Avatar and its chat. */

const avatarId = 'Ada_1080P_back';
const session = async ({ make }: Scene) => await make('/liveAvatar/session/create', { avatar_id: avatarId });
const named = (part: Call['part'], operation: string, path: string, gives?: Call['gives']) =>
	call(
		`session.${operation}`,
		[part, `/session/${path}`],
		async (scene) => ({ sessionId: String((await session(scene))._id) }),
		(_, { sessionId }) => ({ id: sessionId }),
		gives,
	);
const asking = (from: string, content: string) =>
	call(
		`chat.sendMessage with a role by ${from}`,
		['message', '/chat'],
		async (scene) => {
			const { _id, stream_urls } = await session(scene);
			const urls = Object(stream_urls);
			return {
				clientChatRoomUrl: String(urls.client_chat_room_url),
				serverChatRoomUrl: String(urls.server_chat_room_url),
				...{ question: 'Who?', modeType: 2, promptFrom: from, promptContent: content },
				...{ voiceId: byId('Amy'), language: byId('German') },
				options: { messageId: 'm1', sessionId: String(_id), answerTimeout: 1, quietTime: 0.2 },
			};
		},
		(_, { serverChatRoomUrl }) => ({
			...{ type: 'chat', to: String(serverChatRoomUrl).split('/').pop() },
			payload: {
				...{ message_id: 'm1', question: 'Who?', mode_type: 2, prompt: { from, content } },
				...{ voice_id: 'voice-amy', language: 'de' },
			},
		}),
		([item]) => String(item?.answer).includes(content),
	);
const liveCalls = [
	create('session.create', '/session/create', () => [{ avatarId: byId(avatarId) }, { avatar_id: avatarId }]),
	named('query', 'get', 'detail', ([item]) => item?.status === 'streaming'),
	named('body', 'pause', 'pause'),
	named('body', 'close', 'close'),
	call(
		'session.getAll',
		['query', '/session/list'],
		async (scene) => {
			await session(scene);
			scene.emulator.live.startMs = 60_000;
			await session(scene);
			return { returnAll: true, filters: { status: 1 } };
		},
		// The list ends with the second page, which is empty.
		() => ({ page: '2', size: '100', status: '1' }),
		(items) => items.length === 1,
	),
	asking('text', 'a pirate'),
	asking('url', 'https://example.com/role.pdf'),
];

const ofNodes = {
	faceSwap: faceCalls,
	imageGeneration: imageCalls,
	videoTranslation: translationCalls,
	avatarVideo: avatarCalls,
	liveAvatar: liveCalls,
};

/** A call for each operation that sends a request, with every field of each request at least once. */
export const calls: Call[] = Object.entries(ofNodes).flatMap(([node, asked]) =>
	asked.map((each) => ({ ...each, node })),
);
