import { z } from 'zod/v3';
import * as schemas from '../../shared/operation';
import type { Json } from '../../shared/service/request';
import { changed, prepared } from '../../shared/service/schema';
import { encodeSpaces } from '../../shared/service/urls';
import { isObject, withoutAbsent } from '../../shared/service/values';
import { readColor } from '../color';

const scale = schemas.optionalNumberSchema({ min: 0 });
/** The form has 0 when you leave the length to the service. */
const length = changed(schemas.optionalNumberSchema({ min: 0 }), (pixels) => pixels || undefined);

const keys = {
	type: schemas.textSchema,
	url: schemas.optionalTextSchema,
	avatarId: schemas.optionalIdOrNumberSchema,
	scaleX: scale,
	scaleY: scale,
	offsetX: schemas.optionalNumberSchema(),
	offsetY: schemas.optionalNumberSchema(),
	width: length,
	height: length,
	layerNumber: schemas.optionalNumberSchema(),
	elementId: schemas.optionalTextSchema,
	/** service.md: Talking avatars */
	inputText: schemas.optionalTextSchema,
	voiceId: schemas.optionalIdSchema,
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
	z.object({ ...keys, others: schemas.extraFieldsSchema }).strict(),
);
export type Element = z.output<typeof formElement> & { others?: { [key: string]: Json } };

export const elementErrors: z.ZodErrorMap = (issue, context) => {
	if (issue.code !== z.ZodIssueCode.unrecognized_keys) return schemas.errorMap(issue, context);
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
