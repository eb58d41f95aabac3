import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { portraitPicture } from '../../emulator/media/samples';
import { byId } from '../../support/workflow';
import type { Call, Scene } from './call';

type Made = (scene: Scene) => unknown;

const face = { opts: '1,2:3,4:5,6:7,8' };
const placed = { scale_x: 0.5, scale_y: 0.5, offset_x: 10, offset_y: 20 };
const upload = async ({ make, media }: Scene, avatar_id: string) =>
	(await make('/avatar/create', { url: media('me.mp4'), avatar_id, type: '1' }))._id;
const session = async ({ make }: Scene) =>
	await make('/liveAvatar/session/create', { avatar_id: 'Ada_1080P_back' });
const once = async <T>({ made }: Scene, name: string, make: () => Promise<T>) => {
	if (!made.has(name)) made.set(name, make());
	return (await made.get(name)) as T;
};
const ofSession = async (scene: Scene) => await once(scene, 'its record', async () => await session(scene));
const roomOf = async (scene: Scene, side: string) =>
	String(Object((await ofSession(scene)).stream_urls)[`${side}_chat_room_url`]);
const swap = async ({ make, media }: Scene) => {
	const modifyImage = media('people-2.png');
	const body = { targetImage: [{ path: modifyImage, ...face }], face_reage: 10, modifyImage };
	return await make('/faceswap/highquality/imgreage', body);
};

/** What the words in braces stand for. Each is made once for a call. */
const WORDS: Record<string, Made> = {
	hook: ({ hook }) => hook,
	clientId: ({ emulator }) => emulator.clientId,
	clientSecret: ({ emulator }) => emulator.clientSecret,
	base64: () => portraitPicture('ada').encode().toString('base64'),
	swap: async (scene) => (await swap(scene))._id,
	'another swap': async (scene) => (await swap(scene))._id,
	'task of a swap': async (scene) => (await swap(scene)).job_id,
	image: async ({ make }) => (await make('/content/image/createbyprompt', { prompt: 'A lake' }))._id,
	translation: async ({ make, media }) =>
		(await make('/content/video/createbytranslate', { url: media('short.mp4'), language: 'de' }))._id,
	'talking avatar': async ({ make, media }) => {
		const avatar = { type: 'avatar', avatar_id: 'eve2024', ...placed };
		const elements = [avatar, { type: 'audio', url: media('tone.mp3') }];
		return (await make('/talkingavatar/create', { width: 8, height: 8, avatar_from: 2, elements }))._id;
	},
	avatar: async (scene) => await upload(scene, 'anna1'),
	audio: async ({ make }) => (await make('/audio/create', { input_text: 'Hi', voice_id: 'voice-amy' }))._id,
	session: async (scene) => (await ofSession(scene))._id,
	'client room of a session': async (scene) => await roomOf(scene, 'client'),
	'server room of a session': async (scene) => await roomOf(scene, 'server'),
	'name of the server room': async (scene) => (await roomOf(scene, 'server')).split('/').pop(),
};

const BEFORE: Record<string, Made> = {
	'the tokens expire': ({ emulator }) => emulator.keyring.expireTokens(),
	'101 own avatars': async (scene) =>
		await Promise.all(Array.from({ length: 101 }, async (_, n) => await upload(scene, `anna${n}`))),
	'an own voice': async ({ make, media }) =>
		await make('/audio/clone', { input_text: 'Hi', voice_url: media('tone.mp3') }),
	'a session that has not begun, and another one': async (scene) => {
		await session(scene);
		scene.emulator.live.startMs = 60_000;
		await session(scene);
	},
};

/** A text with its words, as JSON. `{ "byId": "x" }` is how n8n saves an ID. */
async function filled(scene: Scene, text: string): Promise<never> {
	let whole = text;
	for (const [word = '', name = ''] of text.matchAll(/\{([\w. -]+)\}/g)) {
		const of = WORDS[name] ?? (({ media }: Scene) => media(name));
		whole = whole.replaceAll(word, String(await once(scene, name, async () => await of(scene))));
	}
	return JSON.parse(whole, (_, value) => (value?.byId ? byId(value.byId) : value)) as never;
}

/** JSON of the interface in a field is a text. */
const asTexts = (given: object) =>
	Object.entries(given).map(([name, value]) => [name, Array.isArray(value) ? JSON.stringify(value) : value]);

function callOf(block: string): Call {
	const parts = block.split(/^(\w+): /m).slice(1);
	const texts: Record<string, string> = {};
	for (let at = 0; at < parts.length; at += 2) texts[parts[at] ?? ''] = (parts[at + 1] ?? '').trim();
	const [, node = '', name = ''] = /^(\w+) (.*)$/.exec(texts.call ?? '') ?? [];
	const [part = '', path = ''] = (texts.request ?? '').split(' ');
	const isCreate = part === 'create';
	const { before = '', item = '{"json":{}}', given = '', sent = '', gives = '[]' } = texts;
	return {
		...{ name, node, path, part: isCreate ? 'body' : (part as Call['part']) },
		async parameters(scene) {
			await BEFORE[before]?.(scene);
			const parameters = Object.fromEntries(asTexts(await filled(scene, given)));
			return isCreate ? { ...parameters, webhookUrl: scene.hook, waitForCompletion: false } : parameters;
		},
		item: async (scene) => await filled(scene, item),
		sent: async (scene) => Object.assign(await filled(scene, sent), isCreate && { webhookUrl: scene.hook }),
		async gives(scene) {
			const some: object[] = await filled(scene, gives);
			return { some, count: Number(texts.items ?? some.length) };
		},
	};
}

/** A call for each operation that sends a request, with every field of each request at least once. */
export const calls: Call[] = readFileSync(join(__dirname, 'calls.txt'), 'utf8')
	.replace(/^#.*\n/gm, '')
	.trim()
	.split(/\n{2,}/)
	.map(callOf);
