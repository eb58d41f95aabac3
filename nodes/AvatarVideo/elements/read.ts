import { z } from '../../shared/zod';
import { hint } from '../../shared/n8n/hintsAndCustomData';
import * as schemas from '../../shared/operation';
import { EMPTY, readAt, refuse, refuseValue, type Given, type Tools } from '../../shared/operation';
import { changed, checked, type Schema } from '../../shared/service/schema';
import { isObject, withoutAbsent } from '../../shared/service/values';
import { ELEMENTS_JSON, MOST_SCALE, PLACE, element, fillSchema, formName, placed } from './element';
import type { Element, Key, Rules, Size, elementsParameters, placement } from './element';

type Path = z.ZodIssue['path'];

export const WHOLE = { scale_x: 1, scale_y: 1, offset_x: 0, offset_y: 0 };

const pixels = schemas.optionalNumberSchema({ min: 1, whole: true });
export const sides = { width: pixels, height: pixels };

export interface Content<S extends z.ZodRawShape> {
	elements: Element[];
	/** Settings of JSON, as the service writes them. */
	video: Partial<z.output<z.ZodObject<S>>> & schemas.Fields;
	request: schemas.Fields;
	webhookUrl?: string;
	hint?: string;
}

type Asked = Given<ReturnType<typeof elementsParameters>, { placement: typeof placement }>;

/** Elements of JSON stay where they are. `behind` is the background of one avatar. Undefined for unreadable JSON. */
export function readContent<S extends z.ZodRawShape>(
	{ content, avatarId, elements, elementsJson, options }: Asked,
	rules: Rules<S>,
	video: Size,
	context: z.RefinementCtx,
	behind: readonly Element[] = [],
): Content<S> | undefined {
	if (content === 'json') return contentOfJson(elementsJson, rules, context);
	const chosen = () => avatarId ?? refuse(context, EMPTY, ['avatarId'], 'Choose the avatar from its list');
	const shown =
		content === 'fields'
			? elementsOfForm(elements, rules, context)
			: [...behind, { type: 'avatar', avatar_id: chosen(), ...rules.whole }];
	return { elements: placed(shown, options.placement, video), video: {}, request: {} };
}

export function elementsOfForm(given: unknown, rules: Rules, context: z.RefinementCtx): Element[] {
	const list: unknown = isObject(given) ? (given.element ?? []) : [];
	const place = (path: Path) => path.map((step) => (typeof step === 'string' ? formName(step) : step));
	const inForm = (path: Path) => ['elements', ...(path.length > 0 ? ['element', ...place(path)] : [])];
	const elements = readAt(listOf(rules, true), list, context, inForm) ?? [];
	if (elements.every(({ layer_number: layer }) => layer === undefined)) return elements;
	let highest = 0;
	return elements.map((each) => {
		const layer = each.layer_number || highest + 1;
		highest = Math.max(highest, layer);
		return { ...each, layer_number: layer };
	});
}

/** Keys that the interface does not name are sent, with a hint. */
export function contentOfJson<S extends z.ZodRawShape>(
	given: unknown,
	rules: Rules<S>,
	context: z.RefinementCtx,
): Content<S> | undefined {
	const video = schemas.fieldsSchema(rules.settings);
	const parts = z.object({
		...{ elements: listOf(rules, false), video, request: schemas.fieldsSchema(rules.request) },
		webhookUrl: schemas.optionalUrlSchema,
	}) as unknown as Schema<Content<S>>;
	const read: Schema<Content<S>> = changed(z.unknown(), (json, issues) => partsOf(json, rules, issues)).pipe(
		parts,
	);
	const inJson = ([part = '', ...path]: Path) => ['elementsJson', ...(part === 'webhookUrl' ? [part] : path)];
	const data = readAt(schemas.jsonSchema(read), given, context, inJson);
	return data && { ...data, hint: hintOf(data.elements, { ...data.request, ...data.video }, rules) };
}

/** The parts of a list of elements, of a body, or of an avatar video's request, which has one body in `data`. */
function partsOf(json: unknown, { isTalking }: Rules, context: z.RefinementCtx) {
	const { data, webhookUrl, ...others }: Record<string, unknown> = isObject(json) ? json : {};
	const isRequest = !isTalking && Array.isArray(data);
	if (isRequest && data.length !== 1) {
		return refuse(context, `has ${data.length} videos in data`, [], 'Give each video in an item of its own');
	}
	const body: unknown = isRequest ? data[0] : isObject(json) ? withoutAbsent({ ...others, data }) : json;
	if (!isObject(body) || !('elements' in body)) return { elements: body, video: {}, request: {} };
	const { elements, ...video } = body;
	return { elements, video, request: isRequest ? others : {}, webhookUrl };
}

function hintOf(elements: readonly Element[], settings: object, rules: Rules): string | undefined {
	const keys = elements.flatMap((each) => unnamedKeys(each, rules).map((key) => `${key} (${each.type})`));
	const others = Object.keys(settings).filter((name) => !(name in rules.settings));
	const names = [...new Set([...keys, ...others])].join(', ');
	if (names === '') return undefined;
	return `${ELEMENTS_JSON} has keys that the interface does not name: ${names}. The node sends them unchanged`;
}

export async function showHint(sentence: string | undefined, { context, once }: Tools): Promise<void> {
	if (sentence) await once(`hint ${sentence}`, async () => hint(context, sentence));
}

function listOf(rules: Rules, isForm: boolean) {
	const one = changed<Element, Element>(element, (each, context) => {
		for (const key of isForm ? unnamedKeys(each, rules) : []) {
			refuse(context, `must be left out of an element of the type ${each.type}`, [key]);
		}
		return readElement(each, rules, context);
	});
	return checked<Element[]>(z.array(one).min(1), (elements, context) => {
		const needed = rules.isTalking ? ['avatar', 'audio'] : [];
		for (const type of needed.filter((wanted) => elements.every((each) => each.type !== wanted))) {
			const both = 'A talking avatar is made of both, avatar and audio';
			refuse(context, `must hold an element of the type ${type}. ${both}`);
		}
	});
}

function readElement(each: Element, { isTalking, types }: Rules, context: z.RefinementCtx): Element {
	const { type, url, input_text: text } = each;
	if (!types.includes(type)) return refuseValue(context, `one of ${types.join(', ')}`, type, ['type']);
	const isById = type === 'avatar' && url === undefined;
	const isSpoken = isTalking && type === 'audio' && text !== undefined && url === undefined;
	const source: Key = isById ? 'avatar_id' : isSpoken ? 'voice_id' : 'url';
	for (const key of [source, ...(isTalking && type !== 'audio' ? PLACE : [])]) {
		if (each[key] !== undefined) continue;
		refuse(context, `must be given for an element of the type ${type}, but nothing was`, [key]);
	}
	for (const key of isTalking ? [] : (['scale_x', 'scale_y'] as const)) {
		const value = each[key] ?? 0;
		if (value > MOST_SCALE) refuseValue(context, `at most ${MOST_SCALE}`, value, [key]);
	}
	if (url === undefined) return each;
	const address = isTalking && type === 'image' ? fillSchema : schemas.urlSchema;
	return { ...each, url: readAt(address, url, context, () => ['url']) };
}

function unnamedKeys(each: Element, { isTalking, own }: Rules): string[] {
	const isByUrl = each.type !== 'avatar' || (isTalking && each.url !== undefined);
	const named: readonly string[] = ['type', isByUrl ? 'url' : 'avatar_id', ...PLACE, ...own];
	return Object.keys(each).filter((key) => !named.includes(key));
}
