import { once } from 'node:events';
import { PNG } from 'pngjs';
import { WebSocket } from 'ws';
import { z } from 'zod/v3';

import { sampleAccounts, type Emulator, type FaultSpec } from './index';
import { Client, frozen, signedIn } from './support/client';

/* Behavior that a defect of the emulator could hide from the tests of the nodes. */

let emulator: Emulator;
let client: Client;
beforeEach(async () => ({ emulator, client } = await signedIn(frozen)));
afterEach(async () => await emulator.close());

const media = (name: string) => `${emulator.mediaUrl}/${name}`;
const image = '/content/image/createbyprompt';
const generate = async (prompt = 'A lake') => await client.post(image, { prompt });
const record = async (id: unknown) =>
	(await client.get('/content/image/infobymodelid', { image_model_id: String(id) })).data;
const codesOf = async (count: number) => {
	const codes: number[] = [];
	while (codes.length < count) codes.push((await generate()).code);
	return codes;
};

describe('a token', () => {
	const [first, , , banned] = sampleAccounts;
	const quota = async (by = client) => (await by.get('/faceswap/quota/info')).code;

	it.each([
		['a wrong secret', { ...first, clientSecret: 'wrong' }, 1101],
		['an empty secret', { ...first, clientSecret: '' }, 1102],
		['no key pair', {}, 1102],
		['a banned account', banned, 1200],
	])('for %s is refused by HTTP 200 and a code', async (_name, body, code) => {
		expect(await new Client(emulator).post('/getToken', body)).toMatchObject({ httpStatus: 200, code });
	});

	it('gets a code of its own when it is missing, wrong, expired or replaced', async () => {
		const other = new Client(emulator);
		expect(await quota(other)).toBe(1102);
		other.token = 'made-up';
		expect(await quota(other)).toBe(1101);
		expect(await other.detect({ image_url: emulator.mediaUrl })).toMatchObject({ error_code: 1101 });
		emulator.expireTokens();
		expect(await quota()).toBe(1101);
		emulator.shapes.tokensPerAccount = 'one';
		await client.signIn();
		const second = await new Client(emulator).signIn();
		expect([await quota(), await quota(second)]).toEqual([1101, 1000]);
	});
});

describe('a fault', () => {
	const raw = () =>
		fetch(`${emulator.baseUrl}/api/open/v3${image}`, {
			method: 'POST',
			headers: { authorization: `Bearer ${client.token}` },
			body: '{"prompt":"A lake"}',
		});

	it('hits only the requests that match, as often as it should', async () => {
		emulator.faults.add({ kind: 'code', code: 1005, match: { path: 'createbyprompt', nth: 2 }, times: 2 });
		expect(await codesOf(4)).toEqual([1000, 1005, 1005, 1000]);
		emulator.faults.add({ kind: 'code', code: 1108, match: { body: 'mountain', path: /byprompt$/ } });
		expect([(await generate()).code, (await generate('A mountain')).code]).toEqual([1000, 1108]);
		emulator.faults.add({ kind: 'httpStatus', status: 503, match: { path: '/media/' } });
		expect((await fetch(media('tone.mp3'))).status).toBe(503);
	});

	it.each<[FaultSpec['kind'], number]>([
		['reset', 0],
		['timeout', 0],
		['afterTakenReset', 1],
		['afterTakenTimeout', 1],
	])('%s cuts the connection, with %i jobs taken', async (kind, jobs) => {
		emulator.faults.add({ kind, delayMs: 10 });
		await expect(raw()).rejects.toThrow('fetch failed');
		expect(emulator.jobs.created()).toHaveLength(jobs);
	});

	it('hits requests that come too often, and says when to come again', async () => {
		const limit = { most: 2, perMs: 60_000, hasRetryAfter: true };
		emulator.faults.add({ kind: 'httpStatus', status: 429, limit });
		const answers = [await raw(), await raw(), await raw()];
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
		expect(answers[2]?.headers.get('retry-after')).toBe('60');
		emulator.advance(60_001);
		expect((await raw()).status).toBe(200);
	});
});

test('too many jobs in progress get code 1005, and too little credit code 1006', async () => {
	emulator.options.maxInProgress = 1;
	expect(await codesOf(2)).toEqual([1000, 1005]);
	emulator.jobs.complete();
	emulator.setCredit(1);
	expect(await codesOf(1)).toEqual([1000]);
	emulator.jobs.complete();
	expect(await codesOf(1)).toEqual([1006]);
});

test('the fields of a record go by one reading of the clock', async () => {
	await emulator.close();
	let [at, step] = [frozen.now(), 0];
	({ emulator, client } = await signedIn({ now: () => (at += step) }));
	const seen = new Set<string>();
	for (let jobMs = 0; jobMs < 12; jobMs += 1) {
		emulator.jobs.next({ status: 3, jobMs });
		const { _id } = (await generate()).data;
		step = 1;
		const { image_status, image: url, buttons } = await record(_id);
		step = 0;
		seen.add([image_status === 3, url !== '', String(buttons) !== ''].join());
	}
	expect([...seen].toSorted()).toEqual(['false,false,false', 'true,true,true']);
});

test('an image takes buttons once it is done, and only from its own account', async () => {
	const { _id } = (await generate()).data;
	const press = async (by = client) =>
		(await by.post('/content/image/createbybutton', { _id, button: 'U2' })).code;
	expect(await press()).toBe(1010);
	emulator.jobs.complete();
	const [, { clientId, clientSecret } = client] = sampleAccounts;
	const stranger = await new Client(emulator, clientId, clientSecret).signIn();
	expect([await press(), await press(stranger)]).toEqual([1000, 1009]);
});

describe('a face swap', () => {
	const swap = async (target = '1,2:3,4:5,6:7,8', source = target) => {
		const [people, hana] = [media('people-3.png'), media('portrait-hana.png')];
		const faces = {
			targetImage: [{ path: people, opts: target }],
			sourceImage: [{ path: hana, opts: source }],
		};
		const body = { ...faces, modifyImage: people };
		return (await client.post('/faceswap/highquality/specifyimage', body)).data;
	};
	const list = async (...ids: unknown[]) => {
		const { data } = await client.get('/faceswap/result/listbyids', { _ids: ids.join() });
		return Array.isArray(data.result) ? data.result : [];
	};

	it('names its file before it exists, and keeps it for seven days', async () => {
		const { _id, url } = await swap();
		const statuses = async () => [(await list(_id))[0]?.faceswap_status, (await fetch(String(url))).status];
		expect(await statuses()).toEqual([1, 404]);
		emulator.advance(1000);
		expect(await statuses()).toEqual([3, 200]);
		emulator.advance(7 * 24 * 3600 * 1000 + 1);
		expect(await statuses()).toEqual([3, 403]);
	});

	it('a deleted job is no longer listed, and is cancelled by its job ID alone', async () => {
		const [one, two] = [await swap(), await swap()];
		const cancel = async (id: unknown) => (await client.post('/faceswap/job/del', { job_ids: id })).code;
		expect([await cancel(one._id), await cancel(one.job_id)]).toEqual([1003, 1000]);
		await client.post('/faceswap/result/delbyids', { _ids: two._id });
		expect(await list(one._id, 'unknown', two._id)).toMatchObject([{ _id: one._id, faceswap_status: 4 }]);
	});

	it('gives the chosen face the head of the source, and leaves the others', async () => {
		const targets = await client.opts(media('people-3.png'));
		const [source] = await client.opts(media('portrait-hana.png'));
		const { url } = await swap(targets[2], source);
		emulator.jobs.complete();
		const imageAt = async (address: string) =>
			PNG.sync.read(Buffer.from(await (await fetch(address)).arrayBuffer()));
		const [before, after] = [await imageAt(media('people-3.png')), await imageAt(String(url))];
		const changed = targets.map((opts) => {
			const [x = 0, y = 0] = opts.split(':')[2]?.split(',').map(Number) ?? [];
			const at = (y * before.width + x) * 4;
			return !before.data.subarray(at, at + 4).equals(after.data.subarray(at, at + 4));
		});
		expect(changed).toEqual([false, false, true]);
		expect(await client.opts(String(url))).toHaveLength(3);
	});
});

test.each([1, 3, 12])('detection finds all of %i people, never from left to right', async (count) => {
	const image_url = media(`people-${count}.png`);
	const answer = await client.detect({ image_url });
	const region = z.array(z.array(z.number())).parse(answer.region);
	const landmarks = z.array(z.array(z.array(z.number()))).parse(answer.landmarks);
	expect(landmarks.map((points) => points.slice(4).join())).toEqual(Array(count).fill('0,0,0,0'));
	expect(answer.landmarks_str).toEqual(landmarks.map((points) => points.slice(0, 4).join(':')));
	const lefts = region.map(([left = 0]) => left);
	if (count > 1) expect(lefts).not.toEqual(lefts.toSorted((one, other) => one - other));
	const size = ([, , width = 0, height = 0]: number[]) => width * height;
	const [largest] = region.toSorted((one, other) => size(other) - size(one));
	expect((await client.detect({ image_url, single_face: true })).region).toEqual([largest]);
});

test.each([
	[{ image_url: 'photo.jpg' }, 0],
	[{ image_url: 'people-0.png' }, 5001],
	[{ image_url: 'gone.png' }, 5002],
	[{ image_url: 'page.html' }, 5003],
	[{ img: 'no data URI' }, 1003],
	[{}, 1003],
])('detection of %j gives the code %i', async (body, error_code) => {
	const image_url = 'image_url' in body ? media(String(body.image_url)) : undefined;
	expect(await client.detect({ ...body, image_url })).toMatchObject({ error_code });
});

describe('a live session', () => {
	const create = async (avatar_id = 'Ada_1080P_back') =>
		await client.post('/liveAvatar/session/create', { avatar_id });
	const open = async () => {
		const { _id, stream_urls } = (await create()).data;
		return { id: String(_id), room: String(Object(stream_urls).client_chat_room_url) };
	};
	const status = async (id: string) => (await client.get('/liveAvatar/session/detail', { id })).data.status;
	const call = async (name: string, id: string) =>
		(await client.post(`/liveAvatar/session/${name}`, { id })).code;
	const connect = async (url: string) => {
		const socket = new WebSocket(url);
		await once(socket, 'open');
		return socket;
	};

	it('goes from queueing to streaming to closed, with codes of its own', async () => {
		const { id } = await open();
		expect([await call('pause', id), await call('close', 'x')]).toEqual([1214, 1216]);
		emulator.advance(200);
		expect([await status(id), await call('pause', id), await call('close', id)]).toEqual([2, 1000, 1000]);
		expect([await status(id), await call('close', id), await call('pause', id)]).toEqual([3, 1219, 1219]);
		emulator.live.maxOpen = 1;
		expect([(await create()).code, (await create()).code]).toEqual([1000, 1215]);
	});

	it('costs credits by the second while it streams, and dies of silence', async () => {
		const { id } = await open();
		emulator.advance(10_200);
		expect(emulator.credit()).toBe(99_999);
		emulator.advance(3_600_000);
		expect([await status(id), emulator.credit()]).toEqual([3, 99_970]);
	});

	it('a session has a room only while it streams', async () => {
		const { id, room } = await open();
		await expect(connect(room)).rejects.toThrow('403');
		emulator.advance(200);
		const socket = await connect(room);
		await call('close', id);
		expect((await once(socket, 'close'))[0]).toBe(1000);
		await expect(connect(room)).rejects.toThrow('403');
	});

	it('tells what is wrong with a message, and answers a right message', async () => {
		Object.assign(emulator.live, { noise: false, parts: 1 });
		const { room } = await open();
		emulator.advance(200);
		const socket = await connect(room);
		const answerTo = async (to: string, payload: object) => {
			socket.send(JSON.stringify({ type: 'chat', to, payload: JSON.stringify(payload) }));
			return JSON.parse(JSON.parse(String((await once(socket, 'message'))[0])).payload);
		};
		const question = { message_id: 'm1', question: 'Hi', language: 'de' };
		const refused = (name: string) => ({ code: 1003, msg: expect.stringContaining(name) });
		expect(await answerTo('server_99', question)).toMatchObject(refused('server_1'));
		expect(await answerTo('server_1', { message_id: 'm1' })).toMatchObject(refused('question'));
		expect(await answerTo('server_1', { ...question, language: 'xx' })).toMatchObject(refused('language'));
		const answer = { message_id: 'm1', question: 'Hi', answer: 'Hi', mode_type: '1', language: 'German' };
		expect(await answerTo('server_1', question)).toMatchObject(answer);
		socket.terminate();
	});
});
