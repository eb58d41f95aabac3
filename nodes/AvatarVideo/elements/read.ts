import { z } from 'zod/v3';
import type { ValuesOf } from '../../shared/operation/parameters/builders';
import { jsonSchema, ONE_ADDRESS } from '../../shared/operation/parameters/schemas';
import { errorMap, refuse, refuseValue } from '../../shared/operation/parameters/messages';
import { checked } from '../../shared/service/schema';
import { isHttpUrl } from '../../shared/service/urls';
import { isObject } from '../../shared/service/values';
import { readColour } from '../colour';
import { element, shownFlaw, type Element } from './element';
import type { elementsParameters } from './parameters';

/** The label of the elements as JSON; messages about them use it. */
export const ELEMENTS_JSON = 'Elements (JSON)';

type Key = keyof Element;

/** What the elements of one kind of video must be. */
export interface Rules {
	types: readonly string[];
	/** Keys that only elements of the other kind have. */
	foreign: readonly Key[];
	/** Where an element stands that fills the video. */
	whole: Partial<Element>;
	/**
	 * A talking avatar is made of an avatar and an audio. Its avatars may also be given by their URL, its images may be
	 * colours, all that can be seen needs a place, and no scale is too large (service.md: Talking avatars, Limits).
	 */
	isTalking: boolean;
}

/** The largest scale in an avatar video (service.md: Limits). */
export const MOST_SCALE = 1;

/** Full size, from the upper-left corner of the video. */
const WHOLE = { scaleX: 1, scaleY: 1, offsetX: 0, offsetY: 0 };
const PLACE: readonly Key[] = ['scaleX', 'scaleY', 'offsetX', 'offsetY'];

/** service.md: Avatar videos. */
export const avatarVideoRules: Rules = {
	types: ['avatar', 'image', 'video'],
	foreign: ['width', 'height'],
	whole: { ...WHOLE, layerNumber: 1 },
	isTalking: false,
};

/** service.md: Talking avatars. */
export const talkingAvatarRules: Rules = {
	types: ['avatar', 'image', 'audio'],
	foreign: ['layerNumber', 'elementId'],
	whole: WHOLE,
	isTalking: true,
};

/** The elements that the parameters give, checked. The simple way gives one avatar, which fills the video. */
export function readElements(
	{ elementsInput, avatarId, elements, elementsJson }: ValuesOf<ReturnType<typeof elementsParameters>>,
	rules: Rules,
	context: z.RefinementCtx,
): Element[] {
	if (elementsInput === 'json') return elementsOfJson(elementsJson, rules, context);
	if (elementsInput === 'fields') return elementsOfForm(elements, rules, context);
	const chosen = avatarId ?? refuseValue(context, 'chosen', undefined, ['avatarId']);
	return [{ type: 'avatar', avatarId: chosen, ...rules.whole }];
}

/** The elements of the form, checked; later ones lie above earlier ones where no layer is given. */
export function elementsOfForm(given: unknown, rules: Rules, context: z.RefinementCtx): Element[] {
	const list = isObject(given) && Array.isArray(given.element) ? given.element : [];
	if (list.length === 0) refuse(context, 'must hold at least one element, but it is empty', ['elements']);
	const elements = readAll(list, rules, context, 'elements');
	if (elements.every(({ layerNumber }) => layerNumber === undefined)) return elements;
	let highest = 0;
	return elements.map((element) => {
		const layerNumber = element.layerNumber || highest + 1;
		highest = Math.max(highest, layerNumber);
		return { ...element, layerNumber };
	});
}

/** The elements of JSON, as a list or the text of one, checked. */
export function elementsOfJson(given: unknown, rules: Rules, context: z.RefinementCtx): Element[] {
	const list = jsonSchema(z.array(z.unknown()).min(1)).safeParse(given, { errorMap });
	for (const { message } of list.error?.issues ?? []) refuse(context, message, ['elementsJson']);
	return readAll(list.data ?? [], rules, context, 'elementsJson');
}

/** Reads elements one by one, and tells of every flaw with the key that it concerns, if any. */
function readAll(
	entries: readonly unknown[],
	rules: Rules,
	context: z.RefinementCtx,
	parameter: 'elements' | 'elementsJson',
): Element[] {
	const schema = checked(element, (read, refining) => checkElement(read, rules, refining));
	const elements = entries.flatMap((entry, index) => {
		const { error, data } = schema.safeParse(entry, { errorMap: shownFlaw });
		for (const { path, message } of error?.issues ?? []) {
			if (parameter === 'elements') refuse(context, message, [parameter, 'element', index, ...path]);
			else
				refuse(context, `${ELEMENTS_JSON}, element ${[`${index + 1}:`, ...path, message].join(' ')}`, [
					parameter,
					index,
				]);
		}
		return data ?? [];
	});
	if (!rules.isTalking || entries.length === 0 || elements.length < entries.length) return elements;
	for (const type of ['avatar', 'audio'].filter((each) => elements.every((read) => read.type !== each))) {
		const message = `must hold an element of the type ${type}: a talking avatar is made of both, avatar and audio`;
		refuse(context, message, [parameter]);
	}
	return elements;
}

/** Refuses what is wrong with an element, each flaw under its key. */
function checkElement(
	element: Element,
	{ isTalking, types, foreign }: Rules,
	context: z.RefinementCtx,
): void {
	const { type, url } = element;
	if (!types.includes(type)) {
		refuseValue(context, `one of ${types.join(', ')}`, type, ['type']);
		return;
	}
	const isAvatarByUrl = isTalking && type === 'avatar' && url !== undefined;
	const isByUrl = type !== 'avatar' || isAvatarByUrl;
	const needed: Key[] = [isByUrl ? 'url' : 'avatarId', ...(isTalking && type !== 'audio' ? PLACE : [])];
	for (const key of needed.filter((each) => element[each] === undefined)) {
		refuse(context, `must be given for an element of the type ${type}, but nothing was`, [key]);
	}
	const mayBeColour = isTalking && type === 'image';
	const isColour = mayBeColour && readColour(url ?? '') !== undefined;
	if (isByUrl && url !== undefined && !isHttpUrl(url) && !isColour) {
		const wanted = mayBeColour ? `${ONE_ADDRESS}, or a colour such as #1a2b3c` : ONE_ADDRESS;
		refuseValue(context, wanted, url, ['url']);
	}
	const excluded: Key[] = [isByUrl ? 'avatarId' : 'url', ...foreign];
	for (const key of excluded.filter((each) => element[each] !== undefined)) {
		const which = `an element of the type ${type}${isAvatarByUrl ? ' with a URL' : ''}`;
		refuse(context, `must be left out of ${which}`, [key]);
	}
	if (isTalking) return;
	for (const key of ['scaleX', 'scaleY'] as const) {
		const value = element[key] ?? 0;
		if (value > MOST_SCALE) refuseValue(context, `at most ${MOST_SCALE}`, value, [key]);
	}
}
