import type { INodeParameters } from 'n8n-workflow';
import { runnerOf } from '../support/runner';
import { byId, swap } from '../support/bench';
import { suspendedBench } from '../support/suspended';
import { ClaimTable } from '../support/claimTable';

/* Values that expressions give: NaN, Infinity, lists, spaces, half addresses. */

ClaimTable.install();
const { bench, store } = suspendedBench();
const GOES_ON = { onError: 'continueRegularOutput' as const };
const runner = (type: string, name: string, right: INodeParameters) =>
	runnerOf(() => bench.engine, type, name, { waitForCompletion: false, ...right });
const compose = runner('avatarVideo', 'avatarVideo.create', {
	voiceId: byId('voice-amy'),
	elementsInput: 'fields',
	elements: { element: [{ type: 'avatar', avatarId: byId('eve2024') }] },
});
const talk = runner('avatarVideo', 'talkingAvatar.create', {
	avatarId: byId('eve2024'),
	audio: 'https://example.com/a.mp3',
});
const tts = runner('avatarVideo', 'voice.textToSpeech', { inputText: 'hi', voiceId: byId('voice-amy') });
const translate = runner('videoTranslation', 'translation.create', {
	video: 'https://example.com/talk.mp4',
	sourceLanguage: byId('en'),
	language: byId('de'),
});
const generate = runner('imageGeneration', 'image.generate', { prompt: 'a' });
const avatar = (more: INodeParameters) => ({
	elements: { element: [{ type: 'avatar', avatarId: byId('eve2024'), ...more }] },
});

describe('what is no finite number is refused where a number is asked for', () => {
	test.each<[string, typeof compose, INodeParameters, RegExp]>([
		[
			'duration',
			compose,
			{ duration: '={{ 1000 / 0 }}' },
			/^Duration \(Seconds\) must be a number, but Infinity was given/,
		],
		[
			'total',
			compose,
			{ options: { totalDuration: '={{ Infinity }}' } },
			/^Total Duration .* but Infinity was given/,
		],
		[
			'offset',
			compose,
			avatar({ offsetX: '={{ -Infinity }}' }),
			/Horizontal Offset must be a number, but -Infinity/,
		],
		['layer', compose, avatar({ layerNumber: '={{ Infinity }}' }), /Layer must be a number, but Infinity/],
		[
			'interval',
			translate,
			{ options: { mergeInterval: '={{ Infinity }}' } },
			/^Segment Length \(Seconds\) must be a number, but Infinity/,
		],
		[
			'timeout',
			generate,
			{ waitForCompletion: true, waitOptions: { timeout: '={{ Infinity }}' } },
			/^Timeout \(Minutes\) must be a number, but Infinity/,
		],
		['NaN', compose, { duration: '={{ NaN }}' }, /^Duration \(Seconds\) must be a number, but NaN was given/],
	])('%s', async (_name, run, parameters, message) => {
		const before = bench.emulator.requests.length;
		const [item] = await run(parameters);
		expect(item?.error).toMatch(message);
		expect(bench.emulator.requests).toHaveLength(before);
	});

	test('a stored wait keeps the time-out it was given', async () => {
		const run = await store(
			swap({ waitForCompletion: true, waitOptions: { timeout: '={{ Infinity }}' } }, GOES_ON),
			1,
		);
		if (run.status !== 'waiting') return; // refused: fine, too
		const kept = run as unknown as { stored: unknown };
		for (let wakes = 0; wakes < 3 && run.status === 'waiting'; wakes++) {
			kept.stored = JSON.parse(JSON.stringify(kept.stored)); // as n8n's database does
			await run.wake();
		}
		expect(run.status).toBe('waiting');
	});
});

describe('NaN is no text', () => {
	test('no prompt', async () => {
		expect((await generate({ prompt: '={{ NaN }}' }))[0]?.error).toMatch(
			/^Prompt must be a text, but NaN was given/,
		);
	});
	test('no key: two orders are not one', async () => {
		const items = await generate(
			{ prompt: 'cat', options: { idempotencyKey: '={{ Number($json.order) }}' } },
			[{ order: 'A-1' }, { order: 'A-2' }],
		);
		expect(items.map(({ duplicate }) => duplicate)).toEqual([undefined, undefined]);
		expect(items[1]?.error).toMatch(/^Idempotency Key must be a text, but NaN was given/);
	});
});

describe('addresses', () => {
	test.each([
		'https:/example.com/a.mp4',
		'https:example.com/a.mp4',
		'https:\\\\example.com\\a.mp4',
		'https://example.com/a.mp4\nhttps://example.com/b.mp4',
		'https://example.com/a\tb.mp4',
	])('%j is none', async (address) => {
		const given = `={{ ${JSON.stringify(address)} }}`;
		const before = bench.emulator.requests.length;
		expect((await translate({ video: given }))[0]?.error).toMatch(/^Video must be one whole address/);
		expect((await generate({ options: {}, webhookUrl: given }))[0]?.error).toMatch(
			/^Webhook URL must be one whole address/,
		);
		expect((await compose({ sound: 'audio', voiceUrl: given }))[0]?.error).toMatch(
			/^Audio Address must be one whole address/,
		);
		expect((await talk({ options: { background: given } }))[0]?.error).toMatch(/^Background must be/);
		expect((await compose({ elements: { element: [{ type: 'image', url: given }] } }))[0]?.error).toMatch(
			/URL must be one whole address/,
		);
		expect(bench.emulator.requests).toHaveLength(before);
	});
	test('spaces are encoded in elements and backgrounds, too', async () => {
		await talk({ options: { background: 'https://example.com/my room.png' } });
		expect(JSON.stringify(bench.lastBody('/talkingavatar/create'))).toContain(
			'https://example.com/my%20room.png',
		);
		await compose({ elements: { element: [{ type: 'image', url: 'https://example.com/my room.png' }] } });
		expect(JSON.stringify(bench.lastBody('/avatar/createVideo'))).toContain(
			'https://example.com/my%20room.png',
		);
	});
});

test.each([
	['{seed: $json.none}', /^Extra Fields \(JSON\) .*"seed"/],
	['{seed: NaN}', /^Extra Fields \(JSON\) .*"seed"/],
])('extra fields that are no JSON are named: %s', async (given, message) => {
	const [item] = await generate({ options: { extraFields: `={{ ${given} }}` } });
	expect(item?.error).toMatch(message);
});

test('an aspect ratio of nothing is none', async () => {
	for (const ratio of ['0:0', '16:0', '0:9']) {
		expect((await compose({ options: { ratio } }))[0]?.error).toMatch(/^Aspect Ratio must be two numbers/);
	}
});

test('a cell with nothing but spaces is an empty one for each optional field', async () => {
	expect((await compose({ options: { background: '={{ "  " }}' } }))[0]).not.toHaveProperty('error');
	expect((await tts({ rate: '={{ "  " }}' }))[0]).not.toHaveProperty('error');
	const list = runnerOf(() => bench.engine, 'avatarVideo', 'avatar.getAll', { limit: 1 });
	expect((await list({ filters: { from: '={{ "  " }}' } }))[0]).not.toHaveProperty('error');
});

test('a choice may have spaces around it', async () => {
	expect((await generate({ scale: '={{ "16:9 " }}' }))[0]).not.toHaveProperty('error');
});

test.each(['={{ $binary.data }}', '={{ 5 }}'])(
	'By File asks for the name of a field when it gets %s',
	async (value) => {
		const input = [
			{ json: {}, binary: { data: { data: 'AAAA', mimeType: 'image/png', fileName: 'a.png' } } },
		];
		const [item] = await generate({ sourceImage: { __rl: true, mode: 'binary', value } }, input);
		expect(item?.error).toMatch(
			/^Source Image must be the name of the binary field that holds the file \(usually data\), but /,
		);
	},
);

test('ids may stand in single quotes, as agents write lists', async () => {
	const gone = runnerOf(() => bench.engine, 'faceSwap', 'job.delete', {});
	await gone({ ids: `={{ "['a','b']" }}` });
	expect(bench.lastBody('delbyids')).toEqual({ _ids: 'a,b' });
});

test.each(['={{ ["1:1"] }}', '={{ true }}'])(
	'a choice that is no text is told the choices: %s',
	async (scale) => {
		expect((await generate({ scale }))[0]?.error).toMatch(
			/^Aspect Ratio must be one of 1:1, 16:9, 3:2, 4:3, 9:16, 2:3, 3:4, but (true|\["1:1"\]) was given$/,
		);
	},
);
