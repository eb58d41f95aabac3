import type { INodeExecutionData } from 'n8n-workflow';
import { runnerOf } from '../support/runner';
import { byId, setUp } from '../support/bench';

const bench = setUp({ jobMs: 200 }, { binaryMode: 'filesystem', reachable: true });
const BINARY = { __rl: true, mode: 'binary', value: 'data' };
const QUICK = { waitForCompletion: false };

/** An item with a file in a binary field, as a node before this one makes it. */
async function file(): Promise<INodeExecutionData[]> {
	const loader = bench.engine.fake('load', async (items, context) => {
		const data = await context.helpers.prepareBinaryData(Buffer.from('sound'), 'talk.mp3', 'audio/mpeg');
		return items.map(({ json }) => ({ json, binary: { data } }));
	});
	return (await bench.engine.run({ nodes: [{ name: 'Load', type: loader }] })).output('Load');
}

test.each([
	[
		'videoTranslation',
		'translation.create',
		'/content/video/createbytranslate',
		{ video: BINARY, sourceLanguage: 'en', language: 'de' },
	],
	[
		'imageGeneration',
		'image.generate',
		'/content/image/createbyprompt',
		{ prompt: 'A lighthouse', sourceImage: BINARY },
	],
	['avatarVideo', 'avatar.upload', '/avatar/create', { video: BINARY, avatarId: 'anna1' }],
	[
		'avatarVideo',
		'talkingAvatar.create',
		'/talkingavatar/create',
		{ avatarId: byId('eve2024'), audio: BINARY },
	],
	['avatarVideo', 'voice.clone', '/audio/clone', { inputText: 'Good morning', voice: BINARY }],
])('%s %s hands a binary field over by an address of n8n', async (type, operation, path, parameters) => {
	const run = runnerOf(() => bench.engine, type, operation, parameters);
	const [item] = await run(QUICK, await file());
	expect(item).not.toHaveProperty('error');
	const [address] =
		/http:[^"]*rest\/binary-data\/signed\?token=[^"]+/.exec(JSON.stringify(bench.lastBody(path))) ?? [];
	const served = await fetch(String(address));
	expect(await served.text()).toBe('sound');
});
