import { z } from '../../shared/zod';
import * as build from '../../shared/operation';
import type { Json } from '../../shared/service/request';
import { changed, prepared } from '../../shared/service/schema';
import { encodeSpaces } from '../../shared/service/urls';
import { isObject, withoutAbsent } from '../../shared/service/values';
import { readColor } from '../color';
import type { Size } from '../size';

const scale = build.optionalNumberSchema({ min: 0 });
/** The form has 0 when you leave the length to the service. */
const length = changed(build.optionalNumberSchema({ min: 0 }), (pixels) => pixels || undefined);

const keys = {
	type: build.textSchema,
	url: build.optionalTextSchema,
	avatarId: build.optionalIdOrNumberSchema,
	scaleX: scale,
	scaleY: scale,
	offsetX: build.optionalNumberSchema(),
	offsetY: build.optionalNumberSchema(),
	width: length,
	height: length,
	layerNumber: build.optionalNumberSchema(),
	elementId: build.optionalTextSchema,
	/** service.md: Talking avatars */
	inputText: build.optionalTextSchema,
	voiceId: build.optionalIdSchema,
};
export type Key = keyof typeof keys;

/** The service's name of a key (service.md: Avatar videos, Talking avatars). */
export const nameOf = (key: string) =>
	key === 'elementId' ? 'id' : key.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`);
const fromService = new Map(Object.keys(keys).map((key) => [nameOf(key), key]));

function inCamelCase(given: unknown): unknown {
	if (!isObject(given)) return given;
	const present = Object.entries(withoutAbsent(given));
	return Object.fromEntries(present.map(([key, value]) => [fromService.get(key) ?? key, value]));
}

export const formElement = prepared(inCamelCase, z.object(keys).strict());

/** Unknown keys go into `others`, for the service to read. */
export const jsonElement = prepared(
	(given) => {
		const named = inCamelCase(given);
		if (!isObject(named)) return named;
		const entries = Object.entries(named);
		const pick = (isKnown: boolean) =>
			Object.fromEntries(entries.filter(([key]) => Object.hasOwn(keys, key) === isKnown));
		return { ...pick(true), others: pick(false) };
	},
	z.object({ ...keys, others: build.extraFieldsSchema }).strict(),
);
export type Element = z.output<typeof formElement> & { others?: { [key: string]: Json } };

export const elementErrors: z.ZodErrorMap = (issue, context) => {
	if (issue.code !== z.ZodIssueCode.unrecognized_keys) return build.errorMap(issue, context);
	const strange = issue.keys.map((key) => `"${key}"`).join(' and ');
	return { message: `has ${strange}, which no element has. Its keys are ${Object.keys(keys).join(', ')}` };
};

export function elementBody(
	{ url, avatarId: given, others, ...own }: Element,
	takesNumbers: boolean,
): { [key: string]: Json | undefined } {
	const avatarId = given === undefined || takesNumbers ? given : String(given);
	const address = url && (readColor(url) ?? encodeSpaces(url));
	const present = Object.entries(withoutAbsent({ ...own, avatarId, url: address }));
	return { ...Object.fromEntries(present.map(([key, value]) => [nameOf(key), value])), ...others };
}

export interface Rules {
	types: readonly string[];
	foreign: readonly Key[];
	settings: readonly string[];
	whole: Partial<Element>;
	/** service.md: Talking avatars, Limits */
	isTalking: boolean;
}

export const MOST_SCALE = 1;

const WHOLE = { scaleX: 1, scaleY: 1, offsetX: 0, offsetY: 0 };
export const PLACE: readonly Key[] = ['scaleX', 'scaleY', 'offsetX', 'offsetY'];
const SPOKEN: readonly Key[] = ['inputText', 'voiceId'];

/** service.md: Avatar videos */
export const avatarVideoRules: Rules = {
	types: ['avatar', 'image', 'video'],
	foreign: ['width', 'height', ...SPOKEN],
	settings: ['width', 'height', 'duration', 'voice', 'ratio', 'background', 'avatarFrom'],
	whole: { ...WHOLE, layerNumber: 1 },
	isTalking: false,
};

/** service.md: Talking avatars */
export const talkingAvatarRules: Rules = {
	types: ['avatar', 'image', 'audio'],
	foreign: ['layerNumber', 'elementId', ...SPOKEN],
	settings: ['width', 'height', 'avatar_from'],
	whole: WHOLE,
	isTalking: true,
};

/** The interface says upper-left corner, but public samples use the center (service.md: Shapes that vary). */
export const placement = build.optionalChoice<'topLeft' | 'center'>('Placement', {
	// You only add the option to change the reading.
	default: 'center',
	options: [
		{
			name: 'Top Left',
			value: 'topLeft',
			description: 'The service reads an offset as the upper-left corner',
		},
		{ name: 'Center', value: 'center', description: 'The service reads an offset as the center' },
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
	const toCenter = (element: Element): Element => {
		const { offsetX = 0, offsetY = 0, scaleX = 1, scaleY = 1, width, height } = element;
		const across = (width ?? video.width) * scaleX;
		const down = (height ?? video.height) * scaleY;
		return { ...element, offsetX: Math.round(offsetX + across / 2), offsetY: Math.round(offsetY + down / 2) };
	};
	const isCentered = ({ type }: Element) => reading === 'center' && ['avatar', 'image'].includes(type);
	return elements.map((element) => (isCentered(element) ? toCenter(element) : element));
}
