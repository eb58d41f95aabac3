import { z } from 'zod/v3';

import type { Emulator } from './index';
import { frozen, signedIn, type Client } from './support/client';

const urls = z.object({
	client_pull_stream_url: z.string(),
	client_chat_room_url: z.string(),
	server_chat_room_url: z.string(),
});

describe('live avatar sessions', () => {
	let emulator: Emulator;
	let client: Client;
	beforeEach(async () => {
		({ emulator, client } = await signedIn(frozen));
	});
	afterEach(() => emulator.close());

	async function open(): Promise<{ id: string; urls: z.infer<typeof urls> }> {
		const { data } = await client.post('/liveAvatar/session/create', { avatar_id: 'Ada_1080P_back' });
		expect(data.status).toBe(1);
		return { id: String(data._id), urls: urls.parse(data.stream_urls) };
	}
	async function streaming() {
		const session = await open();
		emulator.advance(200);
		return session;
	}
	const detail = async (id: string) => (await client.get('/liveAvatar/session/detail', { id })).data;
	const close = (id: string) => client.post('/liveAvatar/session/close', { id });
	const pause = (id: string) => client.post('/liveAvatar/session/pause', { id });

	it('go from queueing to streaming to closed', async () => {
		const { id } = await open();
		expect(await pause(id)).toMatchObject({ code: 1214 });
		emulator.advance(200);
		expect(await detail(id)).toMatchObject({ status: 2, app_name: 'live' });
		expect(await pause(id)).toMatchObject({ code: 1000 });
		expect(await close(id)).toMatchObject({ code: 1000 });
		expect(await detail(id)).toMatchObject({ status: 3 });
		expect([(await close(id)).code, (await pause(id)).code]).toEqual([1219, 1219]);
		expect([
			(await close('x')).code,
			(await client.get('/liveAvatar/session/detail', { id: 'x' })).code,
		]).toEqual([1216, 1216]);
	});

	it('take stream avatars that are ready, and only so many at a time', async () => {
		const create = (avatar_id?: string) => client.post('/liveAvatar/session/create', { avatar_id });
		expect(await create('nobody')).toMatchObject({
			code: 1003,
			msg: expect.stringContaining('does not exist'),
		});
		expect(await create('eve2024')).toMatchObject({
			code: 1003,
			msg: expect.stringContaining('stream avatar'),
		});
		expect(await create()).toMatchObject({
			code: 1003,
			msg: expect.stringContaining('avatar_id is missing'),
		});
		const upload = { url: `${emulator.mediaUrl}/short.mp4`, avatar_id: 'mine', type: '2' };
		await client.post('/avatar/create', upload);
		expect(await create('mine')).toMatchObject({ code: 1003, msg: expect.stringContaining('not ready') });
		emulator.jobs.complete();
		emulator.live.maxOpen = 1;
		expect(await create('mine')).toMatchObject({ code: 1000 });
		expect(await create('mine')).toMatchObject({ code: 1215 });
	});

	it('are listed with a count, by page and status, by the methods that are switched on', async () => {
		const { id } = await open();
		await open();
		await close(id);
		const list = (query: object) =>
			client.post(`/liveAvatar/session/list?${new URLSearchParams({ ...query }).toString()}`);
		expect(await list({})).toMatchObject({
			data: { count: 2, result: [{ status: 1 }, { _id: id, status: 3 }] },
		});
		expect(await list({ status: '3', page: '1', size: '5' })).toMatchObject({
			data: { count: 1, result: [{ _id: id }] },
		});
		expect((await list({ page: '2', size: '2' })).data).toEqual({ count: 2, result: [] });
		expect(await client.get('/liveAvatar/session/list')).toMatchObject({ data: { count: 2 } });
		emulator.shapes.sessionListMethod = 'GET';
		const url = `${emulator.baseUrl}/api/open/v3/liveAvatar/session/list`;
		expect((await fetch(url, { method: 'POST' })).status).toBe(405);
	});

	it('may show only the pull URL in their detail', async () => {
		const { id } = await streaming();
		emulator.shapes.sessionDetailUrls = 'pullOnly';
		expect((await detail(id)).stream_urls).toEqual({
			client_pull_stream_url: expect.stringContaining('http'),
		});
	});

	it('cost credits by the second while they stream, and die of silence', async () => {
		const { id } = await streaming();
		emulator.advance(10_000);
		expect(emulator.credit()).toBe(99_999);
		emulator.advance(3_600_000);
		expect(await detail(id)).toMatchObject({ status: 3 });
		expect(emulator.credit()).toBe(99_970);
	});

	it('fail to start when told to', async () => {
		emulator.live.failStart = true;
		const { id } = await streaming();
		expect(await detail(id)).toMatchObject({ status: 4 });
	});
});
