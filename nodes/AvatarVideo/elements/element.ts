import type { INodeProperties } from 'n8n-workflow';
import { z } from '../../shared/zod';
import * as build from '../../shared/operation';
import { changed, prepared } from '../../shared/service/schema';
import { httpUrl, isObject, withoutAbsent } from '../../shared/service/values';

const scale = build.optional(build.numberSchema({ min: 0 }));
/** 0 leaves the length to the service. */
const length = changed(build.optional(build.numberSchema({ min: 0 })), (pixels) => pixels || undefined);

/** As the service writes them (service.md: Avatar videos, Talking avatars). */
const keys = {
	type: build.textSchema,
	url: build.optional(build.textSchema),
	avatar_id: build.optional(build.idSchema),
	scale_x: scale,
	scale_y: scale,
	offset_x: build.optional(build.numberSchema({})),
	offset_y: build.optional(build.numberSchema({})),
	width: length,
	height: length,
	layer_number: build.optional(build.numberSchema({})),
	id: build.optional(build.textSchema),
	input_text: build.optional(build.textSchema),
	voice_id: build.optional(build.idSchema),
};
export type Key = keyof typeof keys;

/** The name of a key in the form: `scaleX` for `scale_x`. */
export const formName = (key: string) =>
	key === 'id' ? 'elementId' : key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const fromForm = new Map(Object.keys(keys).map((key) => [formName(key), key]));

function inServiceNames(given: unknown): unknown {
	if (!isObject(given)) return given;
	const present = Object.entries(withoutAbsent(given));
	return Object.fromEntries(present.map(([key, value]) => [fromForm.get(key) ?? key, value]));
}

/** An element, with its keys in either spelling. */
export const element = changed(prepared(inServiceNames, build.fieldsSchema(keys)), withoutAbsent);
export type Element = z.output<typeof element>;

/** The rules of the interface for one of the two kinds of video. */
export interface Rules<S extends z.ZodRawShape = z.ZodRawShape> {
	types: readonly string[];
	/** Keys that the interface names for this video only. */
	own: readonly Key[];
	/** The settings of a body in JSON, and the fields of its request, by the names of the service. */
	settings: S;
	request: z.ZodRawShape;
	/** service.md: Talking avatars */
	isTalking: boolean;
}

/** An avatar in its own size, at the corner. */
export const WHOLE = { scale_x: 1, scale_y: 1, offset_x: 0, offset_y: 0 };

export interface Size {
	width: number;
	height: number;
}

export const MOST_SCALE = 1;

/** The interface says upper-left corner, but public samples use the center (service.md: Other readings). */
export const placement = build.optionalChoice<'topLeft' | 'center'>('Placement', {
	// You only add the option to change the reading.
	default: 'center',
	options: [
		{ name: 'Top Left', value: 'topLeft', description: 'An offset is the upper-left corner' },
		{ name: 'Center', value: 'center', description: 'An offset is the center' },
	],
	displayOptions: { hide: { '/content': ['json'] } },
	hint: 'If the video shows only a part of the avatar, choose Center',
	description: 'How the service reads offsets. Default: Top Left.',
});

/** With `center`, an avatar that fills a video of 3840 x 2160 moves from 0, 0 to 1920, 1080. */
export function placed(
	elements: readonly Element[],
	reading: 'topLeft' | 'center' = 'topLeft',
	video: Size,
): Element[] {
	return elements.map((each) => {
		if (reading === 'topLeft' || !['avatar', 'image'].includes(each.type)) return each;
		const { offset_x: x = 0, offset_y: y = 0, scale_x: wide = 1, scale_y: high = 1 } = each;
		const { width = video.width, height = video.height } = each;
		const center = { offset_x: x + (width * wide) / 2, offset_y: y + (height * high) / 2 };
		return { ...each, offset_x: Math.round(center.offset_x), offset_y: Math.round(center.offset_y) };
	});
}

/** Returns `#rrggbb`, or `#rrggbbaa` for a transparent color (service.md: Readings). */
export function readColor(given: string): string | undefined {
	const digits = /^#?([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.exec(given.trim())?.[1]?.toLowerCase();
	if (digits === undefined) return undefined;
	return `#${(digits.length < 6 ? digits.replace(/./g, '$&$&') : digits).replace(/^(.{6})ff$/, '$1')}`;
}

const COLOR = 'a hexadecimal color such as #1a2b3c';

export const colorSchema = changed(
	build.textSchema,
	(given, context) => readColor(given) ?? build.refuseValue(context, COLOR, given),
);

export const fillSchema = changed(build.textSchema, (given, context): string => {
	if (httpUrl(given)) return build.readAddress(given, context);
	const wanted = `${COLOR}, or the http(s) address of an image`;
	return readColor(given) ?? build.refuseValue(context, wanted, given);
});

export const ELEMENTS_JSON = 'Elements (JSON)';

const whenType = (types: string[]): INodeProperties['displayOptions'] => ({ show: { type: types } });

/** n8n shows a field where an expression decides, and would demand it. So none of them is `required`. */
export const whenSimple = { show: { content: ['simple'] } };

const avatarId = (displayOptions: INodeProperties['displayOptions']) =>
	build.optionalId('Avatar', {
		from: 'searchAvatars',
		placeholder: 'e.g. eve2024',
		displayOptions,
		description: 'The avatar, by its name or avatar_id as Avatar › Get Many lists them (not its _id)',
	});

export function elementForm(
	{ isTalking }: Rules,
	options: Array<{ name: string; value: string; description: string }>,
	address: string,
) {
	const types = options.map(({ value }) => value);
	const displayOptions = whenType(types.filter((type) => type !== 'audio'));
	const max = isTalking ? undefined : MOST_SCALE;
	const scale = (displayName: string) =>
		build.optionalNumber(displayName, {
			default: 1,
			min: 0,
			max,
			displayOptions,
			description: max === undefined ? '1 is the full size' : `From 0 to ${max} (the full size)`,
		});
	const offset = (displayName: string, edge: string) =>
		build.optionalNumber(displayName, {
			default: 0,
			displayOptions,
			description: `Pixels from the ${edge} edge of the video to the same edge of the element, by the option Placement`,
		});
	return {
		type: build.parameter('options', z.unknown(), 'Type', {
			default: 'avatar',
			options,
			description: 'The kind of element',
		}),
		avatarId: avatarId(whenType(['avatar'])),
		url: build.optionalText('URL', {
			placeholder: 'e.g. https://example.com/image.png',
			displayOptions: whenType(types.filter((type) => isTalking || type !== 'avatar')),
			description: address,
		}),
		scaleX: scale('Horizontal Scale'),
		scaleY: scale('Vertical Scale'),
		offsetX: offset('Horizontal Offset', 'left'),
		offsetY: offset('Vertical Offset', 'upper'),
	};
}

export function elementsParameters<B extends build.Parameters>(
	types: readonly string[],
	simple: string,
	besideAvatar: B,
	form: build.Parameters,
	example: object[],
) {
	return {
		content: build.choice('Content', {
			builderHint: 'simple fills the video with one avatarId. For several parts use json with elementsJson.',
			default: 'simple',
			options: [
				{ name: 'One Avatar', value: 'simple', description: simple },
				{ name: 'Elements', value: 'fields', description: 'Your own elements, one by one in a form' },
				{ name: 'JSON', value: 'json', description: 'A list of elements, or a whole request body' },
			],
			description: 'The content of the video. In an expression: simple, fields, json.',
		}),
		avatarId: avatarId(whenSimple),
		...besideAvatar,
		elements: build.parameter('fixedCollection', z.unknown(), 'Elements', {
			typeOptions: {
				multipleValues: true,
				sortable: true,
				fixedCollection: { itemTitle: '={{ $collection.item.value.type }}' },
			},
			placeholder: 'Add Element',
			default: {},
			displayOptions: { show: { content: ['fields'] } },
			description: 'The parts of the video. Later ones lie above earlier ones.',
			options: [{ displayName: 'Element', name: 'element', values: build.fieldsIn(form) }],
		}),
		elementsJson: build.json(ELEMENTS_JSON, {
			default: JSON.stringify(example, null, 2),
			displayOptions: { show: { content: ['json'] } },
			hint: `Types are ${types.join(', ')}. Keys are as in the example, or in camel case (scaleX for scale_x).`,
			description: 'A list of elements, or a body with width, height and elements. Offsets go as given.',
		}),
	};
}
