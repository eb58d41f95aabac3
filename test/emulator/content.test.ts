import { PNG } from 'pngjs';

import type { Emulator } from './index';
import { frozen, signedIn, type Client } from './support/client';

describe('translation and images', () => {
	let emulator: Emulator;
	let client: Client;
	beforeEach(async () => {
		({ emulator, client } = await signedIn(frozen));
	});
	afterEach(() => emulator.close());

	const sizeOf = async (url: unknown) => {
		const { width, height } = PNG.sync.read(Buffer.from(await (await fetch(String(url))).arrayBuffer()));
		return { width, height };
	};

	describe('video translation', () => {
		const translate = (changes: object = {}) =>
			client.post('/content/video/createbytranslate', {
				url: `${emulator.mediaUrl}/short.mp4`,
				source_language: 'en',
				language: 'de',
				lipsync: false,
				...changes,
			});
		const info = (id: unknown) => client.get('/content/video/infobymodelid', { video_model_id: String(id) });

		it('lists languages with code, name and icon', async () => {
			const { data } = await client.get('/language/list');
			expect(data.lang_list).toContainEqual({
				lang_code: 'de',
				lang_name: 'German',
				url: expect.any(String),
			});
		});

		it('makes a record whose video is there at status 3', async () => {
			const { data } = await translate();
			expect(data).toMatchObject({
				video_status: 1,
				video: '',
				language: 'de',
				create_time: expect.any(Number),
			});
			emulator.advance(1000);
			const done = (await info(data._id)).data;
			expect(done).toMatchObject({ video_status: 3, deduction_duration: 5 });
			expect((await fetch(String(done.video))).headers.get('content-type')).toBe('video/mp4');
		});

		it('gives the lip-synced video its own URL, and makes it once for a language', async () => {
			const { data } = await translate({ lipsync: true, face_enhance: true, merge_interval: 2 });
			expect(await translate({ lipsync: true })).toMatchObject({ code: 1202 });
			expect(await translate({ lipsync: true, language: 'fr' })).toMatchObject({ code: 1000 });
			emulator.advance(1000);
			expect((await info(data._id)).data.lipsync_video_url).toContain('.mp4');
		});

		it.each([
			['silent', 1203],
			['too-long', 1204],
			['too-large', 1207],
			['odd-codec', 1209],
			['60fps', 1210],
		])('refuses a video that is named %s with code %i', async (name, code) => {
			expect(await translate({ url: `${emulator.mediaUrl}/${name}.mp4` })).toMatchObject({ code });
		});

		it.each([
			{ url: 'a.mp4' },
			{ language: 'xx' },
			{ language: undefined },
			{ lipsync: 'true' },
			{ merge_interval: 0 },
		])('names what is wrong with %j', async (changes) => {
			const [key = ''] = Object.keys(changes);
			expect(await translate(changes)).toMatchObject({ code: 1003, msg: expect.stringContaining(key) });
		});

		it('fails with code 1000, status 4 and a reason, and does not know other ids', async () => {
			emulator.jobs.next({ status: 4, reason: 'The audio could not be read' });
			const { data } = await translate();
			emulator.advance(1000);
			expect(await info(data._id)).toMatchObject({
				code: 1000,
				data: { video_status: 4, video: '', error_reason: 'The audio could not be read' },
			});
			expect(await info('unknown')).toMatchObject({ code: 1008 });
		});
	});

	describe('image generation', () => {
		const generate = (changes: object = {}) =>
			client.post('/content/image/createbyprompt', { prompt: 'A lake at dawn', scale: '16:9', ...changes });
		const press = (_id: unknown, button: string) =>
			client.post('/content/image/createbybutton', { _id, button });
		const info = (id: unknown) => client.get('/content/image/infobymodelid', { image_model_id: String(id) });
		const generated = async () => {
			const { data } = await generate();
			emulator.jobs.complete();
			return data._id;
		};

		it('makes four images in the scale asked for, and offers eight buttons', async () => {
			const { data } = await generate({ source_image: `${emulator.mediaUrl}/portrait-ada.png` });
			expect(data).toMatchObject({ image_status: 1, image: '', buttons: [], prompt: 'A lake at dawn' });
			emulator.jobs.complete();
			const done = (await info(data._id)).data;
			expect(done.buttons).toEqual(['U1', 'U2', 'U3', 'U4', 'V1', 'V2', 'V3', 'V4']);
			expect(done.upscaled_urls).toHaveLength(4);
			expect(await sizeOf(done.image)).toEqual({ width: 384, height: 216 });
		});

		it('makes one larger image of U and four of V, and remembers the buttons', async () => {
			const id = await generated();
			const upscale = (await press(id, 'U2')).data;
			const variation = (await press(id, 'V3')).data;
			expect(upscale).toMatchObject({ image_content_model_id: id, op_button: 'U2', image_status: 1 });
			emulator.jobs.complete();
			const large = (await info(upscale._id)).data;
			expect([large.upscaled_urls, large.buttons]).toEqual([[], []]);
			expect(await sizeOf(large.image)).toEqual({ width: 1536, height: 864 });
			expect((await info(variation._id)).data.upscaled_urls).toHaveLength(4);
			expect((await info(id)).data.used_buttons).toEqual(['U2', 'V3']);
		});

		it('refuses a button that is not offered, not yet offered, or no button', async () => {
			const early = (await generate()).data;
			expect(await press(early._id, 'U1')).toMatchObject({ code: 1010 });
			emulator.jobs.complete();
			const upscale = (await press(early._id, 'U1')).data;
			emulator.jobs.complete();
			expect(await press(upscale._id, 'V1')).toMatchObject({ code: 1010 });
			expect(await press(early._id, 'U5')).toMatchObject({
				code: 1003,
				msg: expect.stringContaining('button'),
			});
			expect(await press('unknown', 'U1')).toMatchObject({ code: 1008 });
		});

		it.each([{ prompt: '' }, { scale: '5:4' }, { source_image: 'a.png' }])(
			'names what is wrong with %j',
			async (changes) => {
				const [key = ''] = Object.keys(changes);
				expect(await generate(changes)).toMatchObject({ code: 1003, msg: expect.stringContaining(key) });
			},
		);

		it('can name its buttons otherwise, and carry no upscaled URLs', async () => {
			emulator.shapes.buttonsField = 'display_buttons';
			emulator.shapes.upscaledUrls = false;
			const { data } = await info(await generated());
			expect(data).toMatchObject({ upscaled_urls: [], display_buttons: expect.arrayContaining(['U1']) });
			expect(data).not.toHaveProperty('buttons');
		});
	});
});
