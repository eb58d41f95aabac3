import { formName } from '../../../nodes/AvatarVideo/elements/element';
import { create as avatarVideo } from '../../../nodes/AvatarVideo/operations/avatarVideo/create';
import { create as talking } from '../../../nodes/AvatarVideo/operations/talkingAvatar/create';
import { upload } from '../../../nodes/AvatarVideo/operations/avatar/upload';
import { clone } from '../../../nodes/AvatarVideo/operations/voice/clone';
import { textToSpeech as speech } from '../../../nodes/AvatarVideo/operations/voice/textToSpeech';
import { swapImage } from '../../../nodes/FaceSwap/operations/faceSwap/swapImage';
import { swapVideo } from '../../../nodes/FaceSwap/operations/faceSwap/swapVideo';
import { reageImage } from '../../../nodes/FaceSwap/operations/reage/reageImage';
import { reageVideo } from '../../../nodes/FaceSwap/operations/reage/reageVideo';
import { generate } from '../../../nodes/ImageGeneration/operations/image/generate';
import { upscale } from '../../../nodes/ImageGeneration/operations/image/upscale';
import { create as session } from '../../../nodes/LiveAvatar/operations/session/create';
import { locatorValue, presentValue } from '../../../nodes/shared/operation';
import { settingsSchemaOf, type Tools } from '../../../nodes/shared/operation/defineOperation';
import { toFailure } from '../../../nodes/shared/operation/failure';
import { fieldsOf } from '../../../nodes/shared/operation/nodeProperties';
import { readAs } from '../../../nodes/shared/operation/readParameters';
import { withExtraFields } from '../../../nodes/shared/run/plan';
import { create as translation } from '../../../nodes/VideoTranslation/operations/translation/create';
import { AVATARS, LANGUAGES, VOICES, bodies } from './interface';

/* What people, sheets, expressions and models put into fields, from everywhere it can come. */

const DEEP = JSON.parse(`${'{"a":'.repeat(60)}1${'}'.repeat(60)}`) as object;
const VALUES: unknown[] = [
	...[undefined, null, '', '  ', '\u200B', 'null', 'undefined', 'NaN', 'Invalid Date', '[object Object]'],
	...[NaN, Infinity, 0, -0, 1, -1, 2, 3, 0.5, 1.5, 30, 31, -31, 1e21, 20250101, 12345678901234567890],
	...['0', '-1', '5', '5.5', '1,5', '1e3', '0x10', '1'.repeat(50), true, false, 'TRUE', 'yes'],
	...[[], [1], ['a'], [[]], {}, { a: 1 }, { value: '' }, { value: 'x' }, new Date(0), DEEP, Symbol.iterator],
	...[
		'red',
		'#12',
		'#1a2b3c',
		'16:9',
		'16:0',
		'de',
		'Klingon',
		'Eve',
		'eve2024',
		'live1',
		'stranger',
		AVATARS[0]?._id,
	],
	...[
		'a\u2060b',
		'a\0b',
		'\uD83D',
		'half \uD83D',
		'\uD83D\uDE00',
		'a\nb',
		'a'.repeat(5_000),
		'de,fr',
		'voice-amy',
	],
	...[
		'https://a.de/b^c',
		'https://a.de/`',
		'https://a.de/{x}',
		'https://a.de/{{ $json.id }}',
		'https://a.de/%zz',
	],
	...[
		'https://a.de/%20',
		'https://a.de/a b',
		'https://a.de/\uD83D',
		'https://a.de/a\nb',
		'https://a.de/a,https://b.de',
	],
	...[
		'www.a.de',
		'ftp://a.de',
		'data:image/png;base64,AA',
		'C:\\a.png',
		'<https://a.de>',
		'"https://a.de"',
		'{',
		'[]',
	],
];

const URL = 'https://a.de/a.png';
const FACES = [{ path: URL, opts: '1,2:3,4:5,6:7,8' }];
const id = (value: unknown, mode = 'id') => ({ __rl: true, mode, value });
const provided = { whichFaces: 'provided', targetImage: FACES, sourceImage: FACES };
const PLACE = { scale_x: 1, scale_y: 1, offset_x: 0, offset_y: 0 };
const PARTS = {
	avatarVideo: [
		{ type: 'avatar', avatar_id: 'eve2024', ...PLACE, layer_number: 1, id: 'one' },
		{ type: 'image', url: URL, ...PLACE },
	],
	talking: [
		{ type: 'avatar', avatar_id: 'eve2024', ...PLACE, width: 10, height: 10 },
		{ type: 'image', url: URL, ...PLACE },
		{ type: 'audio', url: URL },
	],
};
const operations = {
	...{ swapImage, swapVideo, reageImage, reageVideo, translation, generate, upscale, upload, session },
	...{ avatarVideo, talking, speech, clone },
};
type Name = keyof typeof operations;
type Given = Record<string, unknown>;

/** Right parameters of each operation. */
const RIGHT: Record<Name, Given> = {
	swapImage: { modifyImage: URL, ...provided },
	swapVideo: { modifyVideo: URL, ...provided },
	reageImage: { modifyImage: URL, ...provided, faceReage: 10 },
	reageVideo: { modifyVideo: URL, ...provided, faceReage: 10 },
	translation: { video: URL, sourceLanguage: id('DEFAULT'), language: id('de') },
	generate: { prompt: 'A lake' },
	upscale: { recordId: id('1'), imageNumber: 1 },
	upload: { video: URL, avatarId: 'anna2' },
	session: { avatarId: id('live1') },
	avatarVideo: { avatarId: id('eve2024'), voiceUrl: URL, duration: 5 },
	talking: { avatarId: id('eve2024'), inputText: 'Hi', voiceId: id('voice-amy') },
	speech: { inputText: 'Hi', voiceId: id('voice-amy') },
	clone: { inputText: 'Hi', voice: URL },
};

const lists: Record<string, unknown> = {
	'/avatar/list': AVATARS,
	'/voice/list': VOICES,
	'/language/list': { lang_list: LANGUAGES },
	'/detect': { error_code: 0, landmarks_str: FACES.map(({ opts }) => opts) },
};
const tools = {
	mediaUrl: async (medium: { url?: string }) => medium.url ?? URL,
	once: async (_: string, make: () => unknown) => await make(),
	transport: {
		send: async ({ path }: { path: string }, answer: { parse: (data: unknown) => unknown }) =>
			answer.parse(lists[path]),
	},
	context: { addExecutionHints: () => undefined, getInputData: () => [], logger: console },
} as unknown as Tools;

/** The body that an operation sends, or its refusal. */
async function outcomeOf(name: Name, given: Given) {
	const operation = operations[name];
	const fields = fieldsOf(operation);
	try {
		const { value: plan, webhookUrl } = readAs(operation.schema, given, fields);
		const settings = readAs(settingsSchemaOf(operation), given, fields);
		const { request } = await plan(tools);
		const body = { ...request.body, webhookUrl: webhookUrl ?? settings.webhookUrl };
		const sent: unknown = JSON.parse(JSON.stringify(withExtraFields(body, settings.extraFields)));
		return { sent: Object(sent) };
	} catch (error) {
		const { message, details } = toFailure(error);
		return { message, description: details.description ?? '' };
	}
}

/** A copy with a value at a path. */
function put(given: unknown, [first, ...rest]: Array<string | number>, value: unknown): Given {
	if (first === undefined) return value as Given;
	const copy = Array.isArray(given) ? [...given] : { ...Object(given) };
	copy[first] = put(copy[first], rest, value);
	return copy;
}

type Path = Array<string | number>;
const path = (text: string): Path =>
	text.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));
const at = (value: unknown, steps: string) =>
	path(steps).reduce<unknown>((inner, step) => Object(inner)[step], value);

/** A field in all its places: on the screen, in JSON, in Extra Fields, and in the body. */
type Field = [
	of: Name,
	body: string,
	places: { form?: string; json?: string; extra?: string; with?: Given; times?: number },
];

const forms = (of: Name, fields: Record<string, string>): Field[] =>
	Object.entries(fields).map(([form, body]) => [of, body, { form }]);
const isOption = (of: Name) => of === 'session';
const hooks = (Object.keys(operations) as Name[]).map((of): Field => [
	of,
	'webhookUrl',
	{
		form: isOption(of) ? 'options.webhookUrl' : 'webhookUrl',
		extra: 'webhookUrl',
		...(of in PARTS && { json: 'webhookUrl' }),
	},
]);
const inBoth = (of: 'avatarVideo' | 'talking', prefix: string) =>
	PARTS[of].flatMap((part, index): Field[] =>
		Object.keys(part)
			.filter((key) => key !== 'layer_number')
			.map((key) => {
				const json = `${prefix}elements.${index}.${key}`;
				return [
					of,
					json,
					{ json, form: `elements.element.${index}.${formName(key)}`, with: { content: 'fields' } },
				];
			}),
	);
const custom = { with: { size: 'custom', width: 800, height: 600 } };
const FIELDS: Field[] = [
	...hooks,
	...forms('swapImage', {
		modifyImage: 'modifyImage',
		targetImage: 'targetImage',
		sourceImage: 'sourceImage',
		'targetImage.0.path': 'targetImage.0.path',
		'targetImage.0.opts': 'targetImage.0.opts',
		'options.faceEnhance': 'face_enhance',
		whichFaces: 'targetImage',
	}),
	...forms('swapVideo', { modifyVideo: 'modifyVideo', 'sourceImage.0.path': 'sourceImage.0.path' }),
	...forms('reageImage', { modifyImage: 'modifyImage', faceReage: 'face_reage', targetImage: 'targetImage' }),
	...forms('reageVideo', { modifyVideo: 'modifyVideo', faceReage: 'face_reage' }),
	...forms('translation', {
		video: 'url',
		sourceLanguage: 'source_language',
		language: 'language',
		lipsync: 'lipsync',
		'options.faceEnhance': 'face_enhance',
	}),
	['translation', 'merge_interval', { form: 'options.mergeInterval', extra: 'merge_interval' }],
	...forms('generate', { prompt: 'prompt', scale: 'scale' }),
	['generate', 'source_image', { form: 'sourceImage', extra: 'source_image' }],
	...forms('upscale', { recordId: '_id', imageNumber: 'button' }),
	...forms('upload', { video: 'url', avatarId: 'avatar_id', type: 'type' }),
	...forms('session', { avatarId: 'avatar_id' }),
	...forms('speech', { inputText: 'input_text', voiceId: 'voice_id', rate: 'rate' }),
	...forms('clone', { inputText: 'input_text', voice: 'voice_url', rate: 'rate' }),
	['avatarVideo', 'data.0.width', { form: 'width', json: 'data.0.width', ...custom }],
	['avatarVideo', 'data.0.height', { form: 'height', json: 'data.0.height', ...custom }],
	['avatarVideo', 'data.0.ratio', { form: 'ratio', json: 'data.0.ratio', ...custom }],
	['avatarVideo', 'data.0.duration', { form: 'duration', json: 'data.0.duration', times: 1000 }],
	['avatarVideo', 'data.0.background', { form: 'background', json: 'data.0.background' }],
	['avatarVideo', 'data.0.avatarFrom', { form: 'options.avatarFrom', json: 'data.0.avatarFrom' }],
	[
		'avatarVideo',
		'data.0.voice.voice_id',
		{ form: 'voiceId', json: 'data.0.voice.voice_id', with: { sound: 'voice' } },
	],
	['avatarVideo', 'data.0.voice.voice_url', { form: 'voiceUrl', json: 'data.0.voice.voice_url' }],
	['avatarVideo', 'duration', { json: 'duration', extra: 'duration' }],
	['avatarVideo', 'data.0.voice', { json: 'data.0.voice' }],
	['avatarVideo', 'data', { json: 'data' }],
	['avatarVideo', 'data.0', { json: 'data.0' }],
	['avatarVideo', 'data.0.elements.0.layer_number', { json: 'data.0.elements.0.layer_number' }],
	...forms('avatarVideo', {
		avatarId: 'data.0.elements.0.avatar_id',
		sound: 'data.0.voice',
		size: 'data.0.width',
		content: 'data',
	}),
	...inBoth('avatarVideo', 'data.0.'),
	...forms('talking', {
		avatarId: 'elements.1.avatar_id',
		inputText: 'elements.2.input_text',
		voiceId: 'elements.2.voice_id',
		background: 'elements.0.url',
	}),
	['talking', 'elements.2.url', { form: 'audio', with: { sound: 'audio' } }],
	['talking', 'avatar_from', { form: 'options.avatarFrom', json: 'avatar_from' }],
	['talking', 'width', { json: 'width' }],
	['talking', 'height', { json: 'height' }],
	['talking', 'elements', { json: 'elements' }],
	...inBoth('talking', ''),
];

const inJson = {
	avatarVideo: { data: [{ elements: PARTS.avatarVideo }] },
	talking: { elements: PARTS.talking },
};
/** Of the form, which has its own names. */
const formOf = (of: 'avatarVideo' | 'talking') =>
	PARTS[of].map((part) =>
		Object.fromEntries(Object.entries(part).map(([key, value]) => [formName(key), value])),
	);

/** The parameters that have a value in each of the places. */
function givenIn(
	[of, , { form = '', json, extra, with: more = {} }]: Field,
	value: unknown,
): Record<string, Given> {
	const isComposed = of === 'avatarVideo' || of === 'talking';
	const elements = isComposed && more.content === 'fields' && { elements: { element: formOf(of) } };
	const right: Given = { ...RIGHT[of], ...more, ...elements, waitForCompletion: false };
	const { type, modes } = fieldsOf(operations[of]).find(({ name }) => name === form) ?? {};
	const isList = type === 'resourceLocator' && typeof value !== 'object' && modes?.[0];
	return {
		...(form && { form: put(right, path(form), value) }),
		...(isList && { list: put(right, path(form), id(value, isList.name)) }),
		...(json &&
			isComposed && {
				json: { ...right, content: 'json', elementsJson: put(inJson[of], path(json), value) },
			}),
		...(extra && { extra: { ...right, options: { extraFields: { [extra]: value } } } }),
	};
}

const isAbsent = (value: unknown) => presentValue(locatorValue(value)) === undefined;

describe('a value', () => {
	test.each(FIELDS)(
		'of %s for %s is refused, or sent as the interface wants it, from everywhere',
		async (...field) => {
			const [of, body, { times = 1 }] = field;
			const wrong: unknown[] = [];
			for (const value of VALUES) {
				const outcomes: unknown[] = [];
				for (const [place, given] of Object.entries(givenIn(field, value))) {
					const { sent, message = '', description = '' } = await outcomeOf(of, given);
					const shown = typeof value === 'symbol' ? 'a symbol' : value;
					if (sent) {
						const { error } = bodies[of].safeParse(sent);
						if (error)
							wrong.push([
								place,
								shown,
								'is sent',
								at(sent, body),
								JSON.stringify(error.issues).slice(0, 300),
							]);
						const got = at(sent, body);
						outcomes.push(place === 'form' && times !== 1 ? Number(got) / times : got);
					} else {
						const isClear =
							/^[A-Z].* (?:is|must|has|does|are|and)\b/.test(message) && description.length > 10;
						if (!isClear) wrong.push([place, shown, message, description]);
						outcomes.push('refused');
					}
				}
				const isSame = new Set(outcomes.map((each) => JSON.stringify(each))).size <= 1;
				if (!isSame && !isAbsent(value)) wrong.push([value, 'differs', outcomes]);
			}
			expect(wrong.map((each) => JSON.stringify(each))).toEqual([]);
		},
	);
});
