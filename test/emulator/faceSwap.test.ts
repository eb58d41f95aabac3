import type { Emulator } from './index';
import { frozen, signedIn, type Client } from './support/client';

const imagePath = '/faceswap/highquality/specifyimage';

describe('face swap, reage and their results', () => {
	let emulator: Emulator;
	let client: Client;
	let people: string;
	let hana: string;
	beforeEach(async () => {
		({ emulator, client } = await signedIn(frozen));
		people = `${emulator.mediaUrl}/people-3.png`;
		hana = `${emulator.mediaUrl}/portrait-hana.png`;
	});
	afterEach(() => emulator.close());

	const opts = '10,10:20,10:15,15:12,20';
	const faces = (count: number, path = people) => Array.from({ length: count }, () => ({ path, opts }));
	const swap = (changes: object = {}) =>
		client.post(imagePath, {
			targetImage: faces(1),
			sourceImage: faces(1, hana),
			modifyImage: people,
			face_enhance: 0,
			...changes,
		});
	const statusOf = async (id: unknown) => {
		const { data } = await client.get('/faceswap/result/listbyids', { _ids: String(id) });
		return Array.isArray(data.result) ? data.result[0]?.faceswap_status : undefined;
	};

	it('takes a swap, and lets it go from queued to processing to success by the clock', async () => {
		const { code, data, msg } = await swap();
		expect({ code, msg }).toEqual({ code: 1000, msg: expect.stringContaining('three hours') });
		expect(data).toEqual({ _id: expect.any(String), url: expect.any(String), job_id: expect.any(String) });
		expect((await fetch(String(data.url))).status).toBe(404);
		expect(await statusOf(data._id)).toBe(1);
		emulator.advance(500);
		expect(await statusOf(data._id)).toBe(2);
		emulator.advance(500);
		expect(await statusOf(data._id)).toBe(3);
		expect((await fetch(String(data.url))).headers.get('content-type')).toBe('image/png');
	});

	it('puts the face of the source onto the target that was named, and leaves the others', async () => {
		const [left = '', middle = '', right = ''] = await client.opts(people);
		const [source = ''] = await client.opts(hana);
		const pair = {
			targetImage: [{ path: people, opts: right }],
			sourceImage: [{ path: hana, opts: source }],
		};
		const { data } = await swap(pair);
		emulator.jobs.complete();
		const result = await skinsOf(String(data.url), [left, middle, right]);
		const [ada, ben] = await skinsOf(people, [left, middle]);
		expect(result).toEqual([ada, ben, (await skinsOf(hana, [source]))[0]]);
		expect(await client.opts(String(data.url))).toHaveLength(3);
	});

	it.each([
		['no targetImage', { targetImage: undefined }, 'targetImage is missing'],
		['an empty sourceImage', { sourceImage: [] }, 'sourceImage is empty'],
		[
			'three points',
			{ targetImage: [{ path: 'http://a.example/1.png', opts: '1,2:3,4:5,6' }] },
			'targetImage[0].opts',
		],
		['a relative path', { sourceImage: [{ path: 'face.png', opts }] }, 'sourceImage[0].path'],
		['a relative modifyImage', { modifyImage: '/people.png' }, 'modifyImage'],
		['another face_enhance', { face_enhance: 2 }, 'face_enhance'],
		['a text for face_enhance', { face_enhance: '1' }, 'face_enhance'],
		['a parameter that does not exist', { faceEnhance: 1 }, 'faceEnhance'],
		[
			'more targets than sources',
			{
				targetImage: [
					{ path: 'http://a.example', opts },
					{ path: 'http://a.example', opts },
				],
			},
			'correspond',
		],
	])('refuses %s with code 1003 and names it', async (_name, changes, named) => {
		expect(await swap(changes)).toMatchObject({
			httpStatus: 200,
			code: 1003,
			msg: expect.stringContaining(named),
		});
		expect(emulator.jobs.created()).toEqual([]);
	});

	it('changes at most 8 faces', async () => {
		const nine = { targetImage: faces(9), sourceImage: faces(9) };
		expect(await swap(nine)).toMatchObject({ code: 1007 });
		expect(await swap({ targetImage: faces(8), sourceImage: faces(8) })).toMatchObject({ code: 1000 });
	});

	it('takes credit for each job, gives it back for a failed one, and refuses when it has run out', async () => {
		emulator.setCredit(2);
		const first = await swap();
		await swap();
		expect(await swap()).toMatchObject({ code: 1006 });
		emulator.jobs.fail(String(first.data._id));
		expect(emulator.credit()).toBe(1);
		expect(await swap()).toMatchObject({ code: 1000 });
	});

	it('swaps faces in a video', async () => {
		const video = `${emulator.mediaUrl}/short.mp4`;
		const body = { targetImage: faces(2), sourceImage: faces(2, hana), modifyVideo: video, face_enhance: 1 };
		const { data } = await client.post('/faceswap/highquality/specifyvideo', body);
		emulator.jobs.complete();
		const file = await fetch(String(data.url));
		expect(file.headers.get('content-type')).toBe('video/mp4');
		expect(Buffer.from(await file.arrayBuffer()).toString('latin1', 4, 8)).toBe('ftyp');
		expect(
			await client.post('/faceswap/highquality/specifyvideo', { ...body, modifyVideo: undefined }),
		).toMatchObject({
			code: 1003,
			msg: expect.stringContaining('modifyVideo'),
		});
	});

	it('changes ages from -30 to 30, in pictures and videos', async () => {
		const image = { targetImage: faces(1), modifyImage: people };
		const { data } = await client.post('/faceswap/highquality/imgreage', { ...image, face_reage: 30 });
		emulator.jobs.complete();
		expect((await fetch(String(data.url))).headers.get('content-type')).toBe('image/png');
		for (const years of [31, -31, 1.5, '5', undefined]) {
			const refused = await client.post('/faceswap/highquality/imgreage', { ...image, face_reage: years });
			expect(refused).toMatchObject({ code: 1003, msg: expect.stringContaining('face_reage') });
		}
		const video = { targetImage: faces(1), modifyVideo: `${emulator.mediaUrl}/short.mp4`, face_reage: -30 };
		expect(await client.post('/faceswap/highquality/vidreage', video)).toMatchObject({ code: 1000 });
	});

	it('cancels by job_id, not by _id', async () => {
		const { data } = await swap();
		expect(await client.post('/faceswap/job/del', { job_ids: data._id })).toMatchObject({ code: 1003 });
		expect(await client.post('/faceswap/job/del', { job_ids: data.job_id })).toMatchObject({ code: 1000 });
		expect(emulator.jobs.get(String(data._id))).toMatchObject({
			status: 4,
			reason: 'The task was cancelled',
		});
	});

	it('lists what it knows, in the order asked for or another, and leaves out the rest', async () => {
		const ids = [(await swap()).data._id, (await swap()).data._id, (await swap()).data._id];
		const list = async (_ids: string) => {
			const { data } = await client.get('/faceswap/result/listbyids', { _ids });
			return Array.isArray(data.result) ? data.result.map(({ _id }) => String(_id)) : [];
		};
		expect(await list(`${ids.join(',')},unknown`)).toEqual(ids);
		emulator.shapes.resultOrder = 'reversed';
		expect(await list(ids.join(','))).toEqual([...ids].reverse());
		await client.post('/faceswap/result/delbyids', { _ids: `${String(ids[0])},unknown` });
		expect(await list(ids.join(','))).toEqual([ids[2], ids[1]]);
	});

	it('fails with a reason, gives strings for numbers, and invents a status, when told to', async () => {
		emulator.jobs.next({ status: 4, reason: 'No face in the source' });
		const { data } = await swap();
		emulator.advance(1000);
		emulator.shapes.faceswapStatus = 'string';
		const { data: listed } = await client.get('/faceswap/result/listbyids', { _ids: String(data._id) });
		expect(listed).toMatchObject({ result: [{ faceswap_status: '4', error_msg: 'No face in the source' }] });
		emulator.jobs.setStatus(String(data._id), 7);
		expect(await statusOf(data._id)).toBe('7');
	});

	it('keeps results for seven days', async () => {
		const { data } = await swap();
		emulator.advance(1000 + 7 * 24 * 3600 * 1000);
		expect((await fetch(String(data.url))).status).toBe(200);
		emulator.advance(1);
		expect((await fetch(String(data.url))).status).toBe(403);
	});
});

/** The colour of the skin beside each face's nose. */
async function skinsOf(url: string, faces: string[]): Promise<number[][]> {
	const { PNG } = await import('pngjs');
	const png = PNG.sync.read(Buffer.from(await (await fetch(url)).arrayBuffer()));
	return faces.map((face) => {
		const [x = 0, y = 0] = face.split(':')[2]?.split(',').map(Number) ?? [];
		return [...png.data.subarray((y * png.width + x + 14) * 4, (y * png.width + x + 14) * 4 + 3)];
	});
}
