import fc from 'fast-check';
import { z } from 'zod/v3';
import { element, elementBody } from '../../../nodes/AvatarVideo/elements/element';
import {
	avatarVideoRules,
	elementsOfForm,
	elementsOfJson,
	talkingAvatarRules,
	type Rules,
} from '../../../nodes/AvatarVideo/elements/read';

const SERVICE_NAMES = {
	type: 'type',
	url: 'url',
	avatarId: 'avatar_id',
	scaleX: 'scale_x',
	scaleY: 'scale_y',
	offsetX: 'offset_x',
	offsetY: 'offset_y',
	width: 'width',
	height: 'height',
	layerNumber: 'layer_number',
	elementId: 'id',
};
const share = fc.float({ min: 0, max: 1, noNaN: true });
const pixels = fc.integer({ min: -4000, max: 4000 });
const anyElement = fc.record(
	{
		type: fc.constantFrom('avatar', 'image', 'video', 'audio'),
		url: fc.webUrl(),
		avatarId: fc.stringMatching(/^[a-z0-9]{1,9}$/),
		scaleX: share,
		scaleY: share,
		offsetX: pixels,
		offsetY: pixels,
		width: fc.integer({ min: 1, max: 4000 }),
		height: fc.integer({ min: 1, max: 4000 }),
		layerNumber: fc.integer(),
		elementId: fc.stringMatching(/^[a-z]{1,9}$/),
	},
	{ requiredKeys: ['type'] },
);

function inServiceNames(given: object): Record<string, unknown> {
	const names = new Map(Object.entries(SERVICE_NAMES));
	return Object.fromEntries(Object.entries(given).map(([key, value]) => [names.get(key) ?? key, value]));
}

test('an element reads the same in either way of writing, and is sent with all that it has and nothing else', () => {
	fc.assert(
		fc.property(anyElement, (given) => {
			const sent = inServiceNames(given);
			expect(elementBody(element.parse(given), true)).toEqual(sent);
			expect(elementBody(element.parse(sent), true)).toEqual(sent);
		}),
	);
});

test('a length of 0 is left to the service, an offset of 0 and a scale of 0 are not', () => {
	const given = { type: 'avatar', scaleX: 0, offsetX: 0, width: 0 };
	expect(elementBody(element.parse(given), true)).toEqual({ type: 'avatar', scale_x: 0, offset_x: 0 });
});

/** Reads as an operation does, and gives the messages with their places. */
function issuesOf(
	read: typeof elementsOfForm,
	given: unknown,
	rules: Rules,
): Array<[place: string, message: string]> {
	const parsed = z
		.unknown()
		.transform((value, context) => read(value, rules, context))
		.safeParse(given);
	return (parsed.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]);
}

test('every flaw of every element is named at once, each at its place', () => {
	const elements = [
		{ type: 'avatar' },
		{ type: 'image', url: 'nowhere', scaleX: 2 },
		{ type: 'image', url: 'nowhere', avatarId: 'eve' },
	];
	expect(issuesOf(elementsOfForm, { element: elements }, avatarVideoRules)).toEqual([
		['elements.element.0.avatarId', expect.stringMatching(/^must be given/)],
		['elements.element.1.url', expect.stringMatching(/^must be one whole address/)],
		['elements.element.1.scaleX', expect.stringMatching(/^must be at most 1/)],
		['elements.element.2.url', expect.stringMatching(/^must be one whole address/)],
		['elements.element.2.avatarId', expect.stringMatching(/^must be left out/)],
	]);
	expect(issuesOf(elementsOfJson, elements, avatarVideoRules).map(([place]) => place)).toEqual([
		'elementsJson.0',
		'elementsJson.1',
		'elementsJson.1',
		'elementsJson.2',
		'elementsJson.2',
	]);
});

test.each([
	['an avatar video', avatarVideoRules, { width: 100, height: 100 }, { layer_number: 2, id: 'eve' }],
	['a talking avatar', talkingAvatarRules, { layerNumber: 2, elementId: 'eve' }, { width: 100, height: 100 }],
])(
	'the keys that the elements of %s do not have are refused, those that they have are not',
	(_kind, rules, foreign, own) => {
		const avatar = { type: 'avatar', avatarId: 'eve', scaleX: 1, scaleY: 1, offsetX: 0, offsetY: 0, ...own };
		const audio = { type: 'audio', url: 'https://example.com/a.mp3' };
		const others = rules.types.includes('audio') ? [audio] : [];
		expect(issuesOf(elementsOfJson, [avatar, ...others], rules)).toEqual([]);
		expect(issuesOf(elementsOfJson, [{ ...avatar, ...foreign }, ...others], rules)).toEqual(
			Object.keys(foreign).map((key) => [
				'elementsJson.0',
				`Elements (JSON), element 1: ${key} must be left out of an element of the type avatar`,
			]),
		);
	},
);

test('a talking avatar needs both an avatar and an audio, and says which is missing', () => {
	const audio = { type: 'audio', url: 'https://example.com/a.mp3' };
	const image = { type: 'image', url: '#fff', scaleX: 1, scaleY: 1, offsetX: 0, offsetY: 0 };
	const messages = issuesOf(elementsOfJson, [image], talkingAvatarRules).map(([, message]) => message);
	expect(messages).toEqual([expect.stringMatching(/type avatar:/), expect.stringMatching(/type audio:/)]);
	expect(issuesOf(elementsOfJson, [image, audio], talkingAvatarRules)).toHaveLength(1);
});

test('no JSON, whatever it holds, gets through without an element or an issue, or breaks the reading', () => {
	fc.assert(
		fc.property(fc.oneof(fc.json(), fc.string(), fc.anything()), fc.boolean(), (given, talking) => {
			const rules = talking ? talkingAvatarRules : avatarVideoRules;
			for (const read of [elementsOfJson, elementsOfForm]) {
				expect(issuesOf(read, given, rules).length).toBeGreaterThan(0);
			}
		}),
	);
});

test('elements of the form lie above those before them, unless a layer is given', () => {
	const video = { type: 'video', url: 'https://example.com/v.mp4' };
	const form = {
		element: [
			{ ...video, layerNumber: 0 },
			{ ...video, layerNumber: 9 },
			{ ...video, layerNumber: 0 },
		],
	};
	const read = z.unknown().transform((value, context) => elementsOfForm(value, avatarVideoRules, context));
	expect(read.parse(form).map(({ layerNumber }) => layerNumber)).toEqual([1, 9, 10]);
});
