import { call } from './client';
import { startEmulator, type Emulator } from './index';

/* Behavior that the tests of the nodes do not check: refusals, limits, and pictures of the service. */

let emulator: Emulator;
beforeAll(async () => (emulator = await startEmulator()));
afterAll(async () => await emulator.close());

const image = '/faceswap/highquality/specifyimage';
const four = '1,2:3,4:5,6:7,8';
const address = 'http://127.0.0.1:9/a.png';
const face = { path: address, opts: four };
const swapBody = { targetImage: [face], sourceImage: [face], modifyImage: address };
const avatar = { type: 'avatar', avatar_id: 'eve2024', scale_x: 1, scale_y: 1, offset_x: 0, offset_y: 0 };
const audio = { type: 'audio', url: address };
const video = (changes: object) => ({
	data: [
		{ width: 8, height: 8, duration: 8, voice: { voice_id: 'voice-amy' }, elements: [avatar], ...changes },
	],
});
const talking = (avatar_from: number, ...elements: object[]) => ({
	width: 8,
	height: 8,
	avatar_from,
	elements,
});
test.each<[string, object, string]>([
	[image, { ...swapBody, targetImage: [{ ...face, opts: '1.5,2:3,4:5,6:7,8' }] }, 'targetImage[0].opts'],
	[image, { ...swapBody, targetImage: [face, face] }, 'correspond'],
	[image, { ...swapBody, faceEnhance: 1 }, 'faceEnhance'],
	['/faceswap/job/del', { job_ids: 'a, b' }, 'job_ids'],
	['/liveAvatar/session/create', { avatar_id: 'eve2024' }, 'stream avatar'],
	['/avatar/create', { url: address, type: '1', avatar_id: 'eve2024' }, 'avatar_id'],
	['/avatar/createVideo', video({ voice: { voice_id: 'voice-1' } }), 'voice-1'],
	['/avatar/createVideo', video({ elements: [{ ...avatar, scale_x: 1.5 }] }), 'scale_x must be 0 to 1'],
	['/talkingavatar/create', talking(3, avatar, audio), 'avatar_from'],
	['/talkingavatar/create', talking(2, avatar), 'element of type audio'],
	['/talkingavatar/create', talking(2, { type: 'image', url: '#00ff00' }), 'elements[0].scale_x'],
])('%s with %j is refused with the name of the field', async (path, body, named) => {
	expect(await call(emulator, path, body)).toEqual({ code: 1003, msg: expect.stringContaining(named) });
	expect(emulator.jobs.created()).toEqual([]);
});

test.each([
	['photo.jpg', 0],
	['people-0.png', 5001],
	['gone.png', 5002],
	['page.html', 5003],
])('detection of %s returns the code %i', async (name, error_code) => {
	const body = { image_url: `${emulator.mediaUrl}/${name}` };
	expect(await call(emulator, '/detect', body, emulator.detectUrl)).toMatchObject({ error_code });
});
