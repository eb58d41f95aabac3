import { z } from 'zod/v3';
import {
	optionalIdOrNumberSchema,
	optionalNumberSchema,
	optionalTextSchema,
	textSchema,
} from '../../shared/operation/parameters/schemas';
import { errorMap } from '../../shared/operation/parameters/messages';
import type { Json } from '../../shared/service/request';
import { changed, prepared } from '../../shared/service/schema';
import { encodeSpaces } from '../../shared/service/urls';
import { isObject, withoutAbsent } from '../../shared/service/values';
import { readColour } from '../colour';

const scale = optionalNumberSchema({ min: 0 });
/** 0 means no length: the form gives it when the length is left to the service. */
const length = changed(optionalNumberSchema({ min: 0 }), (pixels) => pixels || undefined);

const keys = {
	type: textSchema,
	url: optionalTextSchema,
	avatarId: optionalIdOrNumberSchema,
	scaleX: scale,
	scaleY: scale,
	offsetX: optionalNumberSchema(),
	offsetY: optionalNumberSchema(),
	width: length,
	height: length,
	layerNumber: optionalNumberSchema(),
	elementId: optionalTextSchema,
};

/** The name that the service has for a key, such as scale_x (service.md: Avatar videos, Talking avatars). */
const nameOf = (key: string) =>
	key === 'elementId' ? 'id' : key.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`);
const toService = new Map(Object.keys(keys).map((key) => [key, nameOf(key)]));
const fromService = new Map([...toService].map(([own, theirs]) => [theirs, own]));

/** The same with other keys; what is absent is left out. */
function renamed<T>(given: Record<string, T>, names: ReadonlyMap<string, string>): Record<string, T> {
	const present = Object.entries(withoutAbsent(given));
	return Object.fromEntries(present.map(([key, value]) => [names.get(key) ?? key, value]));
}

/** An element of a video, from the form or from JSON, with keys in camelCase or as the service writes them. */
export const element = prepared(
	(given) => (isObject(given) ? renamed(given, fromService) : given),
	z.object(keys).strict(),
);
export type Element = z.output<typeof element>;

/** Words for what is wrong with an element: those of any parameter, and keys that it can't have by their names. */
export const shownFlaw: z.ZodErrorMap = (issue, context) => {
	if (issue.code !== z.ZodIssueCode.unrecognized_keys) return errorMap(issue, context);
	const strange = issue.keys.map((key) => `"${key}"`).join(' and ');
	return { message: `has ${strange}, which no element has: its keys are ${Object.keys(keys).join(', ')}` };
};

/**
 * An element as the service takes it (service.md: Avatar videos, Talking avatars). Offsets stay as they are: those of the
 * upper-left corner; if the service means the centre (service.md: Shapes that vary), they are converted here alone.
 * @param takesNumbers whether an avatar may be named by a number, where one was given; else it is a text
 */
export function elementBody(
	{ url, avatarId: given, ...others }: Element,
	takesNumbers: boolean,
): { [key: string]: Json | undefined } {
	const avatarId = given === undefined || takesNumbers ? given : String(given);
	const address = url && (readColour(url) ?? encodeSpaces(url));
	return renamed<Json | undefined>({ ...others, avatarId, url: address }, toService);
}
