import type { Emulator, Shapes } from './index';
import { frozen, signedIn, type Client } from './support/client';

let emulator: Emulator;
let client: Client;
beforeEach(async () => ({ emulator, client } = await signedIn(frozen)));
afterEach(() => emulator.close());

const media = (name: string) => `${emulator.mediaUrl}/${name}`;
const face = () => ({ path: media('people-1.png'), opts: '10,10:20,10:15,15:12,20' });
const swapOf = () => ({ targetImage: [face()], sourceImage: [face()], modifyImage: media('people-1.png') });
const swap = async () => (await client.post('/faceswap/highquality/specifyimage', swapOf())).data;
const list = async (...ids: unknown[]) => {
	const { data } = await client.get('/faceswap/result/listbyids', { _ids: ids.join() });
	return Array.isArray(data.result) ? data.result : [];
};
const calls: Record<string, [path: string, body: object]> = {
	image: ['/content/image/createbyprompt', { prompt: 'A lake' }],
	translation: ['/content/video/createbytranslate', { url: 'https://example.com/a.mp4', language: 'de' }],
	audio: ['/audio/create', { input_text: 'Hi', voice_id: 'voice-amy' }],
};
const create = async (kind: string) => (await client.post(...(calls[kind] ?? ['', {}]))).data;
const image = async (id: unknown) =>
	(await client.get('/content/image/infobymodelid', { image_model_id: String(id) })).data;

test.each(['image', 'translation', 'audio'])('a failed %s says why, as the switches say', async (kind) => {
	const failed = async () => {
		emulator.jobs.next({ status: 4, reason: 'Too dark', errorCode: 77, jobMs: 0 });
		return await create(kind);
	};
	expect(await failed()).toMatchObject({ error_reason: 'Too dark' });
	Object.assign(emulator.shapes, { reasonField: 'msg', errorCodes: true });
	expect(await failed()).toMatchObject({ msg: 'Too dark', error_code: 77 });
});

test('a record of one answer goes by one reading of the clock', async () => {
	await emulator.close();
	let [at, step] = [frozen.now(), 0];
	({ emulator, client } = await signedIn({ now: () => (at += step) }));
	const seen = new Set<string>();
	for (let jobMs = 0; jobMs < 12; jobMs += 1) {
		emulator.jobs.next({ status: 3, jobMs });
		const { _id } = await create('image');
		step = 1;
		const record = await image(_id);
		step = 0;
		seen.add([record.image_status === 3, record.image !== '', String(record.buttons) !== ''].join());
	}
	expect([...seen].toSorted()).toEqual(['false,false,false', 'true,true,true']);
});

test('a swap names its file before it exists, and keeps it for seven days', async () => {
	const { _id, url } = await swap();
	const statuses = async () => [(await list(_id))[0]?.faceswap_status, (await fetch(String(url))).status];
	expect(await statuses()).toEqual([1, 404]);
	emulator.advance(1000);
	expect(await statuses()).toEqual([3, 200]);
	emulator.advance(7 * 24 * 3600 * 1000 + 1);
	expect(await statuses()).toEqual([3, 403]);
});

test('records of swaps come in the order that is switched on, and unknown or deleted ones are left out', async () => {
	const [one, two] = [(await swap())._id, (await swap())._id];
	const ids = async () => (await list(one, 'unknown', two)).map(({ _id }) => _id);
	expect(await ids()).toEqual([one, two]);
	emulator.shapes.resultOrder = 'reversed';
	expect(await ids()).toEqual([two, one]);
	await client.post('/faceswap/result/delbyids', { _ids: String(one) });
	expect(await ids()).toEqual([two]);
	emulator.shapes.faceswapStatus = 'string';
	expect(await list(two)).toMatchObject([{ faceswap_status: '1' }]);
});

test('a cancel goes by job_id, of one job or several as switched', async () => {
	const [one, two] = [await swap(), await swap()];
	const cancel = async (...ids: unknown[]) =>
		(await client.post('/faceswap/job/del', { job_ids: ids.join() })).code;
	expect(await cancel(one._id)).toBe(1003);
	emulator.shapes.jobIds = 'one';
	expect(await cancel(one.job_id, two.job_id)).toBe(1003);
	emulator.shapes.jobIds = 'joined';
	expect(await cancel(one.job_id, two.job_id)).toBe(1000);
});

test('an image offers buttons once it is done, in the names that are switched on', async () => {
	const { _id } = await create('image');
	const press = async () => (await client.post('/content/image/createbybutton', { _id, button: 'U2' })).code;
	expect(await press()).toBe(1010);
	emulator.jobs.complete();
	expect(await press()).toBe(1000);
	expect(await image(_id)).toMatchObject({ buttons: expect.arrayContaining(['U2', 'V4']) });
	Object.assign(emulator.shapes, { buttonsField: 'display_buttons', buttonNames: 'small' });
	Object.assign(emulator.shapes, { usedButtonsStay: false, upscaledUrls: false });
	const display_buttons = ['u1', 'u3', 'u4', 'v1', 'v2', 'v3', 'v4'];
	expect(await image(_id)).toMatchObject({ upscaled_urls: [], display_buttons });
});

test.each([
	['whenSynced', false, true, false],
	['whenSynced', true, true, true],
	['always', false, true, true],
	['alone', true, false, true],
] as const)(
	'lips %s, synced %s: video %s, its synced twin %s',
	async (lipsyncUrl, lipsync, video, synced) => {
		Object.assign(emulator.shapes, { lipsyncUrl, lipsyncDefault: lipsync });
		const { _id } = await create('translation');
		emulator.jobs.complete();
		const id = String(_id);
		const record = (await client.get('/content/video/infobymodelid', { video_model_id: id })).data;
		expect([Boolean(record.video), Boolean(record.lipsync_video_url)]).toEqual([video, synced]);
	},
);

test('an avatar has the shape that is switched on, and can be used once it is done', async () => {
	const upload = { url: media('a.mp4'), avatar_id: 'mine', type: '2' };
	const { _id } = (await client.post('/avatar/create', upload)).list[0] ?? {};
	const detail = () => client.get('/avatar/detail', { id: String(_id) });
	const session = await client.post('/liveAvatar/session/create', { avatar_id: 'mine' });
	expect([(await detail()).list[0]?.status, session.code]).toEqual([1, 1003]);
	Object.assign(emulator.shapes, { avatarDetail: 'object', avatarCreate: 'object' });
	expect((await detail()).data).toMatchObject({ _id });
	expect((await client.post('/avatar/create', { ...upload, avatar_id: 'two' })).data.status).toBe(1);
});

test.each<[Partial<Shapes>, number[], unknown]>([
	[{}, [10, 0], 10],
	[{ pageMost: 4 }, [4, 4, 2, 0], 10],
	[{ pageMost: 4, listCount: 'page' }, [4], 4],
	[{ pageMost: 4, listCount: 'none' }, [4], undefined],
	[{ pageMost: 4, pages: 'first' }, [4, 4, 4, 4], 10],
])('%j gives pages of avatars of these sizes and this count', async (shapes, sizes, count) => {
	Object.assign(emulator.shapes, { avatarList: 'result', ...shapes });
	for (const [index, size] of sizes.entries()) {
		const { data } = await client.get('/avatar/list', { page: index + 1, size: 100 });
		expect([Array.isArray(data.result) && data.result.length, data.count]).toEqual([size, count]);
	}
});

test.each([
	['query', 1000, 1003],
	['body', 1003, 1000],
] as const)('an upload by GET takes its fields from the %s', async (fields, ofQuery, ofBody) => {
	Object.assign(emulator.shapes, { avatarCreateMethod: 'GET', avatarCreateFields: fields });
	const upload = (avatar_id: string) => ({ url: media('me.mp4'), avatar_id, type: '1' });
	await expect(client.post('/avatar/create', upload('none'))).rejects.toThrow();
	expect((await client.get('/avatar/create', upload('inQuery'))).code).toBe(ofQuery);
	expect((await client.getWithBody('/avatar/create', upload('inBody'))).code).toBe(ofBody);
});

test('IDs, times and the token are spelled as the switches say', async () => {
	Object.assign(emulator.shapes, { ids: 'number', times: 'seconds', tokenUnder: 'data' });
	const { _id, create_time } = await create('image');
	expect([typeof _id, create_time]).toEqual(['number', frozen.now() / 1000]);
	const { clientId, clientSecret } = emulator;
	const { data } = await client.post('/getToken', { clientId, clientSecret });
	expect(data.token).toEqual(expect.any(String));
});
