import type { Emulator } from './index';
import { frozen, signedIn, type Client } from './support/client';

const image = '/faceswap/highquality/specifyimage';
const reage = '/faceswap/highquality/imgreage';
const prompt = '/content/image/createbyprompt';
const button = '/content/image/createbybutton';
const translate = '/content/video/createbytranslate';
const session = '/liveAvatar/session/create';
const four = '1,2:3,4:5,6:7,8';
const at = 'http://127.0.0.1:9';
const face = { path: `${at}/a.png`, opts: four };
const avatar = { type: 'avatar', avatar_id: 'eve2024', scale_x: 1, scale_y: 1 };
const placed = { ...avatar, offset_x: 0, offset_y: 0 };
const audio = { type: 'audio', url: `${at}/a.mp3` };
const setting = { width: 1920, height: 1080, duration: 1000, voice: { voice_id: 'voice-amy' } };
const composed = (changes: object = {}) => ({ data: [{ ...setting, elements: [avatar], ...changes }] });
const elements = (...changed: object[]) => ({ elements: changed });

/** A body of each call that the service takes. */
const bodies: Record<string, object> = {
	[image]: { targetImage: [face], sourceImage: [face], modifyImage: `${at}/a.png`, face_enhance: 0 },
	[reage]: { targetImage: [face], modifyImage: `${at}/a.png`, face_reage: 30 },
	[prompt]: { prompt: 'A lake', scale: '16:9' },
	[translate]: { url: `${at}/a.mp4`, source_language: 'en', language: 'de', lipsync: false },
	[session]: { avatar_id: 'Ada_1080P_back' },
	'/avatar/create': { url: `${at}/a.mp4`, avatar_id: 'me1', type: '2' },
	'/avatar/createVideo': composed({ background: '#112233', ratio: '16:9', avatarFrom: 2 }),
	'/talkingavatar/create': { width: 3840, height: 2160, avatar_from: 2, elements: [placed, audio] },
	'/audio/create': { input_text: 'Hi', voice_id: 'voice-amy' },
	'/audio/clone': { input_text: 'Hi', voice_url: `${at}/a.mp3` },
};

describe('a request', () => {
	let emulator: Emulator;
	let client: Client;
	beforeAll(async () => {
		({ emulator, client } = await signedIn(frozen));
		await client.post('/avatar/create', { url: `${at}/me.mp4`, avatar_id: 'mine', type: '1' });
		emulator.jobs.complete();
	});
	afterAll(() => emulator.close());

	const post = (path: string, changes: object) => client.post(path, { ...bodies[path], ...changes });

	it.each(Object.keys(bodies))('to %s is accepted when it is right', async (path) => {
		expect(await post(path, {})).toMatchObject({ code: 1000 });
	});

	it.each<[string, object, string]>([
		[image, { targetImage: [{ ...face, opts: '1,2:3,4:5,6' }] }, 'targetImage[0].opts'],
		[image, { targetImage: [{ ...face, opts: '1.5,2:3,4:5,6:7,8' }] }, 'targetImage[0].opts'],
		[image, { sourceImage: [{ path: 'face.png', opts: four }] }, 'sourceImage[0].path'],
		[image, { sourceImage: [{ ...face, number: 1 }] }, 'sourceImage[0].number'],
		[image, { targetImage: [face, face] }, 'correspond'],
		[image, { face_enhance: 2 }, 'face_enhance'],
		[image, { faceEnhance: 1 }, 'faceEnhance'],
		[reage, { face_reage: 31 }, 'face_reage'],
		['/faceswap/job/del', { job_ids: 'a, b' }, 'job_ids'],
		[translate, { lipsync: 'true' }, 'lipsync'],
		[session, { avatar_id: 'eve2024' }, 'stream avatar'],
		[session, { webhookUrl: 'hook' }, 'webhookUrl'],
		['/avatar/create', { avatar_id: 'my avatar' }, 'avatar_id'],
		['/avatar/create', { avatar_id: 'eve2024' }, 'avatar_id'],
		['/avatar/createVideo', composed({ voice: { voice_id: 'voice-1' } }), 'voice-1'],
		['/avatar/createVideo', composed({ background: '#11223344' }), 'background'],
		['/avatar/createVideo', composed({ avatarFrom: 3 }), 'avatarFrom'],
		['/avatar/createVideo', composed(elements({ type: 'audio' })), 'elements[0].type'],
		['/avatar/createVideo', composed(elements({ ...avatar, scale_x: 1.5 })), 'scale_x must be 0 to 1'],
		['/avatar/createVideo', composed(elements({ ...avatar, width: 10 })), 'elements[0].width'],
		['/talkingavatar/create', { avatar_from: 3 }, 'avatar_from'],
		['/talkingavatar/create', elements({ ...placed, avatar_id: 'mine' }, audio), 'avatar_from'],
		['/talkingavatar/create', elements({ ...placed, layer_number: 1 }, audio), 'elements[0].layer_number'],
		['/talkingavatar/create', elements(placed), 'element of type audio'],
		['/talkingavatar/create', elements({ type: 'image', url: '#00ff00' }), 'elements[0].scale_x'],
		['/audio/clone', { voice_url: undefined }, 'voice_id or voice_url'],
	])('to %s with %j is refused by the name of the field', async (path, changes, named) => {
		const before = emulator.jobs.created().length;
		const refused = { httpStatus: 200, code: 1003, msg: expect.stringContaining(named) };
		expect(await post(path, changes)).toMatchObject(refused);
		expect(emulator.requests.at(-1)?.refusal).toContain(named);
		expect(emulator.jobs.created()).toHaveLength(before);
	});

	it.each<[string, object, number]>([
		[image, { targetImage: Array(9).fill(face), sourceImage: Array(9).fill(face) }, 1007],
		[button, { _id: 'unknown', button: 'U1' }, 1008],
		[translate, { url: `${at}/silent.mp4` }, 1203],
	])('to %s with %j is refused with code %i', async (path, changes, code) => {
		expect(await post(path, changes)).toMatchObject({ code });
	});

	it('loses an unknown field where the switch says so, and the log names the field', async () => {
		emulator.shapes.unknownFields = 'taken';
		const answer = await post(image, { seed: 7, targetImage: [{ ...face, weight: 1 }] });
		emulator.shapes.unknownFields = 'refused';
		expect(answer).toMatchObject({ code: 1000 });
		expect(emulator.requests.at(-1)?.unknownFields.toSorted()).toEqual(['seed', 'targetImage[0].weight']);
		expect(emulator.jobs.created('swapImage').at(-1)?.request).toEqual(bodies[image]);
	});

	it('a second lip sync of one video into one language is refused', async () => {
		const body = { lipsync: true, url: `${at}/twice.mp4` };
		const codes = [await post(translate, body), await post(translate, body)].map(({ code }) => code);
		expect(codes).toEqual([1000, 1202]);
		expect(await post(translate, { ...body, language: 'fr' })).toMatchObject({ code: 1000 });
	});

	it('ends in a failed job when the new face of a video swap shows several people', async () => {
		const { modifyImage: _image, ...faces } = { modifyImage: '', ...bodies[image] };
		const sourceImage = [{ path: `${emulator.mediaUrl}/people-2.png`, opts: four }];
		const body = { ...faces, sourceImage, modifyVideo: `${at}/a.mp4` };
		await client.post('/faceswap/highquality/specifyvideo', body);
		emulator.jobs.complete();
		expect(emulator.jobs.created('swapVideo').at(-1)?.status).toBe(4);
	});
});
