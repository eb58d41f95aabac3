import fc from 'fast-check';
import { avatarVideoRules, ratioOf } from '../../nodes/AvatarVideo/operations/avatarVideo/create';
import { z } from 'zod/v3';
import { changed } from '../../nodes/shared/service/schema';
import { colorSchema, placed, readColor, type Rules } from '../../nodes/AvatarVideo/elements/element';
import { readContent } from '../../nodes/AvatarVideo/elements/read';
import { lookUpAvatars } from '../../nodes/AvatarVideo/avatars';
import { Failure } from '../../nodes/shared/service/failure';
import { talkingAvatarRules } from '../../nodes/AvatarVideo/operations/talkingAvatar/create';

const digits = (length: number) =>
	fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), minLength: length, maxLength: length });

test('six digits with or without # are read as a color in small letters', () => {
	fc.assert(
		fc.property(digits(6), fc.constantFrom('', '#', ' #'), (six, before) => {
			expect(readColor(before + six)).toBe(`#${six.toLowerCase()}`);
		}),
	);
});

test('the opacity of a color is kept, and full opacity is left out', () => {
	const read = ['#1a2b3c80', '#1a2b3c80', '#aabbcc88', '#1a2b3c', '#aabbcc'];
	expect(['#1a2B3c80', '1a2b3c80', '#abc8', '#1a2b3cFF', '#abcf'].map(readColor)).toEqual(read);
});

test.each(['', '#', 'white', '#12', '#12345', '#1234567', '#gggggg', 'https://example.com/fff', '##ffffff'])(
	'%j is no color',
	(text) => {
		expect(readColor(text)).toBeUndefined();
		expect(colorSchema.safeParse(text).success).toBe(false);
	},
);

test.each([
	[1280, 720, '16:9'],
	[1080, 1920, '9:16'],
	[2560, 1080, '64:27'],
	[997, 331, '997:331'],
])('%d x %d has the ratio %s', (width, height, ratio) => {
	expect(ratioOf({ width, height })).toBe(ratio);
});

const serviceName = (key: string) =>
	key === 'elementId' ? 'id' : key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const inServiceNames = (given: object) =>
	Object.fromEntries(Object.entries(given).map(([key, value]) => [serviceName(key), value]));

type Given = { element: object[] } | object[] | string | object;
const FRAME = { width: 1920, height: 1080 };
/** Reads a form, which has a list in `element`, or JSON. */
const reader = (rules: Rules) =>
	changed(z.unknown(), (given: unknown, context) => {
		const isForm = typeof given === 'object' && given !== null && 'element' in given;
		const asked = { content: isForm ? ('fields' as const) : ('json' as const), avatarId: undefined };
		const parts = { elements: given, elementsJson: given, options: { placement: undefined } };
		return readContent({ ...asked, ...parts }, rules, FRAME, context) ?? z.NEVER;
	});

/** The messages with their places. */
function issuesOf(given: Given, rules: Rules): Array<[place: string, message: string]> {
	const { error } = reader(rules).safeParse(given);
	return (error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]);
}

test('every flaw of every element is reported together, each with its place', () => {
	const elements = [
		{ type: 'avatar' },
		{ type: 'image', url: 'nowhere', scaleX: 2 },
		{ type: 'image', url: 'nowhere', avatarId: 'eve' },
	];
	const flaws = issuesOf({ element: elements }, avatarVideoRules);
	expect(flaws.map(([place, message]) => `${place} ${message.slice(0, 14)}`)).toEqual([
		'elements.element.0.avatarId must be given ',
		'elements.element.1.scaleX must be at mos',
		'elements.element.1.url must be one wh',
		'elements.element.2.avatarId must be left o',
		'elements.element.2.url must be one wh',
	]);
	const inJson = issuesOf(elements, avatarVideoRules).map(([place]) => place);
	expect(inJson).toEqual(['0.avatar_id', '1.scale_x', '1.url', '2.url'].map((at) => `elementsJson.${at}`));
});

/** The content of valid JSON. */
const contentOf = (given: unknown, rules: Rules) => reader(rules).parse(given);

test.each([
	['an avatar video', avatarVideoRules, { width: 100, height: 100 }, { layer_number: 2, id: 'eve' }],
	['a talking avatar', talkingAvatarRules, { layerNumber: 2, elementId: 'eve' }, { width: 100, height: 100 }],
])(
	'unknown keys in the elements of %s are refused in the form, and sent with a hint in JSON',
	(_kind, rules, foreign, own) => {
		const avatar = { type: 'avatar', avatarId: 'eve', scaleX: 1, scaleY: 1, offsetX: 0, offsetY: 0, ...own };
		const audio = { type: 'audio', url: 'https://example.com/a.mp3' };
		const others = rules.types.includes('audio') ? [audio] : [];
		expect(issuesOf({ element: [avatar, ...others] }, rules)).toEqual([]);
		expect(contentOf([avatar, ...others], rules).hint).toBeUndefined();
		expect(issuesOf({ element: [{ ...avatar, ...foreign }, ...others] }, rules)).toEqual(
			Object.keys(foreign).map((key) => [
				`elements.element.0.${key}`,
				'must be left out of an element of the type avatar',
			]),
		);
		const { hint, elements } = contentOf([{ ...avatar, ...foreign }, ...others], rules);
		expect(elements[0]).toMatchObject(inServiceNames(foreign));
		expect(hint).toContain('keys that the interface does not name');
	},
);

const whole = { scale_x: 1, scale_y: 1, offset_x: 1920, offset_y: 1080 };
const speech = { type: 'audio', url: 'https://example.com/a.mp3' };
const person = { type: 'avatar', avatar_id: 'eve', ...whole };
const body = (...elements: object[]) => ({ width: 3840, height: 2160, avatar_from: 3, elements });

/** Samples and clients of the service send these (service.md: Avatar videos, Talking avatars). */
const captioned = { ...speech, input_text: 'Hi' };
const spoken = { type: 'audio', input_text: 'Hi', voice_id: 'amy' };
const unseen = { ...body({ ...person, crop: { x: 1 } }, speech), webhookUrl: '', fps: 30 };
const byUrl = body({ ...person, url: speech.url }, speech);
const setting = {
	...{ width: 800, height: 600, duration: 5000, voice: { voice_id: 'amy' } },
	elements: [{ ...person, layer_number: 1, id: 'eve' }],
};
test.each<[string, unknown, { unnamed?: string; isFilm?: true }]>([
	['a talking avatar as a complete body', body(person, speech), {}],
	['an avatar by URL and id', byUrl, { unnamed: 'avatar_id (avatar)' }],
	['a text and a voice', body(person, spoken), { unnamed: 'input_text (audio), voice_id (audio)' }],
	['an object with unknown keys', unseen, { unnamed: 'crop (avatar), fps' }],
	['a text and its file', body(person, captioned), { unnamed: 'input_text (audio)' }],
	['an avatar video', { data: [setting], duration: 6000 }, { isFilm: true }],
])('%s is read as JSON, and keeps all its fields', (_sample, sample, { unnamed, isFilm }) => {
	const rules = isFilm ? avatarVideoRules : talkingAvatarRules;
	for (const given of [sample, JSON.stringify(sample)]) {
		const content = contentOf(given, rules);
		const sampleVideo = Object(sample).data?.[0] ?? sample;
		expect(content.elements).toEqual(JSON.parse(JSON.stringify(Object(sampleVideo).elements ?? sampleVideo)));
		expect(content.video).toEqual(expect.objectContaining({ width: sampleVideo.width }));
		expect(content.hint).toEqual(unnamed && expect.stringContaining(`does not name: ${unnamed}.`));
	}
});

test('offsets are sent unchanged for Top Left, and moved to the center for Center', () => {
	const video = { width: 1920, height: 1080 };
	const avatar = { type: 'avatar', scale_x: 1, scale_y: 1, offset_x: 0, offset_y: 0 };
	const logo = { type: 'image', scale_x: 0.5, offset_x: 10, offset_y: 20, width: 100, height: 50 };
	const film = { ...logo, type: 'video' };
	const audio = { type: 'audio', url: 'https://example.com/a.mp3' };
	const all = [avatar, logo, film, audio];
	expect(placed(all, 'topLeft', video)).toEqual(all);
	expect(placed(all, undefined, video)).toEqual(all);
	expect(placed(all, 'center', video)).toEqual([
		{ ...avatar, offset_x: 960, offset_y: 540 },
		{ ...logo, offset_x: 35, offset_y: 45 },
		film,
		audio,
	]);
});

const [eve, mine, stranger] = [{ avatar_id: 'eve' }, { avatar_id: 'me' }, { avatar_id: 'nobody' }];
const linked = { url: speech.url };
const UNLISTED = expect.stringMatching(/^Avatar "nobody" is not .* Avatar Source\.$/);
type Source = Parameters<typeof lookUpAvatars>[1];
test.each<[object[], Source, use: 'talking' | 'video', ended: unknown, list: 'listed' | 'away']>([
	[[{ avatar_id: 'Eve' }], 'auto', 'talking', [2, 'eve'], 'listed'],
	[[mine, mine], 'auto', 'talking', [3, 'me', 'me'], 'listed'],
	[
		[eve, mine],
		'auto',
		'talking',
		expect.stringMatching(/^The avatars .* official and own\. Give/),
		'listed',
	],
	[[eve, mine], 'auto', 'video', [undefined, 'eve', 'me'], 'listed'],
	[[eve, mine], 3, 'video', [3, 'eve', 'me'], 'listed'],
	[[linked], 'auto', 'talking', [3, undefined], 'listed'],
	[[{ ...linked, ...stranger }], 'auto', 'talking', [3, 'nobody'], 'listed'],
	[[{ ...linked, ...stranger }], 'auto', 'video', UNLISTED, 'listed'],
	[[stranger], 2, 'video', [2, 'nobody'], 'listed'],
	[[eve], 3, 'video', 'Avatar Source must be Official for this avatar. Choose Official.', 'listed'],
	[[mine], 2, 'talking', 'Avatar Source must be Own for this avatar. Choose Own.', 'listed'],
	[[eve], 'auto', 'video', [undefined, 'eve'], 'away'],
	[[eve], 'auto', 'talking', 'Away. Run this item again', 'away'],
	[[eve], 3, 'talking', [3, 'eve'], 'away'],
])('%j with source %s (%s) ends with %j, the list is %s', async (given, source, use, ended, list) => {
	const owned = [{ name: 'Eve', ...eve }, mine].map((each, at) => ({ _id: `r${at}`, from: 2 + at, ...each }));
	const send = async (_: unknown, answer: z.ZodTypeAny): Promise<unknown> =>
		list === 'away' ? await Promise.reject(new Failure('Away', 'runAgain', {})) : answer.parse(owned);
	const once = async (_: string, make: () => unknown) => await make();
	const avatars = given.map((each) => ({ type: 'avatar', ...each }));
	const looking = lookUpAvatars(avatars, source, use === 'talking', { once, transport: { send } } as never);
	const ends = looking.then(({ from, elements }) => [from, ...elements.map(({ avatar_id: id }) => id)]);
	const told = ({ message, details }: Failure) => `${message}. ${details.description ?? ''}`;
	expect(await ends.catch(told)).toEqual(ended);
});
