import { linkTo } from '../support/substitutes/services';
import { expectSuccess, useExamples } from './world';

describe('examples of translation, images and avatar videos', () => {
	const world = useExamples();
	const bodies = () => world.emulator.jobs.created().map(({ request }) => request);
	const fileNames = () => world.services.files.map(({ name }) => name);

	test('video-into-four-languages saves a lip-synced video for each language', async () => {
		expectSuccess(await world.run('video-into-four-languages'));
		const common = { url: world.media('welcome.mp4'), source_language: 'en', lipsync: true };
		expect(bodies()).toHaveLength(4);
		for (const language of ['de', 'fr', 'es', 'it']) {
			expect(bodies()).toContainEqual(expect.objectContaining({ ...common, language }));
		}
		expect(fileNames()).toEqual(['welcome de.mp4', 'welcome fr.mp4', 'welcome es.mp4', 'welcome it.mp4']);
		expect(world.services.files.every(({ content }) => content.includes('ftyp'))).toBe(true);
		expect(world.services.messages).toEqual([]);
	});

	test('video-into-four-languages goes on when a language fails, and tells which and why', async () => {
		world.emulator.faults.add({ kind: 'code', code: 1202, match: { body: '"language":"fr"' } });
		world.emulator.jobs.next({ status: 4, reason: 'Nobody speaks' }, { operation: 'translation' });
		expectSuccess(await world.run('video-into-four-languages'));
		expect(fileNames()).toHaveLength(2);
		expect(world.services.messages).toHaveLength(2);
		expect(world.services.messages).toContainEqual(expect.stringContaining('translated into fr'));
		expect(world.services.messages).toContainEqual(expect.stringContaining('Nobody speaks'));
	});

	test('four-images-upscale-the-second presses U2 of the generation, and posts that picture with its prompt', async () => {
		expectSuccess(await world.run('four-images-upscale-the-second'));
		const [generation, upscale] = world.emulator.jobs.created();
		expect(generation?.request).toMatchObject({ prompt: 'A lighthouse at dawn, watercolour', scale: '16:9' });
		expect(upscale?.request).toMatchObject({ _id: generation?.id, button: 'U2' });
		expect(world.services.posts).toEqual([
			expect.objectContaining({ mimeType: 'image/png', comment: 'A lighthouse at dawn, watercolour' }),
		]);
	});

	test('text-to-talking-video has the text spoken, and an avatar say what was spoken', async () => {
		expectSuccess(await world.run('text-to-talking-video'));
		const [speech, video] = world.emulator.jobs.created();
		expect(speech?.request.input_text).toBe('Welcome to the museum of clocks. The tour begins at ten.');
		expect(video?.request.elements).toContainEqual({ type: 'audio', url: speech?.resultUrls[0] });
	});

	test('weekly-news-video has the three latest news spoken, and an avatar say what was spoken', async () => {
		world.services.news = [1, 2, 3, 4].map((number) => ({
			title: `News ${number}`,
			contentSnippet: `What happened ${number}.`,
		}));
		expectSuccess(await world.run('weekly-news-video'));
		const [speech, video] = world.emulator.jobs.created();
		expect(speech?.request).toMatchObject({
			voice_id: 'voice-amy',
			input_text:
				'Here is the news of the week. News 1. What happened 1. News 2. What happened 2. News 3. What happened 3.',
		});
		expect(video?.request).toMatchObject({ width: 3840, height: 2160, avatar_from: 2 });
		expect(video?.request.elements).toEqual([
			expect.objectContaining({ type: 'image', url: '#e8eef4' }),
			expect.objectContaining({ type: 'avatar', avatar_id: 'eve2024' }),
			{ type: 'audio', url: speech?.resultUrls[0] },
		]);
		const [name = ''] = fileNames();
		expect(name).toMatch(/^news \d{4}-\d\d-\d\d\.mp4$/);
		expect(world.services.messages).toEqual([`The news of the week: ${linkTo(name)}`]);
	});

	test('weekly-news-video makes no video when the script can not be spoken', async () => {
		world.services.news = [{ title: 'News', contentSnippet: 'What happened.' }];
		world.emulator.jobs.next({ status: 4, reason: 'The voice is gone' }, { operation: 'audio' });
		const result = await world.run('weekly-news-video');
		expect(result.error?.message).toContain('The voice is gone');
		expect(world.emulator.jobs.created('talkingAvatar')).toEqual([]);
		expect(world.services.messages).toEqual([]);
	});
});
