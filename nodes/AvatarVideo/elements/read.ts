import { z } from '../../shared/zod';
import { hint } from '../../shared/n8n/hintsAndCustomData';
import * as schemas from '../../shared/operation';
import { errorMap, refuse, refuseValue, type Tools, type ValuesOf } from '../../shared/operation';
import type { Json } from '../../shared/service/request';
import { checked, type Schema } from '../../shared/service/schema';
import { isHttpUrl } from '../../shared/service/urls';
import { isObject, without, withoutAbsent } from '../../shared/service/values';
import { readColor } from '../color';
import type { Element, Key, Rules } from './element';
import { elementErrors, formElement, jsonElement, MOST_SCALE, nameOf, PLACE } from './element';
import { ELEMENTS_JSON, type elementsParameters } from './parameters';
import type { Size } from '../size';

type Fields = { [name: string]: Json };

export interface Content {
	elements: Element[];
	size: Partial<Size>;
	/** Settings of a body, as the service writes them. */
	video: Fields;
	request: Fields;
	hints: string[];
}

const contentOf = (elements: Element[]): Content => ({
	...{ elements, size: {}, video: {}, request: {}, hints: [] },
});

export function readContent(
	{ content, avatarId, elements, elementsJson }: ValuesOf<ReturnType<typeof elementsParameters>>,
	rules: Rules,
	context: z.RefinementCtx,
): Content {
	if (content === 'json') return contentOfJson(elementsJson, rules, context);
	if (content === 'fields') return contentOf(elementsOfForm(elements, rules, context));
	const chosen = avatarId ?? refuseValue(context, 'chosen', undefined, ['avatarId']);
	return contentOf([{ type: 'avatar', avatarId: chosen, ...rules.whole }]);
}

export function elementsOfForm(given: unknown, rules: Rules, context: z.RefinementCtx): Element[] {
	const list = isObject(given) && Array.isArray(given.element) ? given.element : [];
	if (list.length === 0) refuse(context, 'must hold at least one element, but it is empty', ['elements']);
	const schema = checked<Element>(formElement, (element, refining) => {
		checkElement(element, rules, refining);
		for (const key of unnamedKeys(element, rules)) {
			refuse(refining, `must be left out of an element of the type ${element.type}`, [key]);
		}
	});
	const elements = readAll(list, schema, (message, index, path) => {
		refuse(context, message, ['elements', 'element', index, ...path]);
	});
	checkTypes(elements, list.length, rules, context, 'elements');
	if (elements.every(({ layerNumber }) => layerNumber === undefined)) return elements;
	let highest = 0;
	return elements.map((element) => {
		const layerNumber = element.layerNumber || highest + 1;
		highest = Math.max(highest, layerNumber);
		return { ...element, layerNumber };
	});
}

/** Keys that the interface does not name are sent, with a hint. */
export function contentOfJson(given: unknown, rules: Rules, context: z.RefinementCtx): Content {
	const path = ['elementsJson'];
	const json = schemas.jsonSchema(z.unknown()).safeParse(given, { errorMap });
	for (const { message } of json.error?.issues ?? []) refuse(context, message, path);
	if (!json.success) return contentOf([]);
	const { list, ...settings } = partsOf(json.data);
	const entries = z.array(z.unknown()).min(1).safeParse(list, { errorMap });
	for (const { message } of entries.error?.issues ?? []) refuse(context, message, path);
	const size = sides.safeParse(settings.video, { errorMap });
	const fields = z
		.object({ video: schemas.extraFieldsSchema, request: schemas.extraFieldsSchema })
		.safeParse(settings);
	for (const issue of [...(size.error?.issues ?? []), ...(fields.error?.issues ?? [])]) {
		refuse(context, `${ELEMENTS_JSON}: ${issue.path.at(-1)} ${issue.message}`, path, undefined, true);
	}
	const schema = checked<Element>(jsonElement, (each, refining) => checkElement(each, rules, refining, true));
	const elements = readAll(entries.data ?? [], schema, (message, index, keys) => {
		const place = [`${ELEMENTS_JSON}, element ${index + 1}:`, ...keys, message].join(' ');
		refuse(context, place, [...path, index], undefined, true);
	});
	checkTypes(elements, entries.data?.length, rules, context, 'elementsJson');
	const { video = {}, request = {} } = fields.data ?? {};
	const hints = hintsOf(elements, { ...video, ...request }, rules);
	return { elements, size: withoutAbsent(size.data ?? {}), video, request, hints };
}

const side = schemas.optionalNumberSchema({ above: 0 });
const sides = z.object({ width: side, height: side });

function partsOf(json: unknown) {
	const { data, ...others }: Record<string, unknown> = isObject(json) ? json : {};
	const isRequest = Array.isArray(data) && data.length === 1;
	const body: unknown = isRequest ? data[0] : json;
	const request = isRequest ? without(others, 'webhookUrl') : {};
	if (!isObject(body) || !('elements' in body)) return { list: body, video: {}, request };
	const { elements: list, ...video } = body;
	return { list, video: without(video, 'webhookUrl'), request };
}

function hintsOf(elements: readonly Element[], settings: Fields, rules: Rules): string[] {
	const names = elements.flatMap((element) => [
		...unnamedKeys(element, rules).map((key) => `${nameOf(key)} (${element.type})`),
		...Object.keys(element.others ?? {}),
	]);
	const isNamed = (name: string) => rules.settings.includes(name);
	const others = Object.keys(settings).filter((name) => !isNamed(name));
	const unnamed = [...new Set([...names, ...others])].join(', ');
	const named = rules.isTalking ? '' : Object.keys(settings).filter(isNamed).join(', ');
	return [
		unnamed &&
			`${ELEMENTS_JSON} has keys that the interface does not name: ${unnamed}. The node sends them unchanged`,
		named && `${ELEMENTS_JSON} sets ${named}. The node uses these instead of its own fields`,
	].filter(Boolean);
}

export async function showHints(hints: readonly string[], { context, once }: Tools): Promise<void> {
	for (const sentence of hints) await once(`hint ${sentence}`, async () => hint(context, sentence));
}

function readAll(
	entries: readonly unknown[],
	schema: Schema<Element>,
	refuseFlaw: (message: string, index: number, path: Array<string | number>) => void,
): Element[] {
	return entries.flatMap((entry, index) => {
		const { error, data } = schema.safeParse(entry, { errorMap: elementErrors });
		for (const { path, message } of error?.issues ?? []) refuseFlaw(message, index, path);
		return data ?? [];
	});
}

function checkTypes(
	elements: readonly Element[],
	given: number | undefined,
	{ isTalking }: Rules,
	context: z.RefinementCtx,
	parameter: string,
): void {
	if (!isTalking || elements.length === 0 || elements.length !== given) return;
	for (const type of ['avatar', 'audio'].filter((each) => elements.every((read) => read.type !== each))) {
		const message = `must hold an element of the type ${type}. A talking avatar is made of both, avatar and audio`;
		refuse(context, message, [parameter]);
	}
}

function checkElement(
	element: Element,
	{ isTalking, types }: Rules,
	context: z.RefinementCtx,
	isJson = false,
): void {
	const { type, url, inputText } = element;
	if (!types.includes(type)) {
		refuseValue(context, `one of ${types.join(', ')}`, type, ['type']);
		return;
	}
	const isByUrl = type !== 'avatar' || (url !== undefined && (isTalking || isJson));
	const needed: Key[] = [
		...(isByUrl ? (inputText === undefined ? (['url'] as const) : []) : (['avatarId'] as const)),
		...(isTalking && type !== 'audio' ? PLACE : []),
	];
	for (const key of needed.filter((each) => element[each] === undefined)) {
		refuse(context, `must be given for an element of the type ${type}, but nothing was`, [key]);
	}
	const mayBeColor = isTalking && type === 'image';
	const isColor = mayBeColor && readColor(url ?? '') !== undefined;
	if (isByUrl && url !== undefined && !isHttpUrl(url) && !isColor) {
		const wanted = mayBeColor ? `${schemas.ONE_ADDRESS}, or a color such as #1a2b3c` : schemas.ONE_ADDRESS;
		refuseValue(context, wanted, url, ['url']);
	}
	if (isTalking) return;
	for (const key of ['scaleX', 'scaleY'] as const) {
		const value = element[key] ?? 0;
		if (value > MOST_SCALE) refuseValue(context, `at most ${MOST_SCALE}`, value, [key]);
	}
}

function unnamedKeys(element: Element, { isTalking, foreign }: Rules): Key[] {
	const isByUrl = element.type !== 'avatar' || (isTalking && element.url !== undefined);
	const keys: Key[] = [isByUrl ? 'avatarId' : 'url', ...foreign];
	return keys.filter((key) => element[key] !== undefined);
}
