import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod/v3';
import { formName } from '../../../nodes/AvatarVideo/elements/element';
import { locatorValue, presentValue } from '../../../nodes/shared/operation';
import {
	settingsSchemaOf,
	type CreateOperation,
	type Tools,
} from '../../../nodes/shared/operation/defineOperation';
import { toFailure } from '../../../nodes/shared/operation/failure';
import { fieldsOf } from '../../../nodes/shared/operation/nodeProperties';
import { readAs } from '../../../nodes/shared/operation/readParameters';
import { withExtraFields } from '../../../nodes/shared/run/plan';
import type { ServiceRequest } from '../../../nodes/shared/service/request';
import { Emulator } from '../../emulator';
import { dispatch } from '../../emulator/http/dispatch';
import { listedOperations } from '../../support/operations';

/** A service that no HTTP is between. Its avatars are eve2024, anna1, and live1 for sessions. */
const service = new Emulator({ jobMs: 0, now: () => Date.UTC(2030, 0, 1), live: { maxOpen: Infinity } });
async function ask(method: string, path: string, sent: { query?: object; body?: unknown }) {
	const { query, body } = z
		.object({ query: z.record(z.coerce.string()).default({}), body: z.unknown() })
		.parse(JSON.parse(JSON.stringify(sent)));
	const headers = { 'x-api-key': service.accounts[0]!.apiKey };
	const request = {
		area: 'api',
		at: 0,
		httpStatus: 0,
		unknownFields: [],
		path: `/api/open/v3${path}`,
	} as const;
	const { text } = await dispatch(
		service,
		{ ...request, method, headers, query, body, unknownFields: [] },
		true,
	);
	return JSON.parse(text) as { code: number; msg: string; data: unknown };
}
afterAll(async () => await service.close());
beforeAll(async () => {
	for (const [avatar_id, type] of Object.entries({ anna1: '1', live1: '2' }))
		await ask('POST', '/avatar/create', { body: { url: URL, avatar_id, type } });
});

/** Only what is in no list, or in it twice, is refused in the end by the service. Some accounts take a face without opts. */
const OF_THE_SERVICE = /does not exist|is taken|opts required$/;
/** Why the service refuses a body. */
async function refusalOf(path: string, body: unknown): Promise<string | undefined> {
	const { code, msg } = await ask('POST', path, { body });
	service.jobs.all.length = 2;
	return code === 1000 || OF_THE_SERVICE.test(msg) ? undefined : msg;
}

/* What people, sheets, expressions and models put into fields, from everywhere it can come. */

const DEEP = JSON.parse(`${'{"a":'.repeat(60)}1${'}'.repeat(60)}`) as object;
const VALUES: unknown[] = [
	...[undefined, null, '', '  ', '\u200B', 'null', 'undefined', 'NaN', 'Invalid Date', '[object Object]'],
	...[NaN, Infinity, 0, -0, 1, -1, 2, 3, 0.5, 1.5, 30, 31, -31, 1e21, 20250101, 12345678901234567890],
	...['0', '-1', '5', '5.5', '1,5', '1e3', '0x10', '1'.repeat(50), true, false, 'TRUE', 'yes'],
	...[[], [1], ['a'], [[]], {}, { a: 1 }, { value: '' }, { value: 'x' }, new Date(0), DEEP, () => 1],
	...'red #12 #1a2b3c 16:9 16:0 de de,fr Klingon Eve eve2024 live1 stranger voice-amy { []'.split(' '),
	...'www.a.de ftp://a.de data:image/png;base64,AA C:\\a.png <https://a.de> "https://a.de"'.split(' '),
	...'b^c|`|{x}|{{ $json.id }}|%zz|%20|a b|\uD83D|a\nb|,https://b.de'
		.split('|')
		.map((end) => `https://a.de/${end}`),
	...[
		'a\u2060b',
		'a\0b',
		'\uD83D',
		'half \uD83D',
		'\uD83D\uDE00',
		'a\nb',
		'a'.repeat(5_000),
		'5b0000000000000000000000',
	],
];

const URL = 'https://a.de/a.png';
const id = (value: unknown, mode = 'id') => ({ __rl: true, mode, value });
const FACES = [{ path: URL, opts: '1,2:3,4:5,6:7,8' }];
const faces = { whichFaces: 'provided', targetImage: FACES, sourceImage: FACES };
const place = (layer?: number) => ({ scale_x: 1, scale_y: 1, offset_x: 0, offset_y: 0, layer_number: layer });
const TYPES = {
	avatar: { type: 'avatar', avatar_id: 'eve2024', ...place(1) },
	image: { type: 'image', url: URL, ...place(2) },
};
const size = { width: 10, height: 10 };
const spoken = [{ ...TYPES.avatar, ...size }, TYPES.image].map((each) => ({
	...each,
	layer_number: undefined,
}));

type Given = Record<string, unknown>;
/** Elements of the two kinds of video. */
const ELEMENTS: Record<string, Given[]> = {
	'avatarVideo.create': [{ ...TYPES.avatar, id: 'one' }, TYPES.image],
	'talkingAvatar.create': [...spoken, { type: 'audio', url: URL }],
};
const speech = { inputText: 'Hi', voiceId: id('voice-amy') };
/** Right parameters of each operation. */
const RIGHT: Record<string, Given> = {
	'faceSwap.swapImage': { modifyImage: URL, ...faces },
	'faceSwap.swapVideo': { modifyVideo: URL, ...faces },
	'reage.reageImage': { modifyImage: URL, ...faces, faceReage: 10 },
	'reage.reageVideo': { modifyVideo: URL, ...faces, faceReage: 10 },
	'translation.create': { video: URL, sourceLanguage: id('DEFAULT'), language: id('de') },
	'image.generate': { prompt: 'A lake' },
	'image.upscale': { recordId: id('1'), imageNumber: 1 },
	'image.vary': { recordId: id('1'), imageNumber: 1 },
	'avatar.upload': { video: URL, avatarId: 'anna2' },
	'session.create': { avatarId: id('live1') },
	'avatarVideo.create': { avatarId: id('eve2024'), voiceUrl: URL, duration: 5, size: 'custom', ...size },
	'talkingAvatar.create': { avatarId: id('eve2024'), ...speech },
	'voice.textToSpeech': speech,
	'voice.clone': { inputText: 'Hi', voice: URL },
};

/** Each field of the screen, with its places in a body of JSON (`=`) and in Extra Fields (`+`). */
const FIELDS = `
faceSwap.swapImage: modifyImage targetImage sourceImage targetImage.0.path targetImage.0.opts options.faceEnhance whichFaces
faceSwap.swapVideo: modifyVideo sourceImage.0.path
reage.reageImage: modifyImage faceReage targetImage
reage.reageVideo: modifyVideo faceReage
translation.create: video sourceLanguage language lipsync options.faceEnhance options.mergeInterval+merge_interval
image.generate: prompt scale sourceImage+source_image
image.upscale: recordId imageNumber
image.vary: recordId imageNumber
avatar.upload: video avatarId type
session.create: avatarId
avatarVideo.create: avatarId sound size content duration =data.0.duration =data.0.voice =data =data.0 =duration+duration
avatarVideo.create: width=data.0.width height=data.0.height ratio=data.0.ratio background=data.0.background
avatarVideo.create: options.avatarFrom=data.0.avatarFrom voiceId=data.0.voice.voice_id voiceUrl=data.0.voice.voice_url
talkingAvatar.create: avatarId inputText voiceId background audio options.avatarFrom=avatar_from =width =height =elements
voice.textToSpeech: inputText voiceId rate
voice.clone: inputText voice rate`;

type Field = [of: string, form: string, json: string, extra: string];
const listed = FIELDS.trim()
	.split('\n')
	.flatMap((line) => {
		const [of = '', fields = ''] = line.split(': ');
		return fields.split(' ').map((each): Field => {
			const [, form = '', json = '', extra = ''] = /^([^=+]*)=?([^+]*)\+?(.*)$/.exec(each) ?? [];
			return [of, form, json, extra];
		});
	});
const hooks = Object.keys(RIGHT).map((of): Field => {
	return [of, 'webhookUrl', of in ELEMENTS ? 'webhookUrl' : '', 'webhookUrl'];
});
const ofElements = Object.entries(ELEMENTS).flatMap(([of, elements]) =>
	elements.flatMap((element, index) =>
		Object.keys(element)
			.filter((key) => element[key] !== undefined && key !== 'layer_number')
			.map((key): Field => {
				const json = `${of === 'avatarVideo.create' ? 'data.0.' : ''}elements.${index}.${key}`;
				return [of, `elements.element.${index}.${formName(key)}`, json, ''];
			}),
	),
);

/** A copy with a value at a path. */
function put(given: unknown, path: string, value: unknown): Given {
	const [first = '', ...rest] = path.split('.');
	const copy = Array.isArray(given) ? [...given] : { ...Object(given) };
	copy[first] = rest.length === 0 ? value : put(copy[first], rest.join('.'), value);
	return copy;
}

const all = listedOperations().map(
	({ name, operation }) => [name.split(' ').slice(1).join('.'), operation] as const,
);
const operationOf = (of: string) => all.find(([name]) => name === of)?.[1] as CreateOperation;
const tools = {
	mediaUrl: async ({ url = URL }: { url?: string }) => url,
	once: async (_: string, make: () => unknown) => await make(),
	transport: {
		send: async ({ path, query }: ServiceRequest, answer: { parse: (data: unknown) => unknown }) =>
			answer.parse((await ask('GET', path, { query })).data),
	},
	context: { addExecutionHints: () => undefined, getInputData: () => [], logger: console },
} as unknown as Tools;

/** The body that an operation sends, or its refusal. */
async function outcomeOf(
	of: string,
	given: Given,
): Promise<{ sent?: unknown; refusal?: string; message?: string; description?: string }> {
	const operation = operationOf(of);
	const fields = fieldsOf(operation);
	try {
		const { value: plan, webhookUrl } = readAs(operation.schema, given, fields);
		const settings = readAs(settingsSchemaOf(operation), given, fields);
		const { request } = await plan(tools);
		const body = { ...request.body, webhookUrl: webhookUrl ?? settings.webhookUrl };
		const sent: unknown = JSON.parse(JSON.stringify(withExtraFields(body, settings.extraFields)));
		return { sent, refusal: await refusalOf(request.path, sent) };
	} catch (error) {
		const { message, details } = toFailure(error);
		return { message, description: details.description };
	}
}

/** The parameters that have a value in each of the places. */
function givenIn([of, form, json, extra]: Field, value: unknown): Given[] {
	const { [of]: elements = [] } = ELEMENTS;
	const element = elements.map((each) =>
		Object.fromEntries(Object.entries(each).map(([key, inner]) => [formName(key), inner])),
	);
	const sound =
		form === 'voiceId'
			? { sound: of === 'avatarVideo.create' ? 'voice' : 'text' }
			: form === 'audio' && { sound: 'audio' };
	const content = json === '' ? 'simple' : 'fields';
	const right = { ...RIGHT[of], ...(of in ELEMENTS && { content, elements: { element } }), ...sound };
	const { type, modes } = fieldsOf(operationOf(of)).find(({ name }) => name === form) ?? {};
	const isList = type === 'resourceLocator' && typeof value !== 'object';
	const body = of === 'avatarVideo.create' ? { data: [{ elements }] } : { elements };
	return [
		...(form ? [put(right, form, value)] : []),
		...(isList ? [put(right, form, id(value, modes?.[0]?.name))] : []),
		...(json ? [{ ...right, content: 'json', elementsJson: put(body, json, value) }] : []),
		...(extra ? [{ ...right, options: { extraFields: { [extra]: value } } }] : []),
	];
}

const isAbsent = (value: unknown) => presentValue(locatorValue(value)) === undefined;

test('every create that the interface names has a table', () => {
	const creates = all
		.filter(([name, { type }]) => type === 'create' && name !== 'custom.submit')
		.map(([name]) => name);
	expect(Object.keys(RIGHT).toSorted()).toEqual([...new Set(creates)].toSorted());
});

test.each([...listed, ...hooks, ...ofElements])(
	'each value of %s for %s is refused, or sent as the interface wants it, also in JSON (%s) and Extra Fields (%s)',
	async (...field) => {
		const [of] = field;
		const wrong: unknown[] = [];
		for (const value of VALUES) {
			const outcomes = await Promise.all(
				givenIn(field, value).map(async (given) => await outcomeOf(of, given)),
			);
			for (const { sent, refusal, message = '', description = '' } of outcomes) {
				const isClear = /^[A-Z].* (?:is|must|has|does|are|and)\b/.test(message) && description.length > 10;
				if (sent ? refusal : !isClear) wrong.push([String(value), sent ?? message, refusal]);
			}
			const isSame = outcomes.every(({ sent }) => isDeepStrictEqual(sent, outcomes[0]?.sent));
			if (!isSame && !isAbsent(value)) wrong.push([String(value), 'differs', outcomes]);
		}
		expect(wrong.map((each) => JSON.stringify(each).slice(0, 300))).toEqual([]);
	},
);
