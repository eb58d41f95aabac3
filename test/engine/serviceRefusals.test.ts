import type { INodeParameters } from 'n8n-workflow';
import { explainCode } from '../../nodes/shared/service/codes';
import { byId, faceSwap, setUp } from '../support/bench';
import { single } from '../support/engine';
import { runnerOf } from '../support/runner';

const bench = setUp({ jobMs: 400 });
const address = 'https://example.com/a';
const speech = { inputText: 'Good morning', voiceId: byId('voice-amy') };
const avatar = { avatarId: byId('eve2024') };
const languages = { sourceLanguage: 'en', language: 'de' };
const BUTTON = '/content/image/createbybutton';

test.each<[string, string, string, INodeParameters]>([
	['avatarVideo', 'avatarVideo.create', '/avatar/createVideo', { ...avatar, voiceId: byId('voice-amy') }],
	[
		'avatarVideo',
		'talkingAvatar.create',
		'/talkingavatar/create',
		{ ...avatar, sound: 'audio', audio: address },
	],
	['avatarVideo', 'avatar.upload', '/avatar/create', { video: address, avatarId: 'anna1' }],
	['avatarVideo', 'voice.textToSpeech', '/audio/create', speech],
	['avatarVideo', 'voice.clone', '/audio/clone', { inputText: 'Good morning', voice: address }],
	['imageGeneration', 'image.generate', '/content/image/createbyprompt', { prompt: 'A lake' }],
	['imageGeneration', 'image.upscale', BUTTON, { imageNumber: 2 }],
	['imageGeneration', 'image.vary', BUTTON, { imageNumber: 2 }],
	[
		'videoTranslation',
		'translation.create',
		'/content/video/createbytranslate',
		{ video: address, ...languages },
	],
])('%s %s reports a refusal of the service as not submitted, and says how to continue', async (...given) => {
	const [type, name, path, parameters] = given;
	const [image] = await runnerOf(() => bench.engine, 'imageGeneration', 'image.generate')({ prompt: 'A' });
	bench.emulator.requests.length = 0;
	bench.emulator.faults.add({ kind: 'code', code: 1203, match: { path } });
	const [item] = await runnerOf(() => bench.engine, type, name)(parameters, [{ id: image?.id }]);
	const group = type === 'imageGeneration' ? 'image' : type === 'avatarVideo' ? type : 'videoTranslation';
	expect(item).toEqual({
		error: explainCode(1203, '', group).message,
		details: expect.objectContaining({
			errorCode: 1203,
			submitted: 'no',
			description: expect.stringMatching(/./),
		}),
	});
	expect(bench.emulator.requestsTo(path)).toHaveLength(1);
});

test.each([
	['delete', faceSwap('job', 'delete', { ids: 'id-1, id-2' }), 'delbyids', ['id-1', 'id-2']],
	['cancel', faceSwap('job', 'cancel', { jobIds: 'job-1, job-2' }), 'job/del', ['job-1', 'job-2']],
	['get', faceSwap('job', 'get', { recordId: 'id-1' }), 'listbyids', ['id-1']],
	[
		'get as an image',
		single('imageGeneration', { resource: 'image', operation: 'get', recordId: 'id-1' }),
		'infobymodelid',
		['id-1'],
	],
])(
	'the error of a node that stops names the IDs that the service refuses to %s',
	async (_name, workflow, path, ids) => {
		bench.emulator.faults.add({ kind: 'code', code: 1009, match: { path }, times: Infinity });
		const { error } = await bench.engine.run(workflow);
		for (const id of ids) expect(`${error?.message} ${error?.description}`).toContain(id);
		expect(JSON.stringify(error)).toContain(`"data":{`);
		expect(error).toMatchObject({ context: { data: { errorCode: 1009 } } });
	},
);
