import type { INodeParameters } from 'n8n-workflow';
import { runnerOf } from '../support/runner';
import { byId, NOTHING, setUp } from '../support/bench';

const bench = setUp({ jobMs: 400 });
const runner = (name: string, right: INodeParameters) =>
	runnerOf(() => bench.engine, 'avatarVideo', name, right);
const speak = runner('voice.textToSpeech', { inputText: 'Good morning', voiceId: byId('voice-amy') });
const talk = runner('talkingAvatar.create', { avatarId: byId('eve2024'), audio: '={{ $json.resultUrl }}' });
const getAudio = runner('voice.get', {});

describe('a spoken text', () => {
	test('completed by its create needs no poll', async () => {
		const looks = bench.emulator.requestsTo('/audio/infobymodelid').length;
		const [item] = await speak();
		expect(item).toMatchObject({
			kind: 'audio',
			status: 'completed',
			resultUrl: expect.stringContaining('.mp3'),
		});
		expect(bench.emulator.requestsTo('/audio/infobymodelid')).toHaveLength(looks);
		expect(bench.lastBody('/audio/create')).toEqual({
			input_text: 'Good morning',
			voice_id: 'voice-amy',
			rate: '100%',
		});
	});

	test('completed later is waited for, saved, and what a talking avatar speaks', async () => {
		bench.emulator.shapes.audio = 'later';
		const result = await speak.stopping({ downloadResult: true });
		const [item] = result.output('Node');
		expect(item?.binary?.data?.mimeType).toMatch(/^audio\//);
		await talk({ waitForCompletion: false }, [{ resultUrl: item?.json.resultUrl }]);
		expect(bench.lastBody('/talkingavatar/create')).toMatchObject({
			elements: expect.arrayContaining([{ type: 'audio', url: item?.json.resultUrl }]),
		});
	});

	test('not waited for is read later by its ID, and saved', async () => {
		bench.emulator.shapes.audio = 'later';
		const [{ id } = { id: '' }] = await speak({ waitForCompletion: false });
		const result = await getAudio.stopping({ waitForCompletion: true, downloadResult: true }, [{ id }]);
		const [item] = result.output('Node');
		expect(item).toMatchObject({
			json: { id, kind: 'audio', status: 'completed', resultUrl: expect.stringContaining('.mp3') },
			binary: { data: { mimeType: expect.stringMatching(/^audio\//) } },
		});
		expect(await getAudio({ recordId: byId('66a1f0c2e4b0d1a2b3c4d5e6') })).toMatchObject([
			{ error: 'The service does not know this ID' },
		]);
	});

	test.each([
		['120', '120%'],
		['90 %', '90%'],
		['', '100%'],
	])('takes the speed %j', async (rate, sent) => {
		await speak({ rate: `={{ ${JSON.stringify(rate)} }}` });
		expect(bench.lastBody('/audio/create')).toMatchObject({ rate: sent });
	});

	test.each<[INodeParameters, RegExp]>([
		[{ inputText: NOTHING }, /^Text is empty/],
		[{ voiceId: byId(NOTHING) }, /^Voice is empty/],
		[{ rate: 'fast' }, /^Speed must be a percentage from 1% to 999%, such as 100%, but "fast" was given/],
		[{ rate: '={{ 1 }}' }, /^Speed must be a percentage .*, but "?1"? was given/],
	])('with %j is refused before it is sent', async (parameters, message) => {
		const before = bench.emulator.requests.length;
		expect((await speak.refusal(parameters)).message).toMatch(message);
		expect(bench.emulator.requests).toHaveLength(before);
	});
});
