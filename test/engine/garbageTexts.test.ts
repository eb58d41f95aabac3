import type { INodeParameters } from 'n8n-workflow';
import { byId, setUp } from '../support/bench';
import { runnerOf } from '../support/runner';

/* What expressions leave in texts when they find nothing, or find an object: nothing is paid for it. */

const bench = setUp();
const runner = (type: string, name: string, right: INodeParameters) =>
	runnerOf(() => bench.engine, type, name, { waitForCompletion: false, ...right });
const generate = runner('imageGeneration', 'image.generate', { prompt: 'a' });
const speak = runner('avatarVideo', 'voice.textToSpeech', { inputText: 'hi', voiceId: byId('voice-amy') });
const row = { output: { text: 'a boat' }, none: null };

test.each<[string, typeof generate, INodeParameters, RegExp]>([
	[
		'in a prompt',
		generate,
		{ prompt: '=Draw {{ $json.output }} in oil' },
		/^Prompt must be without \[object Object\], but "Draw \[object Object\] in oil" was given/,
	],
	[
		'in an address',
		generate,
		{ prompt: 'a', sourceImage: '=http://127.0.0.1:9/{{ $json.output }}.png' },
		/ must be without \[object Object\], but "http:/,
	],
	[
		'as a text to say',
		speak,
		{ inputText: '={{ String($json.missing) }}' },
		/^Text .*the word undefined was given/,
	],
	[
		'in an ID',
		speak,
		{ voiceId: byId('={{ "" + $json.none }}') },
		/^Voice must be filled in, but the word null was given/,
	],
	[
		'as an idempotency key',
		speak,
		{ options: { idempotencyKey: '={{ "" + $json.missing }}' } },
		/^Idempotency Key must be filled in, but the word undefined was given/,
	],
	[
		'in extra fields',
		speak,
		{ options: { extraFields: '={{ { style: "" + $json.output } }}' } },
		/^Extra Fields \(JSON\) must be without \[object Object\]/,
	],
])('%s they are refused, and nothing is paid', async (_name, run, parameters, message) => {
	const before = bench.created.length;
	const [item] = await run(parameters, [row]);
	expect(item?.error).toMatch(message);
	expect(item?.details).toMatchObject({ submitted: 'no', description: expect.stringContaining('{{ $json') });
	expect(bench.created).toHaveLength(before);
});

test('what to write instead is accepted', async () => {
	const [item] = await generate({ prompt: '=Draw {{ $json.output.text }} in {{ $json.missing ?? "oil" }}' }, [
		row,
	]);
	expect(item?.error).toBeUndefined();
	expect(bench.emulator.requests.at(-1)?.body).toMatchObject({
		prompt: 'Draw a boat in oil',
	});
});
