import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { formName } from '../../../nodes/AvatarVideo/elements/element';
import { locatorValue, presentValue } from '../../../nodes/shared/operation';
import { dispatch } from '../../emulator/http/dispatch';
import { GOES_ON, setUp } from '../../support/bench';
import { connect, node, START } from '../../support/engine';
import { listedOperations } from '../../support/operations';

/* What people, sheets, expressions and models put into fields, from everywhere it can come, on n8n's engine. */

const DEEP = JSON.parse(`${'{"a":'.repeat(60)}1${'}'.repeat(60)}`) as object;
const VALUES: unknown[] = [
	...[undefined, null, '', '  ', '\u200B', 'null', 'undefined', 'NaN', 'Invalid Date', '[object Object]'],
	...[NaN, Infinity, 0, 1, -1, 2, 3, 0.5, 1.5, 30, 31, -31, 1e21, 20250101, 12345678901234567890],
	...['0', '-1', '5', '5.5', '1,5', '1e3', '0x10', '1'.repeat(50), true, false, 'TRUE', 'yes'],
	...[[], [1], ['a'], [[]], {}, { a: 1 }, { value: '' }, { value: 'x' }, new Date(0), DEEP, () => 1],
	...'red #12 #1a2b3c 16:9 16:0 de de,fr Klingon Eve eve2024 live1 stranger voice-amy { []'.split(' '),
	...'inOrder choose simple fields json audio text custom'.split(' '),
	...'www.a.de ftp://a.de data:image/png;base64,AA C:\\a.png <https://a.de> "https://a.de"'.split(' '),
	...'b^c|`|{x}|{{ $json.id }}|%zz|%20|a b|\uD83D|a\nb|,https://b.de'
		.split('|')
		.map((end) => `https://a.de/${end}`),
	...'a\u2060b|a\0b|\uD83D|half \uD83D|\uD83D\uDE00|a\nb|5b0000000000000000000000'.split('|'),
	'a'.repeat(5_000),
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

type Field = [of: string, form: string, json: string];
/** Each field of the screen, with its place in a body of JSON (`=`). */
const listed = readFileSync(join(__dirname, 'fields.txt'), 'utf8')
	.trim()
	.split('\n')
	.flatMap((line) => {
		const [of = '', fields = ''] = line.split(': ');
		return fields.split(' ').map((each): Field => {
			const [form = '', json = ''] = each.split('=');
			return [of, form, json];
		});
	});
const hooks = Object.keys(RIGHT).map((of): Field => [of, 'webhookUrl', '']);
const ofElements = Object.entries(ELEMENTS).flatMap(([of, elements]) =>
	elements.flatMap((element, index) =>
		Object.keys(element)
			.filter((key) => element[key] !== undefined && key !== 'layer_number')
			.map((key): Field => {
				const json = `${of === 'avatarVideo.create' ? 'data.0.' : ''}elements.${index}.${key}`;
				return [of, `elements.element.${index}.${formName(key)}`, json];
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

const bench = setUp({ jobMs: 0, live: { maxOpen: Infinity } });

/** Why the service refuses a body. */
async function refusalOf(path: string, body: unknown): Promise<string | undefined> {
	const headers = { 'x-api-key': bench.emulator.accounts[0]!.apiKey };
	const request = { area: 'api', at: 0, httpStatus: 0, path: `/api/open/v3${path}`, query: {} } as const;
	const asked = { ...request, method: 'POST', headers, body, unknownFields: [] };
	const { text } = await dispatch(bench.emulator, asked);
	const { code, msg } = JSON.parse(text) as { code: number; msg: string };
	// Only what is in no list, or in it twice, is refused in the end by the service. Some accounts take a face without opts.
	return code === 1000 || /does not exist|is taken|opts required$/.test(msg) ? undefined : msg;
}
/** Its avatars are eve2024, anna1, and live1 for sessions. */
beforeAll(async () => {
	for (const [avatar_id, type] of Object.entries({ anna1: '1', live1: '2' }))
		await refusalOf('/avatar/create', { url: URL, avatar_id, type });
});
afterEach(() => (bench.emulator.jobs.all.length = 2));

const all = listedOperations().map(
	({ name, folder, operation }) => [name.split(' ').slice(1).join('.'), folder, operation] as const,
);
const ofCreate = (of: string) => all.find(([name]) => name === of)!;
const pathOf = (of: string) => String(Object(ofCreate(of)[2]).to.path);

const SESSION = 'session.create';

interface Outcome {
	sent?: unknown;
	/** Why nothing was sent: the message, the next step, and the field that has to change. */
	message?: string;
	toDo?: string;
	isUnpaid?: boolean;
}
const outcomeOf = ({ request: sent, error, details }: IDataObject): Outcome => {
	if (sent) return { sent: reread(sent) };
	const { description = '', submitted, field } = Object(details) as Record<string, string>;
	const toDo = description.replace(/^(?:Nothing was paid|No job was made)\. /, '');
	return { message: String(error), toDo, isUnpaid: submitted === 'no' && field !== undefined };
};

/** What becomes of parameters, in nodes of their own, and in them of each of the values. */
async function outcomesOf(of: string, all: Given[], values: unknown[] = [0]): Promise<Outcome[]> {
	bench.emulator.requests.length = 0;
	const [resource = '', operation = ''] = of.split('.');
	const type = ofCreate(of)[1].replace(/^./, (first) => first.toLowerCase());
	const nodes = all.map(({ options, ...given }, at) => {
		const others = { resource, operation, waitForCompletion: false, ...given };
		const whole = { ...others, options: { ...Object(options), ...(of !== SESSION && { dryRun: true }) } };
		return node(`Node ${at}`, type, whole as INodeParameters, GOES_ON);
	});
	const edges = nodes.map(({ name }) => [START, name] as [string, string]);
	const start = node(START, 'n8n-nodes-base.manualTrigger');
	const input = values.map((value) => ({ json: { value } as IDataObject }));
	const workflow = { nodes: [start, ...nodes], connections: connect(...edges) };
	const result = await bench.engine.run(workflow, { input });
	const outcomes = nodes.flatMap(({ name }) => result.json(name).map(outcomeOf));
	if (of !== SESSION) return outcomes;
	// It has no Dry Run, so each is sent, in order.
	const sent = bench.bodies('/session/create');
	const isSent = ({ message = '' }: Outcome) => /^undefined$|\(code/.test(message);
	return outcomes.map((outcome) => (isSent(outcome) ? { sent: sent.shift() } : outcome));
}

const VALUE = '={{ $json.value }}';
/** Where a value comes from: right parameters with an expression, and what the item has for it. */
type Way = [name: string, parameters: Given, inItem: (value: unknown) => unknown];

function waysOf([of, form, json]: Field) {
	const { [of]: elements = [] } = ELEMENTS;
	const element = elements.map((each) =>
		Object.fromEntries(Object.entries(each).map(([key, inner]) => [formName(key), inner])),
	);
	const sound =
		form === 'voiceId'
			? { sound: of === 'avatarVideo.create' ? 'voice' : 'text' }
			: form === 'audio' && { sound: 'audio' };
	const content = json === '' ? 'simple' : 'fields';
	const right: Given = { ...RIGHT[of], ...(of in ELEMENTS && { content, elements: { element } }), ...sound };
	const { type, modes } = ofCreate(of)[2].properties.find(({ name }) => name === form) ?? {};
	const body = of === 'avatarVideo.create' ? { data: [{ elements }] } : { elements };
	const [field = ''] = form.split('.');
	const isInner = ['options', 'elements'].includes(field);
	const inForm = (value: unknown) => put(right, form, value);
	const inField = (value: unknown) => (isInner ? value : inForm(value)[field]);
	const asIs = (value: unknown) => value;
	const ways: Array<Way | false> = [
		form !== '' && ['expression', put(right, isInner ? form : field, VALUE), inField],
		type === 'resourceLocator' && ['list', inForm(id(VALUE, modes?.[0]?.name)), asIs],
		json !== '' && [
			'JSON',
			{ ...right, content: 'json', elementsJson: VALUE },
			(value) => put(body, json, value),
		],
	];
	// n8n takes 0 and false in a locator for nothing.
	const inEditor = storable.filter((value) => Boolean(value) || type !== 'resourceLocator');
	return { inForm, inEditor, ways: ways.filter((way) => way !== false) };
}

const reread = (value: unknown): unknown => JSON.parse(JSON.stringify(value) ?? 'null');
const isAbsent = (value: unknown) => presentValue(locatorValue(value)) === undefined;

test('every create that the interface names has a table', () => {
	const creates = all
		.filter(([name, , { type }]) => type === 'create' && name !== 'custom.submit')
		.map(([name]) => name);
	expect(Object.keys(RIGHT).toSorted()).toEqual([...new Set(creates)].toSorted());
});

/** What an editor can save in a field. n8n itself refuses an empty required field. */
const storable = VALUES.filter(
	(value) => !isAbsent(value) && typeof value !== 'object' && isDeepStrictEqual(reread(value), value),
);

/** The first way of each field takes each value. Each other way takes a third, and each value goes a third of these ways. */
const [third = 0] = fc.sample(fc.nat(2), 1);

test.each([...listed, ...hooks, ...ofElements].map((field, at): [...Field, number] => [...field, at]))(
	'each value of %s for %s is refused unpaid, or sent as the interface wants it, by form, expression, list and JSON (%s) alike',
	async (of, form, json, at) => {
		const { inForm, inEditor, ways } = waysOf([of, form, json]);
		const isChosen = (_: unknown, index: number) => (index + at) % 3 === third;
		const inNodes = inEditor.filter(isChosen);
		const all = new Map<string, Array<[value: unknown, outcome: Outcome]>>();
		for (const [name, parameters, inItem] of ways) {
			const values = all.size === 0 ? VALUES : VALUES.filter(isChosen);
			const outcomes = await outcomesOf(of, [parameters], values.map(inItem));
			all.set(
				name,
				values.map((value, index) => [value, outcomes[index] ?? {}]),
			);
		}
		if (form !== '') {
			const outcomes = await outcomesOf(of, inNodes.map(inForm));
			all.set(
				'form',
				inNodes.map((value, index) => [value, outcomes[index] ?? {}]),
			);
		}
		const [first = []] = all.values();
		const usual = new Map(first);
		const wrong: unknown[] = [];
		for (const [name, outcomes] of all)
			for (const [value, { sent, message = '', toDo = '', isUnpaid }] of outcomes) {
				// A locator in a locator, and keys in JSON that the interface does not name.
				if ((name === 'list' && typeof value === 'object') || (name === 'JSON' && value === 'audio'))
					continue;
				const refusal = sent && (await refusalOf(pathOf(of), sent));
				const isClear = /^[A-Z].* (?:is|must|has|does|are|and)\b/.test(message) && toDo.length > 10;
				const isRight = sent ? refusal === undefined : isClear && isUnpaid;
				const isSame = isAbsent(value) || isDeepStrictEqual(sent, usual.get(value)?.sent);
				if (!isRight || !isSame) wrong.push([name, String(value), sent ?? message, toDo, refusal]);
			}
		expect(wrong.map((each) => JSON.stringify(each).slice(0, 400))).toEqual([]);
	},
);
