import type { INodeParameters } from 'n8n-workflow';
import { byId, setUp } from '../support/bench';
import { runnerOf } from '../support/runner';
import { ClaimTable } from '../support/claimTable';

/* Expressions that find nothing, or a wrong value, cost nothing. */

ClaimTable.install();
const bench = setUp();
const runner = (type: string, name: string, right: INodeParameters) =>
	runnerOf(() => bench.engine, type, name, { waitForCompletion: false, ...right });
const compose = runner('avatarVideo', 'avatarVideo.create', {
	voiceId: byId('voice-amy'),
	content: 'fields',
	elements: { element: [{ type: 'avatar', avatarId: byId('eve2024') }] },
});
const talk = runner('avatarVideo', 'talkingAvatar.create', {
	avatarId: byId('eve2024'),
	sound: 'audio',
	audio: 'https://example.com/a.mp3',
});
const translate = runner('videoTranslation', 'translation.create', {
	video: 'https://example.com/talk.mp4',
	sourceLanguage: byId('en'),
	language: byId('de'),
});
const generate = runner('imageGeneration', 'image.generate', { prompt: 'a' });

test('NaN is refused as an Idempotency Key, so two orders never share a job', async () => {
	const idempotencyKey = '={{ Number($json.order) }}';
	const items = await generate({ prompt: 'cat', options: { idempotencyKey } }, [
		{ order: 'A-1' },
		{ order: 'A-2' },
	]);
	expect(items.map(({ duplicate }) => duplicate)).toEqual([undefined, undefined]);
	expect(items[1]?.error).toMatch(/^Idempotency Key must be a text, but NaN was given/);
});

test.each(['https:/example.com/a.mp4', 'https://example.com/a.mp4\nhttps://example.com/b.mp4'])(
	'%j is refused as an address',
	async (address) => {
		const given = `={{ ${JSON.stringify(address)} }}`;
		const places: Array<[typeof generate, INodeParameters, RegExp]> = [
			[translate, { video: given }, /^Video must be one whole address/],
			[generate, { webhookUrl: given }, /^Webhook URL must be one whole address/],
			[talk, { background: given }, /^Background must be/],
			[compose, { elements: { element: [{ type: 'image', url: given }] } }, /URL must be one whole address/],
		];
		for (const [run, parameters, message] of places) {
			expect((await run(parameters))[0]?.error).toMatch(message);
		}
		expect(bench.emulator.requests).toEqual([]);
	},
);

test("an option whose expression can't be evaluated is named", async () => {
	const options = { mergeInterval: '={{ 1 + 1 }}', reference: '={{ $json. }}' };
	const { message } = await translate.refusal({ options });
	expect(message).toMatch(/^Reference has an expression that can't be evaluated: /);
});
