import { z } from '../../shared/zod';
import { hint } from '../../shared/n8n/hintsAndCustomData';
import * as schemas from '../../shared/operation';
import { needed, readAt, refuse, refuseValue, type Given, type Tools } from '../../shared/operation';
import { changed, checked } from '../../shared/service/schema';
import { isObject, withoutAbsent } from '../../shared/service/values';
import { ELEMENTS_JSON, MOST_SCALE, WHOLE, element, fillSchema, formName, placed } from './element';
import type { Element, Key, Rules, Size, elementsParameters, placement } from './element';

type Path = z.ZodIssue['path'];

const pixels = schemas.optional(schemas.numberSchema({ min: 1, whole: true }));
export const sides = { width: pixels, height: pixels };

type Asked = Given<ReturnType<typeof elementsParameters>, { placement: typeof placement }>;

/** JSON stays as it is, with a hint on unnamed keys. `behind` is the background of one avatar. */
export function readContent<S extends z.ZodRawShape>(
	{ content, avatarId, elements: form, elementsJson, options }: Asked,
	rules: Rules<S>,
	size: Size,
	context: z.RefinementCtx,
	behind: readonly Element[] = [],
) {
	const isJson = content === 'json';
	const formNames = (path: Path) => path.map((step) => (typeof step === 'string' ? formName(step) : step));
	const at = (path: Path) => {
		if (isJson) return ['elementsJson', ...path];
		return ['elements', ...(path.length > 0 ? ['element', ...formNames(path)] : [])];
	};
	const one = (): Element[] => {
		const avatar_id = needed(context, 'avatarId', avatarId, 'Choose the avatar from its list');
		return [...behind, { type: 'avatar', avatar_id, ...WHOLE, ...(!rules.isTalking && { layer_number: 1 }) }];
	};
	const list = isObject(form) ? (form.element ?? []) : [];
	const json = changed(z.unknown(), (given, issues) => partsOf(given, rules, issues));
	const parts = isJson ? readAt(schemas.jsonSchema(json), elementsJson, context, at) : { elements: list };
	if (!parts) return undefined;
	const elements = content === 'simple' ? one() : readAt(listOf(rules, isJson), parts.elements, context, at);
	const video = readAt(schemas.fieldsSchema(rules.settings), parts.video ?? {}, context, at);
	const request = readAt(schemas.fieldsSchema(rules.request), parts.request ?? {}, context, at);
	if (!elements || !video || !request) return undefined;
	const layered = elements.map((each, index) =>
		each.layer_number === 0 ? { ...each, layer_number: index + 1 } : each,
	);
	return {
		...{ elements: isJson ? elements : placed(layered, options.placement, size), video, request },
		hint: hintOf(elements, Object.keys(withoutAbsent({ ...request, ...video })), rules),
	};
}

interface Parts {
	elements: unknown;
	video?: object;
	request?: object;
}

/** The parts of a list of elements, of a body, or of an avatar video's request, which has one body in `data`. */
function partsOf(json: unknown, { isTalking }: Rules, context: z.RefinementCtx): Parts {
	if (!isObject(json)) return { elements: json };
	const { data, ...others } = json;
	const isRequest = !isTalking && Array.isArray(data);
	if (isRequest && data.length !== 1) {
		return refuse(context, `has ${data.length} videos in data`, [], 'Give each video in an item of its own');
	}
	const body: unknown = isRequest ? data[0] : withoutAbsent({ ...others, data });
	if (!isObject(body) || !('elements' in body)) return { elements: body };
	const { elements, ...video } = body;
	return { elements, video, request: isRequest ? others : {} };
}

function hintOf(elements: readonly Element[], given: string[], rules: Rules): string | undefined {
	const keys = elements.flatMap((each) => unnamedKeys(each, rules).map((key) => `${key} (${each.type})`));
	const names = [...new Set([...keys, ...given.filter((name) => !(name in rules.settings))])].join(', ');
	if (names === '') return undefined;
	return `${ELEMENTS_JSON} has keys that the interface does not name: ${names}. The node sends them unchanged`;
}

export async function showHint(sentence: string | undefined, { context, once }: Tools): Promise<void> {
	if (sentence) await once(`hint ${sentence}`, async () => hint(context, sentence));
}

const PLACE = ['scale_x', 'scale_y', 'offset_x', 'offset_y'] as const;

const NO_PLACE = Object.fromEntries(PLACE.map((key) => [key, undefined]));

function listOf(rules: Rules, isJson: boolean) {
	const one = changed<Element, Element>(element, (given, context) => {
		// n8n fills in the places of a sound where an expression decides on the type.
		const each = isJson || given.type !== 'audio' ? given : withoutAbsent({ ...given, ...NO_PLACE });
		for (const key of isJson ? [] : unnamedKeys(each, rules)) {
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
	const isSpoken = isTalking && type === 'audio' && text !== undefined && url === undefined;
	const source: Key = type === 'avatar' && url === undefined ? 'avatar_id' : isSpoken ? 'voice_id' : 'url';
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
	const place = each.type === 'audio' ? [] : [...PLACE, ...own];
	const named: readonly string[] = ['type', isByUrl ? 'url' : 'avatar_id', ...place];
	return Object.keys(each).filter((key) => !named.includes(key));
}
