import { once } from 'node:events';
import { WebSocket } from 'ws';
import { z } from 'zod/v3';

import { startEmulator, type Emulator } from './index';
import { Client } from './support/client';
import { until } from '../support/until';
import { Receiver } from './support/receiver';

/** Where the interface can be read in two ways, a switch makes the emulator follow the other one. */
describe('the other reading of', () => {
	const start = Date.UTC(2030, 0, 1);
	let emulator: Emulator;
	let client: Client;
	beforeEach(async () => {
		emulator = await startEmulator({ jobMs: 1000, now: () => start });
		client = await new Client(emulator).signIn();
	});
	afterEach(() => emulator.close());

	const media = (name: string) => `${emulator.mediaUrl}/${name}`;
	const openSession = async (webhookUrl?: string) => {
		const { data } = await client.post('/liveAvatar/session/create', {
			avatar_id: 'Ada_1080P_back',
			webhookUrl,
		});
		emulator.advance(200);
		return { id: String(data._id), urls: z.record(z.string()).parse(data.stream_urls) };
	};
	const statusOf = async (id: string) => (await client.get('/liveAvatar/session/detail', { id })).data.status;

	test('status 3 of a session is that it streams, and costs until it is closed', async () => {
		emulator.live.completed = 'open';
		const { id } = await openSession();
		expect([await statusOf(id), emulator.openSessions()]).toEqual([3, [id]]);
		const before = emulator.credit();
		emulator.advance(10_000);
		expect(emulator.credit()).toBeLessThan(before);
		expect(await client.post('/liveAvatar/session/pause', { id })).toMatchObject({ code: 1000 });
		expect(await client.post('/liveAvatar/session/close', { id })).toMatchObject({ code: 1000 });
		expect([await statusOf(id), emulator.openSessions()]).toEqual([3, []]);
		expect(await client.post('/liveAvatar/session/close', { id })).toMatchObject({ code: 1219 });
	});

	test.each([
		['query', 1000, 1003],
		['body', 1003, 1000],
	] as const)('an upload by GET takes its fields from the %s alone', async (fields, ofQuery, ofBody) => {
		Object.assign(emulator.shapes, { avatarCreateMethod: 'GET', avatarCreateFields: fields });
		const upload = (avatar_id: string) => ({ url: media('me.mp4'), avatar_id, type: '1' });
		await expect(client.post('/avatar/create', upload('none'))).rejects.toThrow();
		expect(await client.get('/avatar/create', upload('inQuery'))).toMatchObject({ code: ofQuery });
		expect(await client.getWithBody('/avatar/create', upload('inBody'))).toMatchObject({ code: ofBody });
	});

	test('a page is short though there is more', async () => {
		Object.assign(emulator.shapes, { pageMost: 4, avatarList: 'result' });
		const page = async (number: number) =>
			(await client.get('/avatar/list', { page: number, size: 100 })).data;
		const pages = [await page(1), await page(2), await page(3), await page(4)];
		expect(pages.map(({ result }) => z.array(z.unknown()).parse(result).length)).toEqual([4, 4, 2, 0]);
		expect(pages.map(({ count }) => count)).toEqual([10, 10, 10, 10]);
	});

	test.each([
		['all', 10],
		['page', 4],
		['zero', 0],
		['none', undefined],
	] as const)('count of a list is that of %s', async (listCount, count) => {
		Object.assign(emulator.shapes, { pageMost: 4, avatarList: 'result', listCount });
		const { data } = await client.get('/avatar/list');
		expect([z.array(z.unknown()).parse(data.result).length, data.count]).toEqual([4, count]);
	});

	test('a page is that it is always the first', async () => {
		Object.assign(emulator.shapes, { pageMost: 4, pages: 'first' });
		const pages = await Promise.all([1, 2, 9].map(async (page) => client.get('/avatar/list', { page })));
		expect(new Set(pages.map(({ list }) => JSON.stringify(list))).size).toBe(1);
	});

	test('a list by POST is that it needs a body', async () => {
		expect(await client.post('/liveAvatar/session/list')).toMatchObject({ code: 1000 });
		emulator.shapes.sessionListBody = 'needed';
		expect(await client.post('/liveAvatar/session/list')).toMatchObject({ code: 1003 });
		expect(await client.post('/liveAvatar/session/list', {})).toMatchObject({ code: 1000 });
	});

	test('a reason is its name and its code', async () => {
		const failed = async () => {
			emulator.jobs.next({ status: 4, reason: 'Too dark', errorCode: 1108, jobMs: 0 });
			const { data } = await client.post('/content/image/createbyprompt', { prompt: 'A lake' });
			return data;
		};
		const usual = await failed();
		expect([usual.error_reason, usual.error_code]).toEqual(['Too dark', undefined]);
		Object.assign(emulator.shapes, { reasonField: 'msg', errorCodes: true });
		const other = await failed();
		expect([other.error_reason, other.msg, other.error_code]).toEqual([undefined, 'Too dark', 1108]);
	});

	test('an address of a session that is over is that it stays', async () => {
		const urls = async (id: string) =>
			(await client.get('/liveAvatar/session/detail', { id })).data.stream_urls;
		const { id } = await openSession();
		await client.post('/liveAvatar/session/close', { id });
		expect(await urls(id)).toBeUndefined();
		emulator.shapes.closedUrls = 'kept';
		expect(await urls(id)).toMatchObject({ client_pull_stream_url: expect.any(String) });
	});

	test('buttons is in small letters, or null', async () => {
		emulator.jobs.next({ status: 3, jobMs: 0 });
		const { data } = await client.post('/content/image/createbyprompt', { prompt: 'A lake' });
		const buttons = async () =>
			(await client.get('/content/image/infobymodelid', { image_model_id: String(data._id) })).data.buttons;
		expect(await buttons()).toContain('U1');
		emulator.shapes.buttonNames = 'small';
		expect(await buttons()).toContain('u1');
		emulator.shapes.buttonNames = 'null';
		expect(await buttons()).toBeNull();
	});

	test('lips are synced where a translation does not say', async () => {
		const synced = async (fields: object) => {
			const body = { url: media('short.mp4'), language: 'de', ...fields };
			return (await client.post('/content/video/createbytranslate', body)).data.lipsync;
		};
		expect(await synced({})).toBe(false);
		emulator.shapes.lipsyncDefault = true;
		expect([await synced({}), await synced({ lipsync: false })]).toEqual([true, false]);
	});

	test('a colour is that it can be seen through', async () => {
		const video = async (background: string) => {
			const element = { type: 'avatar', avatar_id: 'eve2024' };
			const setting = { width: 1920, height: 1080, duration: 1000, voice: { voice_id: 'voice-amy' } };
			const body = { data: [{ ...setting, elements: [element], background }] };
			return (await client.post('/avatar/createVideo', body)).code;
		};
		expect([await video('#1a2b3c'), await video('#1a2b3c80')]).toEqual([1000, 1003]);
		emulator.shapes.colours = 'rgba';
		expect([await video('#1a2b3c80'), await video('white')]).toEqual([1000, 1003]);
	});

	test('ids and times are numbers of 20 digits and seconds', async () => {
		Object.assign(emulator.shapes, { ids: 'number', times: 'seconds' });
		const { data } = await client.post('/content/image/createbyprompt', { prompt: 'A lake' });
		expect([typeof data._id, data.create_time]).toEqual(['number', start / 1000]);
		expect(emulator.jobs.created()[0]?.id).toMatch(/^6\d{19}$/);
	});

	test('a token is that it stands under data', async () => {
		emulator.shapes.tokenUnder = 'data';
		const { clientId, clientSecret } = emulator;
		const { body } = await client.post('/getToken', { clientId, clientSecret });
		expect([body.token, body.data]).toEqual([undefined, { token: expect.any(String) }]);
	});

	test.each([
		[{ answerQuestion: 'absent' }, undefined],
		[{ answerQuestion: 'empty' }, ''],
		[{ answerQuestion: 'respelt' }, 'HOW ARE YOU'],
		[{ payloadForm: 'base64' }, 'How are you?'],
		[{ byteOrderMark: true }, 'How are you?'],
	] as const)('an answer is with %j', async (habit, question) => {
		Object.assign(emulator.live, { ...habit, noise: false, parts: 1 });
		const { urls } = await openSession();
		const socket = new WebSocket(urls.client_chat_room_url ?? '');
		await once(socket, 'open');
		const payload = JSON.stringify({ message_id: 'm1', question: 'How are you?' });
		socket.send(JSON.stringify({ type: 'chat', payload, to: urls.server_chat_room_url?.split('/').pop() }));
		const [data] = await once(socket, 'message');
		socket.terminate();
		const text = String(data);
		expect(text.startsWith('\uFEFF')).toBe('byteOrderMark' in habit);
		const written = z.object({ payload: z.string() }).parse(JSON.parse(text.replace('\uFEFF', ''))).payload;
		const json = 'payloadForm' in habit ? Buffer.from(written, 'base64').toString() : written;
		expect(JSON.parse(json).question).toBe(question);
	});

	test.each([
		['new', 'asked', ['How ', 'are ', 'you?'], 'm1'],
		['all', 'asked', ['How ', 'How are ', 'How are you?'], 'm1'],
		['new', 'own', ['How ', 'are ', 'you?'], expect.stringMatching(/^answer-/)],
	] as const)(
		'the parts of an answer hold what is %s, under the id that was %s',
		async (partsHold, answerId, parts, id) => {
			Object.assign(emulator.live, { partsHold, answerId, noise: false });
			const { urls } = await openSession();
			const socket = new WebSocket(urls.client_chat_room_url ?? '');
			const heard: unknown[] = [];
			socket.on('message', (data) => {
				const { payload } = z.object({ payload: z.string() }).parse(JSON.parse(String(data)));
				heard.push(JSON.parse(payload));
			});
			await once(socket, 'open');
			const payload = JSON.stringify({ message_id: 'm1', question: 'How are you?' });
			socket.send(JSON.stringify({ type: 'chat', payload, to: urls.server_chat_room_url?.split('/').pop() }));
			await until(() => heard.length === 3);
			socket.terminate();
			expect(heard).toMatchObject(parts.map((answer) => ({ answer, message_id: id })));
		},
	);

	test.each([
		{ voice_id: 'voice-1' },
		{ language: 'German' },
		{ mode_type: 3 },
		{ prompt: { from: 'url', content: 'a pirate' } },
		{ words: 'x' },
	])('a chat message with %j is refused', async (change) => {
		const { urls } = await openSession();
		const socket = new WebSocket(urls.client_chat_room_url ?? '');
		await once(socket, 'open');
		const payload = JSON.stringify({ message_id: 'm1', question: 'Hi', ...change });
		socket.send(JSON.stringify({ type: 'chat', payload, to: urls.server_chat_room_url?.split('/').pop() }));
		const [data] = await once(socket, 'message');
		expect(String(data)).toContain('Parameter error: payload: ');
		socket.terminate();
	});

	test.each([
		['whenSynced', false, { video: 'yes', lipsync_video_url: '' }],
		['whenSynced', true, { video: 'yes', lipsync_video_url: 'yes' }],
		['always', false, { video: 'yes', lipsync_video_url: 'yes' }],
		['alone', true, { video: '', lipsync_video_url: 'yes' }],
		['alone', false, { video: 'yes', lipsync_video_url: '' }],
	] as const)('%s: a translation with lipsync %s has its video there', async (lipsyncUrl, lipsync, there) => {
		emulator.shapes.lipsyncUrl = lipsyncUrl;
		const body = { url: media('short.mp4'), language: 'de', lipsync };
		const { data } = await client.post('/content/video/createbytranslate', body);
		emulator.advance(1000);
		const record = (await client.get('/content/video/infobymodelid', { video_model_id: String(data._id) }))
			.data;
		expect(record).not.toHaveProperty('lipsync');
		for (const [key, is] of Object.entries(there)) expect(Boolean(record[key])).toBe(is === 'yes');
	});

	test('job_ids is that it names one job', async () => {
		emulator.shapes.jobIds = 'one';
		const made = async () => {
			const faces = [{ path: media('people-1.png'), opts: '1,2:3,4:5,6:7,8' }];
			const body = { targetImage: faces, face_reage: 10, modifyImage: media('people-1.png') };
			return String((await client.post('/faceswap/highquality/imgreage', body)).data.job_id);
		};
		const [one, other] = [await made(), await made()];
		const cancel = (job_ids: string) => client.post('/faceswap/job/del', { job_ids });
		expect(await cancel(`${one},${other}`)).toMatchObject({ code: 1003 });
		expect([(await cancel(one)).code, (await cancel(other)).code]).toEqual([1000, 1000]);
		emulator.shapes.jobIds = 'joined';
		expect(await cancel(`${one},${other}`)).toMatchObject({ code: 1000 });
	});

	test.each(['create', 'clone'] as const)(
		'audio is made at audio/%s alone, from a text or a sample',
		async (path) => {
			emulator.shapes.audioPath = path;
			const sample = { input_text: 'Hi', voice_url: media('tone.mp3') };
			expect(await client.post(`/audio/${path}`, sample)).toMatchObject({ code: 1000 });
			expect(await client.post(`/audio/${path}`, { input_text: 'Hi', voice_id: 'voice-amy' })).toMatchObject({
				code: 1000,
			});
			const other = path === 'create' ? 'clone' : 'create';
			await expect(client.post(`/audio/${other}`, sample)).rejects.toThrow();
		},
	);

	test('tokens: one is valid for an account, or each for a while', async () => {
		const balance = async (of: Client) => (await of.get('/faceswap/quota/info')).code;
		emulator.shapes.tokensPerAccount = 'one';
		const second = await new Client(emulator).signIn();
		expect([await balance(client), await balance(second)]).toEqual([1101, 1000]);
		emulator.shapes.tokenLifeMs = 1000;
		emulator.advance(999);
		expect(await balance(second)).toBe(1000);
		emulator.advance(1);
		expect(await balance(second)).toBe(1101);
	});

	describe('a callback', () => {
		let receiver: Receiver;
		let webhookUrl: string;
		beforeEach(async () => {
			receiver = new Receiver();
			webhookUrl = await receiver.start();
			Object.assign(emulator.callbacks.settings, { mode: 'plain', processing: false });
		});
		afterEach(() => receiver.stop());

		test.each([
			['image_status', 'top', { image_status: 3, image: expect.any(String) }],
			['faceswap_status', 'top', { faceswap_status: 3, url: expect.any(String) }],
			['status', 'data', { data: expect.objectContaining({ status: 3, url: expect.any(String) }) }],
			['status', 'list', { data: [expect.objectContaining({ status: 3 })] }],
			['status', 'result', { data: { result: [expect.objectContaining({ status: 3 })] } }],
		] as const)('has %s at the %s', async (fieldNames, under, body) => {
			Object.assign(emulator.callbacks.settings, { fieldNames, under });
			await client.post('/content/image/createbyprompt', { prompt: 'A lake', webhookUrl });
			emulator.advance(1000);
			await until(() => receiver.bodies.length > 0);
			expect(receiver.bodies).toMatchObject([body]);
		});

		test('has another name of the id, a time in seconds and a signature in capitals', async () => {
			const signed = { mode: 'signed', timestampIn: 'seconds', signatureIn: 'capitals' } as const;
			Object.assign(emulator.callbacks.settings, { ...signed, idField: 'video_model_id' });
			await client.post('/content/image/createbyprompt', { prompt: 'A lake', webhookUrl });
			emulator.advance(1000);
			await until(() => receiver.bodies.length > 0);
			const signature = expect.stringMatching(/^[0-9A-F]{40}$/);
			expect(receiver.bodies).toMatchObject([{ timestamp: (start + 1000) / 1000, signature }]);
			await until(() => emulator.callbacks.delivered.length > 0);
			const [{ content } = {}] = emulator.callbacks.delivered;
			expect(content).toMatchObject({ video_model_id: emulator.jobs.created()[0]?.id });
		});

		test('tells of a session that it streams, and that it was closed', async () => {
			emulator.callbacks.settings.processing = true;
			const { id } = await openSession(webhookUrl);
			await until(() => receiver.bodies.length === 1);
			await client.post('/liveAvatar/session/close', { id });
			await until(() => receiver.bodies.length === 2);
			expect(receiver.bodies).toMatchObject([
				{ _id: id, status: 2 },
				{ _id: id, status: 3 },
			]);
		});
	});
});

test.each([
	[
		'/content/image/createbyprompt',
		{ prompt: 'A lake' },
		'/content/image/infobymodelid',
		'image_model_id',
		['image', 'buttons'],
	],
	[
		'/audio/create',
		{ input_text: 'Hi', voice_id: 'voice-amy' },
		'/audio/infobymodelid',
		'audio_model_id',
		['url'],
	],
	[
		'/content/video/createbytranslate',
		{ url: 'https://example.com/a.mp4', language: 'de' },
		'/content/video/infobymodelid',
		'video_model_id',
		['video'],
	],
])(
	'a record of %s goes by one reading of the clock: it is done when it has its result',
	async (path, body, read, key, results) => {
		let [at, step] = [Date.UTC(2030, 0, 1), 0];
		const emulator = await startEmulator({ now: () => (at += step), shapes: { audio: 'later' } });
		const client = await new Client(emulator).signIn();
		const seen = [];
		// The job ends at the first reading of the answer, at the second, ...
		for (let jobMs = 0; jobMs < 12; jobMs += 1) {
			emulator.jobs.next({ status: 3, jobMs });
			const { data } = await client.post(path, body);
			step = 1;
			const record = (await client.get(read, { [key]: String(data._id) })).data;
			step = 0;
			const isDone = [record.status, record.image_status, record.video_status].includes(3);
			seen.push([isDone, ...results.map((name) => String(record[name] ?? '') !== '')].join());
		}
		await emulator.close();
		const both = [true, false].map((isDone) => [isDone, ...results.map(() => isDone)].join());
		expect([...new Set(seen)].toSorted()).toEqual(both.toSorted());
	},
);
