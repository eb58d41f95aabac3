import { PNG } from 'pngjs';
import { z } from 'zod/v3';

import type { Emulator } from './index';
import { frozen, signedIn, type Client } from './support/client';

let emulator: Emulator;
let client: Client;
beforeAll(async () => ({ emulator, client } = await signedIn(frozen)));
afterAll(() => emulator.close());

const media = (name: string) => `${emulator.mediaUrl}/${name}`;
const bytesOf = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());
const imageAt = async (url: string) => PNG.sync.read(await bytesOf(url));

test.each([1, 2, 3, 5, 8, 12])(
	'detection finds all of %i people, never from left to right',
	async (count) => {
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
	},
);

test.each([
	['photo.jpg', { error_code: 0, region: [[110, 45, 180, 180]] }],
	['people-0.png', { error_code: 5001, error_msg: expect.stringContaining('NoneType') }],
	['gone.png', { error_code: 5002 }],
	['notes.txt', { error_code: 5003 }],
])('detection of %s gives %j', async (name, answer) => {
	expect(await client.detect({ image_url: media(name) })).toMatchObject(answer);
});

test('detection takes an address or a data URI, goes by its type or crashes alike where that is switched on', async () => {
	const url = media('portrait-ada.png');
	const data = (await bytesOf(url)).toString('base64');
	const img = `data:image/png;base64,${data}`;
	expect((await client.detect({ img })).landmarks_str).toEqual(await client.opts(url));
	for (const wrong of [{}, { img: data }, { img, image_url: url }, { image_url: 'a.png' }]) {
		expect((await client.detect(wrong)).error_code).toBe(1003);
	}
	Object.assign(emulator.shapes, { detectionCrash: 'alike', detectionData: 'type' });
	const alike = [{ image_url: media('gone.png') }, { img: `data:text/plain;base64,${data}` }];
	for (const body of alike) expect((await client.detect(body)).error_code).toBe(5001);
});

test('a swap gives the chosen face the head of the source, and leaves the others', async () => {
	const [people, hana] = [media('people-3.png'), media('portrait-hana.png')];
	const targets = await client.opts(people);
	const targetImage = [{ path: people, opts: targets[2] }];
	const sourceImage = [{ path: hana, opts: (await client.opts(hana))[0] }];
	const body = { targetImage, sourceImage, modifyImage: people };
	const { data } = await client.post('/faceswap/highquality/specifyimage', body);
	emulator.jobs.complete();
	const [before, after] = [await imageAt(people), await imageAt(String(data.url))];
	const changed = targets.map((opts) => {
		const [x = 0, y = 0] = opts.split(':')[2]?.split(',').map(Number) ?? [];
		const at = (y * before.width + x) * 4;
		return !before.data.subarray(at, at + 4).equals(after.data.subarray(at, at + 4));
	});
	expect(changed).toEqual([false, false, true]);
	expect(await client.opts(String(data.url))).toHaveLength(3);
});
