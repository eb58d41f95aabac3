import { PNG } from 'pngjs';

import type { Emulator } from './index';
import { signedIn, type Client } from './support/client';

describe('face detection', () => {
	let emulator: Emulator;
	let client: Client;
	beforeAll(async () => {
		({ emulator, client } = await signedIn());
	});
	afterAll(() => emulator.close());

	const detect = (name: string, singleFace = false) =>
		client.detect({ image_url: `${emulator.mediaUrl}/${name}`, single_face: singleFace });

	it.each([1, 2, 3, 5, 8, 10])(
		'finds all %i people, with the strings made of the first four points',
		async (count) => {
			const answer = await detect(`people-${count}.png`);
			expect(answer).toMatchObject({
				error_code: 0,
				trx_id: expect.any(String),
				seconds: expect.any(Number),
			});
			const landmarks = Array.isArray(answer.landmarks) ? answer.landmarks : [];
			expect(landmarks).toHaveLength(count);
			expect(landmarks.map((points: number[][]) => points.length)).toEqual(Array(count).fill(6));
			expect(landmarks.map((points: number[][]) => points.slice(4))).toEqual(
				Array(count).fill([
					[0, 0],
					[0, 0],
				]),
			);
			expect(answer.landmarks_str).toEqual(
				landmarks.map((points: number[][]) => points.slice(0, 4).join(':')),
			);
			expect(answer.region).toHaveLength(count);
		},
	);

	it.each([0, 1, 2, 3, 4, 5])(
		'gives faces always in the same order, never from left to right (group %i)',
		async (seed) => {
			for (const name of [`people-2.png?seed=${seed}`, `people-3.png?seed=${seed}`]) {
				const [one, other] = [await detect(name), await detect(name)];
				expect(one.region).toEqual(other.region);
				const lefts = Array.isArray(one.region) ? one.region.map((region: number[]) => region[0] ?? 0) : [];
				expect(lefts).not.toEqual([...lefts].sort((a, b) => a - b));
			}
		},
	);

	it('gives the largest face only, when a single one is asked for', async () => {
		const all = await detect('people-3.png');
		const single = await detect('people-3.png', true);
		const areas = Array.isArray(all.region)
			? all.region.map(([, , w, h]: number[]) => (w ?? 0) * (h ?? 0))
			: [];
		const [largest] = Array.isArray(single.region) ? single.region : [];
		expect(single.region).toHaveLength(1);
		expect(largest[2] * largest[3]).toBe(Math.max(...areas));
	});

	it('takes a picture as a data URI and finds the same', async () => {
		const url = `${emulator.mediaUrl}/portrait-ada.png`;
		const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
		const answer = await client.detect({ img: `data:image/png;base64,${bytes.toString('base64')}` });
		expect(answer.landmarks_str).toEqual((await client.detect({ image_url: url })).landmarks_str);
		expect(await client.detect({ img: bytes.toString('base64') })).toMatchObject({ error_code: 1003 });
	});

	it('finds one face in the middle of a JPEG and of a PNG that is a photograph', async () => {
		expect(await detect('photo.jpg')).toMatchObject({ error_code: 0, region: [[110, 45, 180, 180]] });
		const png = new PNG({ width: 100, height: 60 });
		for (let index = 0; index < png.data.length; index += 1) png.data[index] = (index * 7919) % 256;
		const img = `data:image/png;base64,${PNG.sync.write(png).toString('base64')}`;
		expect(await client.detect({ img })).toMatchObject({ error_code: 0, region: [[32, 9, 36, 36]] });
	});

	it.each(['people-0.png', 'blank.png'])(
		'answers %s, where nobody is, with what reads like a crash',
		async (name) => {
			const answer = await detect(name);
			expect(answer).toEqual({ error_code: 5001, error_msg: expect.stringContaining('NoneType') });
		},
	);

	it('has other codes for a picture that is not there and for a file that is no picture', async () => {
		expect(await detect('gone.png')).toMatchObject({ error_code: 5002 });
		expect(await detect('notes.txt')).toMatchObject({ error_code: 5003 });
		expect(await detect('short.mp4')).toMatchObject({ error_code: 5003 });
	});

	it('can crash alike over all that it finds no face in, and go by the type of a data URI', async () => {
		const { detectionCrash, detectionData } = emulator.shapes;
		Object.assign(emulator.shapes, { detectionCrash: 'alike', detectionData: 'type' });
		for (const name of ['gone.png', 'notes.txt', 'blank.png']) {
			expect(await detect(name)).toMatchObject({ error_code: 5001 });
		}
		const bytes = Buffer.from(await (await fetch(`${emulator.mediaUrl}/portrait-ada.png`)).arrayBuffer());
		const typed = (type: string) => client.detect({ img: `data:${type};base64,${bytes.toString('base64')}` });
		expect(await typed('text/plain')).toMatchObject({ error_code: 5001 });
		expect(await typed('image/png')).toMatchObject({ error_code: 0 });
		Object.assign(emulator.shapes, { detectionCrash, detectionData });
	});

	it('wants an address or a picture, and names what is wrong', async () => {
		expect(await client.detect({ single_face: true })).toMatchObject({ error_code: 1003 });
		expect(await client.detect({ image_url: 'people.png' })).toMatchObject({
			error_code: 1003,
			error_msg: expect.stringContaining('image_url'),
		});
		expect(await client.detect({ img: 'data:,', single_face: 'yes' })).toMatchObject({
			error_msg: expect.stringContaining('single_face'),
		});
	});
});
