import type { INodeParameters } from 'n8n-workflow';
import { runnerOf } from '../support/runner';
import { byId, NOTHING, setUp } from '../support/bench';

const bench = setUp({ jobMs: 200 });
const runner = (name: string, right: INodeParameters) =>
	runnerOf(() => bench.engine, 'avatarVideo', name, right);
const compose = runner('avatarVideo.create', {
	voiceId: byId('voice-amy'),
	elementsInput: 'fields',
	elements: { element: [{ type: 'avatar', avatarId: byId('eve2024') }] },
});

describe('an avatar video', () => {
	const json = (elements: unknown) => ({
		elementsInput: 'json',
		elementsJson: `={{ ${JSON.stringify(elements)} }}`,
	});
	const form = (...element: INodeParameters[]) => ({ elements: { element } });
	const avatar = { type: 'avatar', avatarId: 'eve2024' };
	test.each<[INodeParameters, RegExp]>([
		[{ size: 'custom', width: '={{ 0 }}' }, /^Width must be at least 1, but 0 was given/],
		[{ size: 'custom', width: '={{ "wide" }}' }, /^Width must be a number, but "wide" was given/],
		[{ size: 'custom', width: '={{ "" }}' }, /^Width is empty/],
		[{ size: 'custom', height: 10.5 }, /^Height must be a whole number/],
		[{ size: 'custom', height: NOTHING }, /^Height is empty/],
		[{ size: '={{ "large" }}' }, /^Size must be one of 1920x1080, .*custom, but "large" was given/],
		[{ elementsInput: 'simple', avatarId: byId(NOTHING) }, /^Avatar is empty/],
		[{ duration: '={{ -1 }}' }, /^Duration \(Seconds\) must be more than 0/],
		[{ voiceId: byId(NOTHING) }, /^Voice is empty/],
		[{ sound: 'audio', voiceUrl: NOTHING }, /^Audio Address is empty/],
		[{ sound: 'audio', voiceUrl: 'a.mp3' }, /^Audio Address must be one whole address/],
		[
			{ elementsInput: '={{ "poem" }}', avatarId: byId('eve2024') },
			/^Content must be one of simple, fields, json/,
		],
		[{ elements: {} }, /^Elements must hold at least one element/],
		[
			form({ type: 'avatar' }),
			/^Elements › Element 1 › Avatar must be given for an element of the type avatar/,
		],
		[
			form({ ...avatar, avatarId: byId('eve2024') }, { type: 'image' }),
			/^Elements › Element 2 › URL must be given/,
		],
		[
			form({ type: 'video', url: 'rain.mp4' }),
			/^Elements › Element 1 › URL must be one whole address .*"rain\.mp4"/,
		],
		[form({ type: 'image', url: '#ffffff' }), /^Elements › Element 1 › URL must be one whole address/],
		[
			form({ ...avatar, scaleX: 1.5 }),
			/^Elements › Element 1 › Horizontal Scale must be at most 1, but 1\.5/,
		],
		[form({ ...avatar, scaleY: -0.1 }), /^Elements › Element 1 › Vertical Scale must be at least 0/],
		[
			form({ ...avatar, offsetX: '={{ "left" }}' }),
			/^Elements › Element 1 › Horizontal Offset must be a number/,
		],
		[
			form({ ...avatar, offsetY: '={{ "top" }}' }),
			/^Elements › Element 1 › Vertical Offset must be a number/,
		],
		[form({ ...avatar, layerNumber: '={{ "top" }}' }), /^Elements › Element 1 › Layer must be a number/],
		[
			form({ ...avatar, type: '={{ "dog" }}' }),
			/^Elements › Element 1 › Type must be one of avatar, image, video/,
		],
		[
			form({ ...avatar, elementId: '={{ $json. }}' }),
			/^Elements › Element 1 › Element ID has an expression that can't be evaluated/,
		],
		[{ elementsInput: 'json', elementsJson: '[{' }, /^Elements \(JSON\) must be JSON, but "\[{" was given/],
		[json({ type: 'avatar' }), /^Elements \(JSON\) must be a list, but {"type":"avatar"} was given/],
		[json([]), /^Elements \(JSON\) is empty/],
		[json(['eve']), /^Elements \(JSON\), element 1: must be an object, but "eve" was given/],
		[json([avatar, { ...avatar, scale_x: 2 }]), /^Elements \(JSON\), element 2: scaleX must be at most 1/],
		[json({ elements: [avatar], width: -1 }), /^Elements \(JSON\): width must be more than 0, but -1/],
		[json({ elements: [] }), /^Elements \(JSON\) is empty/],
		[json([{ ...avatar, caption: 'undefined' }]), /^Elements \(JSON\), element 1: others/],
		[
			{ options: { background: 'white' } },
			/^Background must be a hexadecimal color such as #1a2b3c, but "white"/,
		],
		[{ options: { ratio: 'wide' } }, /^Aspect Ratio must be two numbers with a colon/],
		[{ options: { avatarFrom: '={{ 4 }}' } }, /^Avatar Source must be one of .*2 .*, 3 .*, but/],
		[{ options: { totalDuration: '={{ 0 }}' } }, /^Total Duration \(Seconds\) must be more than 0/],
	])('with %j is refused before anything is asked', async (parameters, message) => {
		const before = bench.emulator.requests.length;
		expect((await compose.refusal(parameters)).message).toMatch(message);
		expect(bench.emulator.requests).toHaveLength(before);
	});
});
