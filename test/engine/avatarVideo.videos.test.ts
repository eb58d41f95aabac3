import { byId, NOTHING, setUp } from '../support/bench';

const bench = setUp({ jobMs: 400 });
const spoken = { sound: 'voice', voiceId: byId('voice-amy') };
const film = bench.runner('avatarVideo', 'avatarVideo.create', { avatarId: byId('eve2024'), ...spoken });
const compose = bench.runner('avatarVideo', 'avatarVideo.create', {
	...spoken,
	content: 'fields',
	elements: { element: [{ type: 'avatar', avatarId: byId('eve2024') }] },
});
const upload = bench.runner('avatarVideo', 'avatar.upload', {
	video: 'https://example.com/me.mp4',
	avatarId: '={{ $json.as }}',
});
const sent = () => bench.bodies('/avatar/createVideo').at(-1);

test('an avatar video of one avatar needs only an avatar and a voice', async () => {
	const [made] = await film({ waitForCompletion: false, voiceId: byId('Amy') });
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
				...{ ratio: '16:9', background: '#ffffff', avatarFrom: 2 },
			},
		],
	});
});

test('a complete JSON body needs no other field, also if an expression gives Content', async () => {
	const video = {
		...{ width: 800, height: 600, duration: 3000, voice: { voice_id: 'voice-carl' }, avatarFrom: 2 },
		elements: [{ type: 'avatar', avatar_id: 'eve2024', offset_x: 400, offset_y: 300 }],
	};
	const elementsJson = JSON.stringify({ data: [video], duration: 4000 });
	const others = { voiceId: byId(''), avatarId: byId(''), size: 'custom', width: NOTHING };
	for (const content of ['json', '={{ "json" }}']) {
		await film({ waitForCompletion: false, content, elementsJson, ...others });
		expect(sent()).toEqual({ data: [{ ...video, ratio: '4:3', background: '#ffffff' }], duration: 4000 });
		bench.emulator.requests.length = 0;
	}
});

test('an avatar video of several elements gets the source of all its avatars with one read of the list, or from Avatar Source', async () => {
	await upload({}, [{ as: 'anna1' }]);
	const looks = bench.emulator.requestsTo('/avatar/list').length;
	const elements = { element: [{ type: 'avatar', avatarId: byId('={{ $json.avatar }}') }] };
	const several = [{ avatar: 'anna1' }, { avatar: 'eve2024' }, { avatar: 'anna1' }];
	await compose({ waitForCompletion: false, elements, limits: { concurrentSubmissions: 1 } }, several);
	const sources = [3, 2, 3].map((avatarFrom) => ({ data: [{ avatarFrom }] }));
	expect(bench.bodies('/avatar/createVideo').slice(-3)).toMatchObject(sources);
	const pages = bench.emulator.requestsTo('/avatar/list').slice(looks);
	expect(pages.map(({ query }) => query.page)).toEqual(['1', '2']);
	const own = { element: [{ type: 'avatar', avatarId: byId('anna1') }] };
	const [told] = await compose({ waitForCompletion: false, elements: own, options: { avatarFrom: 3 } });
	expect(told).toMatchObject({ id: expect.any(String) });
	expect(bench.bodies('/avatar/createVideo').at(-1)).toMatchObject({ data: [{ avatarFrom: 3 }] });
	const mixed = ['anna1', 'eve2024'].map((id) => ({ type: 'avatar', avatarId: byId(id) }));
	const [both] = await compose({ waitForCompletion: false, elements: { element: mixed } });
	expect(both).toMatchObject({ id: expect.any(String) });
});
