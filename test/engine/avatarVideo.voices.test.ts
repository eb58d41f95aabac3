import type { INodeParameters } from 'n8n-workflow';
import { CODES_BY_GROUP } from '../support/codes';
import { runnerOf } from '../support/runner';
import { byId, NOTHING, setUp } from '../support/bench';

const bench = setUp({ jobMs: 200 });
const runner = (name: string, right: INodeParameters) =>
	runnerOf(() => bench.engine, 'avatarVideo', name, right);
const speak = runner('voice.textToSpeech', { inputText: 'Good morning', voiceId: byId('voice-amy') });
const clone = runner('voice.clone', { inputText: 'Good morning', voice: 'https://example.com/voice.mp3' });
const talk = runner('talkingAvatar.create', { avatarId: byId('eve2024'), audio: '={{ $json.resultUrl }}' });
const getVideo = runner('video.get', {});
const getAudio = runner('voice.get', {});
const getVoices = runner('voice.getAll', {});
const CODES = CODES_BY_GROUP.avatarVideo.filter((code) => code !== 1000);

describe('a spoken text', () => {
	test('that is complete at once is not asked for again', async () => {
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

	test('that takes its time is waited for, saved, and what a talking avatar speaks', async () => {
		bench.emulator.shapes.audio = 'later';
		const result = await speak.stopping({ downloadResult: true });
		const [item] = result.output('Node');
		expect(item?.binary?.data?.mimeType).toMatch(/^audio\//);
		await talk({ waitForCompletion: false }, [{ resultUrl: item?.json.resultUrl }]);
		expect(bench.lastBody('/talkingavatar/create')).toMatchObject({
			elements: expect.arrayContaining([{ type: 'audio', url: item?.json.resultUrl }]),
		});
	});

	test('that was not waited for is read later by its ID, and saved', async () => {
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
		[80, '80%'],
		['120', '120%'],
		['90 %', '90%'],
		['5%', '5%'],
		['', '100%'],
	])('takes the speed %j', async (rate, sent) => {
		await speak({ rate: `={{ ${JSON.stringify(rate)} }}` });
		expect(bench.lastBody('/audio/create')).toMatchObject({ rate: sent });
	});

	test.each<[INodeParameters, RegExp]>([
		[{ inputText: NOTHING }, /^Text is empty/],
		[{ inputText: '={{ " " }}' }, /^Text is empty/],
		[{ voiceId: byId(NOTHING) }, /^Voice is empty/],
		[{ rate: 'fast' }, /^Speed must be a percentage from 1% to 999%, such as 100%, but "fast" was given/],
		[{ rate: '0%' }, /^Speed must be a percentage/],
		[{ rate: '={{ 1 }}' }, /^Speed must be a percentage .*, but "?1"? was given/],
		[{ rate: '9' }, /^Speed must be a percentage/],
	])('with %j is refused before it is sent', async (parameters, message) => {
		const before = bench.emulator.requests.length;
		expect((await speak.refusal(parameters)).message).toMatch(message);
		expect(bench.emulator.requests).toHaveLength(before);
	});
});

describe('a cloned voice', () => {
	test('is sent with the recording and the speed', async () => {
		await clone({ rate: '110%' });
		expect(bench.lastBody('/audio/clone')).toEqual({
			input_text: 'Good morning',
			voice_url: 'https://example.com/voice.mp3',
			rate: '110%',
		});
	});

	test.each<[INodeParameters, RegExp]>([
		[{ inputText: NOTHING }, /^Text is empty/],
		[{ voice: NOTHING }, /^Voice Sample is empty/],
		[
			{ voice: { __rl: true, mode: 'binary', value: 'sound' } },
			/^Voice Sample names the binary field "sound"/,
		],
		[{ rate: '1000%' }, /^Speed must be a percentage/],
	])('with %j is refused before it is sent', async (parameters, message) => {
		const before = bench.emulator.requests.length;
		expect((await clone.refusal(parameters)).message).toMatch(message);
		expect(bench.emulator.requests).toHaveLength(before);
	});
});

describe('many voices', () => {
	test('come with the names of the service, all or those of one source', async () => {
		await clone();
		const all = await getVoices();
		expect(all).toContainEqual(
			expect.objectContaining({ voice_id: 'voice-amy', name: 'Amy', accent: 'British', from: 3, type: 1 }),
		);
		const own = await getVoices({ filters: { from: 4 } });
		expect(own.length).toBeGreaterThan(0);
		expect(own.every(({ from }) => from === 4)).toBe(true);
		expect(await getVoices({ filters: { from: 3 } })).toHaveLength(5);
		expect(all).toHaveLength(own.length + 5);
	});

	test('with another source are refused before anything is asked', async () => {
		const { message } = await getVoices.refusal({ filters: { from: '={{ 2 }}' } });
		expect(message).toMatch(/From must be one of .*3 .*, 4 .*, but/);
	});

	test.each(CODES)('that are refused with %i say what to do', async (code) => {
		bench.emulator.faults.add({ kind: 'code', code, match: { path: '/voice/list' }, times: 4 });
		const [item] = await getVoices();
		expect(item?.details).toMatchObject({ errorCode: code, description: expect.any(String) });
	});
});

describe('a video that was made before', () => {
	test('is read, waited for and saved by its ID', async () => {
		const [made] = await talk({ waitForCompletion: false }, [
			{ resultUrl: 'https://example.com/speech.mp3' },
		]);
		bench.emulator.jobs.setStatus(String(made?.id), 2);
		const [open] = await getVideo({}, [{ id: made?.id }]);
		bench.emulator.jobs.setStatus(String(made?.id), undefined);
		expect(open).toMatchObject({
			id: made?.id,
			kind: 'video',
			status: 'processing',
		});
		const result = await getVideo.stopping({ waitForCompletion: true, downloadResult: true }, [
			{ id: made?.id },
		]);
		expect(result.output('Node')[0]?.binary?.data).toMatchObject({ mimeType: 'video/mp4' });
	});

	test('that failed says so, as a fact when it is only looked at, as a failure when it was waited for', async () => {
		const [made] = await talk({ waitForCompletion: false }, [
			{ resultUrl: 'https://example.com/doomed.mp3' },
		]);
		bench.emulator.jobs.fail(String(made?.id), 'No stage');
		expect((await getVideo({}, [{ id: made?.id }]))[0]).toMatchObject({
			status: 'failed',
			reason: 'No stage',
		});
		const [failed] = await getVideo({ waitForCompletion: true }, [{ id: made?.id }]);
		expect(failed).toMatchObject({ error: expect.stringContaining('No stage'), details: { id: made?.id } });
	});

	test('needs an ID, and a known one', async () => {
		expect((await getVideo.refusal({ recordId: NOTHING })).message).toMatch(/^ID is empty/);
		expect((await getVideo({}, [{ id: 'nobody' }]))[0]).toMatchObject({ details: { id: 'nobody' } });
	});

	test.each(CODES)('and is refused with %i says what to do', async (code) => {
		bench.emulator.faults.add({
			kind: 'code',
			code,
			match: { path: '/content/video/infobymodelid' },
			times: 4,
		});
		const [item] = await getVideo({}, [{ id: 'any' }]);
		expect(item?.details).toMatchObject({ errorCode: code, id: 'any', description: expect.any(String) });
	});
});
