import type { INodeParameters } from 'n8n-workflow';
import { runnerOf } from '../support/runner';
import { byId, setUp } from '../support/bench';

const bench = setUp({ jobMs: 200 });
const runner = (name: string, right: INodeParameters) =>
	runnerOf(() => bench.engine, 'avatarVideo', name, right);
const compose = runner('avatarVideo.create', {
	voiceId: byId('voice-amy'),
	elementsInput: 'fields',
	elements: { element: [{ type: 'avatar', avatarId: byId('eve2024') }] },
});
const upload = runner('avatar.upload', { video: 'https://example.com/me.mp4', avatarId: '={{ $json.as }}' });

describe('an avatar video', () => {
	test('is sent in the names of the service, with what was built in the form', async () => {
		await compose({
			waitForCompletion: false,
			webhookUrl: 'https://example.com/hook',
			size: 'custom',
			width: 1080,
			height: '={{ 1920 }}',
			duration: 5,
			elements: {
				element: [
					{ type: 'image', url: 'https://example.com/room.png' },
					{ type: 'video', url: 'https://example.com/rain.mp4', scaleX: 0.5, offsetX: -20, layerNumber: 7 },
					{ type: 'avatar', avatarId: byId('eve2024'), elementId: 'eve', url: 'left from another type' },
				],
			},
			options: { ratio: '9:16', background: '#ABC', totalDuration: 6 },
		});
		const placed = { scale_x: 1, scale_y: 1, offset_x: 0, offset_y: 0 };
		expect(bench.lastBody('/avatar/createVideo')).toEqual({
			data: [
				{
					width: 1080,
					height: 1920,
					duration: 5000,
					voice: { voice_id: 'voice-amy' },
					elements: [
						{ type: 'image', url: 'https://example.com/room.png', ...placed, layer_number: 1 },
						{
							...{ type: 'video', url: 'https://example.com/rain.mp4', ...placed },
							...{ scale_x: 0.5, offset_x: -20, layer_number: 7 },
						},
						{ type: 'avatar', avatar_id: 'eve2024', ...placed, layer_number: 8, id: 'eve' },
					],
					ratio: '9:16',
					background: '#aabbcc',
					avatarFrom: 2,
				},
			],
			duration: 6000,
			webhookUrl: 'https://example.com/hook',
		});
	});

	test.each([
		[
			'camelCase',
			[{ type: 'avatar', avatarId: 'eve2024', scaleX: '0.5', offsetY: 7, layerNumber: 2, elementId: 'e' }],
		],
		[
			'the words of the service',
			[{ type: 'avatar', avatar_id: 'eve2024', scale_x: 0.5, offset_y: 7, layer_number: 2, id: 'e' }],
		],
	])('takes elements as JSON in %s', async (_words, elements) => {
		const sent = [
			{ type: 'avatar', avatar_id: 'eve2024', scale_x: 0.5, offset_y: 7, layer_number: 2, id: 'e' },
		];
		for (const elementsJson of [JSON.stringify(elements), `={{ ${JSON.stringify(elements)} }}`]) {
			const [made] = await compose({ waitForCompletion: false, elementsInput: 'json', elementsJson });
			expect(made).toMatchObject({ id: expect.any(String) });
			expect(bench.lastBody('/avatar/createVideo')).toMatchObject({ data: [{ elements: sent }] });
		}
	});

	test('has an element whose layer an expression leaves empty above those before it, as one of layer 0', async () => {
		const picture = { type: 'image', url: 'https://example.com/room.png' };
		const empty = { type: 'avatar', avatarId: byId('eve2024'), layerNumber: '={{ $json.none }}' };
		await compose({
			waitForCompletion: false,
			elements: { element: [{ ...picture, layerNumber: 3 }, empty] },
		});
		expect(bench.lastBody('/avatar/createVideo')).toMatchObject({
			data: [{ elements: [{ layer_number: 3 }, { layer_number: 4 }] }],
		});
	});

	test('names an avatar of JSON by all the digits of a long number, which would be rounded', async () => {
		const elementsJson = '[{"type": "avatar", "avatarId": 66123456789012345678}]';
		await compose({ waitForCompletion: false, elementsInput: 'json', elementsJson });
		expect(bench.lastBody('/avatar/createVideo')).toMatchObject({
			data: [{ elements: [{ avatar_id: '66123456789012345678' }] }],
		});
	});

	test('takes the audio of a cloned voice instead of a voice', async () => {
		await compose({ waitForCompletion: false, sound: 'audio', voiceUrl: 'https://example.com/clone.mp3' });
		expect(bench.lastBody('/avatar/createVideo')).toMatchObject({
			data: [{ voice: { voice_url: 'https://example.com/clone.mp3' } }],
		});
	});

	test('finds whose its avatar is with one look at the list, unless it is told', async () => {
		await upload({}, [{ as: 'anna1' }]);
		const looks = bench.emulator.requestsTo('/avatar/list').length;
		const elements = { element: [{ type: 'avatar', avatarId: byId('={{ $json.avatar }}') }] };
		const several = [{ avatar: 'anna1' }, { avatar: 'eve2024' }, { avatar: 'anna1' }];
		await compose({ waitForCompletion: false, elements, options: { maxConcurrent: 1 } }, several);
		const sources = bench.emulator
			.requestsTo('/avatar/createVideo')
			.slice(-3)
			.map(({ body }) => body);
		expect(sources).toMatchObject([
			{ data: [{ avatarFrom: 3 }] },
			{ data: [{ avatarFrom: 2 }] },
			{ data: [{ avatarFrom: 3 }] },
		]);
		const pages = bench.emulator.requestsTo('/avatar/list').slice(looks);
		expect(pages.map(({ query }) => query.page)).toEqual(['1', '2']);
		const own = { element: [{ type: 'avatar', avatarId: byId('anna1') }] };
		const [told] = await compose({ waitForCompletion: false, elements: own, options: { avatarFrom: 3 } });
		expect(told).toMatchObject({ status: 'queued' });
		expect(bench.lastBody('/avatar/createVideo')).toMatchObject({ data: [{ avatarFrom: 3 }] });
	});

	test('goes to the service also with an avatar whose type the list does not tell, and that is not completed', async () => {
		await upload({}, [{ as: 'anna2' }]);
		bench.answer('/avatar/list', [{ _id: 'r1', avatar_id: 'anna2', status: 1, from: 3 }]);
		const elements = { element: [{ type: 'avatar', avatarId: byId('anna2') }] };
		await compose({ waitForCompletion: false, elements });
		expect(bench.lastBody('/avatar/createVideo')).toMatchObject({
			data: [{ avatarFrom: 3, elements: [{ avatar_id: 'anna2' }] }],
		});
	});

	test.each([
		['before', [4, 3]],
		['after', [3, 4]],
	])(
		'takes an avatar that is completed, with a failed one of the same name %s it',
		async (_where, statuses) => {
			const records = statuses.map((status) => ({
				_id: `r${status}`,
				avatar_id: 'eve2024',
				status,
				from: 2,
				type: 1,
			}));
			bench.answer('/avatar/list', records);
			const elements = { element: [{ type: 'avatar', avatarId: byId('eve2024') }] };
			const [made] = await compose({ waitForCompletion: false, elements });
			expect(made).toMatchObject({ status: 'queued' });
			expect(bench.lastBody('/avatar/createVideo')).toMatchObject({ data: [{ avatarFrom: 2 }] });
		},
	);

	test('goes to the service also when the list of avatars can not be read', async () => {
		bench.emulator.faults.add({ kind: 'code', code: 1009, match: { path: '/avatar/list' } });
		const [made] = await compose({ waitForCompletion: false });
		expect(made).toMatchObject({ id: expect.any(String) });
		expect(bench.lastBody('/avatar/createVideo')).toEqual({
			data: [expect.not.objectContaining({ avatarFrom: 2 })],
		});
	});

	test('with a stream avatar that is not ready says so, and sends nothing', async () => {
		const [live] = await upload({ type: '2', waitForCompletion: false }, [{ as: 'live1' }]);
		const id = String(live?.id);
		bench.emulator.jobs.setStatus(id, 2);
		const sent = bench.emulator.requestsTo('/avatar/createVideo').length;
		const elements = { element: [{ type: 'avatar', avatarId: byId('live1') }] };
		expect((await compose({ elements }))[0]).toMatchObject({
			error: 'Avatar "live1" is not ready yet: it is processing',
			details: { id, submitted: 'no', description: expect.stringContaining('Wait for Completion') },
		});
		bench.emulator.jobs.fail(id, 'Too dark');
		expect((await compose({ elements }))[0]).toMatchObject({
			error: 'Avatar "live1" could not be made',
			details: { description: expect.stringContaining('Too dark') },
		});
		expect(bench.emulator.requestsTo('/avatar/createVideo')).toHaveLength(sent);
	});
});
