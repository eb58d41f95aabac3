import { z } from 'zod/v3';
import { jsonSchema } from '../../shared/operation/parameters/schemas';
import { refuse, errorMap } from '../../shared/operation/parameters/messages';
import { checked } from '../../shared/service/schema';
import { isObject } from '../../shared/service/values';
import { element, shownFlaw, type Element } from './element';
import { checkElement, type Rules } from './rules';

/** The labels of the two ways to give elements; messages about them use these. */
export const ELEMENTS = 'Elements';
export const ELEMENTS_JSON = 'Elements (JSON)';

/** What a person says a video is made of: one avatar, or a list of elements. */
interface GivenElements {
	elementsInput: 'simple' | 'fields' | 'json';
	avatarId?: string | number;
	elements: unknown;
	elementsJson: unknown;
}

/** The elements that the parameters give, checked. The simple way gives one avatar, which fills the video. */
export function readElements(given: GivenElements, rules: Rules, context: z.RefinementCtx): Element[] {
	if (given.elementsInput === 'json') return elementsOfJson(given.elementsJson, rules, context);
	if (given.elementsInput === 'fields') return elementsOfForm(given.elements, rules, context);
	const { avatarId } = given;
	if (avatarId === undefined) refuse(context, 'must be chosen, but nothing was given', ['avatarId']);
	return [{ type: 'avatar', avatarId, ...rules.whole }];
}

/** The elements of the form, checked; later ones lie above earlier ones where no layer is given. */
export function elementsOfForm(given: unknown, rules: Rules, context: z.RefinementCtx): Element[] {
	const list = isObject(given) && Array.isArray(given.element) ? given.element : [];
	if (list.length === 0) refuse(context, 'must hold at least one element, but it is empty', ['elements']);
	let highest = 0;
	const entries = list.map((entry: unknown) => {
		if (!isObject(entry)) return entry;
		const layerNumber = Number(entry.layerNumber) || highest + 1;
		highest = Math.max(highest, layerNumber);
		return Number(entry.layerNumber) === 0 ? { ...entry, layerNumber } : entry;
	});
	return readAll(entries, rules, context, 'elements', (index, key, message) =>
		refuse(context, message, ['elements', 'element', index, ...key]),
	);
}

/** The elements of JSON, as a list or the text of one, checked. */
export function elementsOfJson(given: unknown, rules: Rules, context: z.RefinementCtx): Element[] {
	const list = jsonSchema(z.array(z.unknown()).min(1)).safeParse(given, { errorMap: errorMap });
	for (const { message } of list.error?.issues ?? []) refuse(context, message, ['elementsJson']);
	return readAll(list.data ?? [], rules, context, 'elementsJson', (index, key, message) =>
		refuse(context, [`${ELEMENTS_JSON}, element ${index + 1}:`, ...key, message].join(' '), [
			'elementsJson',
			index,
		]),
	);
}

/** Reads elements one by one, and tells of every flaw with the key that it concerns, if any. */
function readAll(
	entries: readonly unknown[],
	rules: Rules,
	context: z.RefinementCtx,
	parameter: string,
	tell: (index: number, key: Array<string | number>, message: string) => void,
): Element[] {
	const schema = checked(element, (read, refining) => checkElement(read, rules, refining));
	const elements = entries.flatMap((entry, index) => {
		const { error, data } = schema.safeParse(entry, { errorMap: shownFlaw });
		for (const { path, message } of error?.issues ?? []) tell(index, path, message);
		return data ?? [];
	});
	if (!rules.isTalking || entries.length === 0 || elements.length < entries.length) return elements;
	for (const type of ['avatar', 'audio'].filter((each) => elements.every((read) => read.type !== each))) {
		const message = `must hold an element of the type ${type}: a talking avatar is made of both, avatar and audio`;
		refuse(context, message, [parameter]);
	}
	return elements;
}
