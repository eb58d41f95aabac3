import type { INodeParameters } from 'n8n-workflow';
import { runnerOf } from '../support/runner';
import { byId, NOTHING, setUp } from '../support/bench';

const bench = setUp({ jobMs: 200 });
const film = runnerOf(() => bench.engine, 'avatarVideo', 'avatarVideo.create', {
	avatarId: byId('eve2024'),
	voiceId: byId('voice-amy'),
});
const sent = () => bench.lastBody('/avatar/createVideo');

describe('an avatar video of one avatar', () => {
	test('needs nothing but an avatar and a voice', async () => {
		const [made] = await film({ waitForCompletion: false });
		expect(made).toMatchObject({ id: expect.any(String) });
		expect(sent()).toEqual({
			data: [
				{
					width: 1920,
					height: 1080,
					duration: 10_000,
					voice: { voice_id: 'voice-amy' },
					elements: [
						{
							type: 'avatar',
							avatar_id: 'eve2024',
							...{ scale_x: 1, scale_y: 1, offset_x: 0, offset_y: 0, layer_number: 1 },
						},
					],
					ratio: '16:9',
					avatarFrom: 2,
				},
			],
		});
	});

	test('takes the address of a spoken text instead of a voice, the length, and what is in the options', async () => {
		await film(
			{
				waitForCompletion: false,
				sound: 'audio',
				voiceUrl: '={{ $json.resultUrl }}',
				duration: 5,
				options: { background: '#123', avatarFrom: 3, totalDuration: 6.5 },
			},
			[{ resultUrl: 'https://example.com/spoken.mp3' }],
		);
		expect(sent()).toMatchObject({
			data: [
				{
					duration: 5000,
					voice: { voice_url: 'https://example.com/spoken.mp3' },
					background: '#112233',
					avatarFrom: 3,
				},
			],
			duration: 6500,
		});
	});

	test('shows the whole avatar where the service means the center', async () => {
		await film({ waitForCompletion: false, size: '1080x1920', options: { placement: 'center' } });
		expect(sent()).toMatchObject({ data: [{ elements: [{ offset_x: 540, offset_y: 960 }] }] });
	});

	test('is made from a whole body, which goes before the fields of the node', async () => {
		const video = {
			...{ width: 800, height: 600, duration: 3000, voice: { voice_id: 'voice-carl' }, avatarFrom: 2 },
			elements: [
				{ type: 'avatar', avatar_id: 'eve2024', scale_x: 1, scale_y: 1, offset_x: 400, offset_y: 300 },
			],
		};
		const elementsJson = JSON.stringify({ data: [video], duration: 4000 });
		await film({ waitForCompletion: false, elementsInput: 'json', elementsJson, voiceId: byId(NOTHING) });
		expect(sent()).toEqual({ data: [{ ...video, ratio: '4:3' }], duration: 4000 });
	});

	test.each<[INodeParameters, object]>([
		[{ size: '1080x1920' }, { width: 1080, height: 1920, ratio: '9:16' }],
		[{ size: '1080x1080' }, { width: 1080, height: 1080, ratio: '1:1' }],
		[{ size: '={{ "1280x720" }}' }, { width: 1280, height: 720, ratio: '16:9' }],
		[
			{ size: 'custom', width: 800, height: 600 },
			{ width: 800, height: 600, ratio: '4:3' },
		],
		[
			{ size: 'custom', width: '={{ "1000" }}', height: 350 },
			{ width: 1000, height: 350, ratio: '20:7' },
		],
		[
			{ size: '1080x1920', options: { ratio: '4:5' } },
			{ width: 1080, height: 1920, ratio: '4:5' },
		],
	])('with %j has that size, and the ratio of it unless another is given', async (parameters, size) => {
		await film({ waitForCompletion: false, ...parameters });
		expect(sent()).toMatchObject({ data: [size] });
	});
});
