import { z } from '../../shared/zod';
import { hint } from '../../shared/n8n/hintsAndCustomData';
import * as schemas from '../../shared/operation';
import { EMPTY, readAt, refuse, refuseValue, type Given, type Tools } from '../../shared/operation';
import type { Json } from '../../shared/service/request';
import { checked, prepared } from '../../shared/service/schema';
import { isHttpUrl, isObject, without, withoutAbsent } from '../../shared/service/values';
import { ELEMENTS_JSON, MOST_SCALE, PLACE, element, formName, placed, readColor } from './element';
import type { Element, Key, Rules, Size, elementsParameters, placement } from './element';

type Path = z.ZodIssue['path'];
type Fields = { [name: string]: Json };

const WHOLE = { scale_x: 1, scale_y: 1, offset_x: 0, offset_y: 0 };

/** service.md: Avatar videos */
export const avatarVideoRules: Rules = {
	types: ['avatar', 'image', 'video'],
	own: ['layer_number', 'id'],
	settings: ['width', 'height', 'duration', 'voice', 'ratio', 'background', 'avatarFrom'],
	whole: { ...WHOLE, layer_number: 1 },
	isTalking: false,
};

/** service.md: Talking avatars */
export const talkingAvatarRules: Rules = {
	types: ['avatar', 'image', 'audio'],
	own: ['width', 'height'],
	settings: ['width', 'height', 'avatar_from'],
	whole: WHOLE,
	isTalking: true,
};

export interface Content {
	elements: Element[];
	size: Partial<Size>;
	/** Settings of a body, as the service writes them. */
	video: Fields;
	request: Fields;
	hint?: string;
}

const NOTHING: Content = { elements: [], size: {}, video: {}, request: {} };

type Asked = Given<ReturnType<typeof elementsParameters>, { placement: typeof placement }>;

/** Elements of JSON stay where they are. `behind` is the background of one avatar. */
export function readContent(
	{ content, avatarId, elements, elementsJson, options }: Asked,
	rules: Rules,
	video: Size,
	context: z.RefinementCtx,
	behind: readonly Element[] = [],
): Content {
	if (content === 'json') return contentOfJson(elementsJson, rules, context);
	const chosen = () => avatarId ?? refuse(context, EMPTY, ['avatarId'], 'Choose the avatar from its list');
	const shown =
		content === 'fields'
			? elementsOfForm(elements, rules, context)
			: [...behind, { type: 'avatar', avatar_id: chosen(), ...rules.whole }];
	return { ...NOTHING, elements: placed(shown, options.placement, video) };
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
export function contentOfJson(given: unknown, rules: Rules, context: z.RefinementCtx): Content {
	const fields = schemas.extraFieldsSchema;
	const parts = z.object({ elements: listOf(rules, false), video: fields, request: fields });
	const inJson = (path: Path) => ['elementsJson', ...path.slice(1)];
	const data = readAt(schemas.jsonSchema(prepared(partsOf, parts)), given, context, inJson);
	if (!data) return NOTHING;
	const { elements, video = {}, request = {} } = data;
	const hint = hintOf(elements, { ...video, ...request }, rules);
	return { elements, size: withoutAbsent(sides.parse(video)), video, request, hint };
}

const side = schemas.optionalNumberSchema({ above: 0 }).catch(undefined);
const sides = z.object({ width: side, height: side });

function partsOf(json: unknown) {
	const { data, ...others }: Record<string, unknown> = isObject(json) ? json : {};
	const isRequest = Array.isArray(data) && data.length === 1;
	const body: unknown = isRequest ? data[0] : json;
	const request = isRequest ? without(others, 'webhookUrl') : {};
	if (!isObject(body) || !('elements' in body)) return { elements: body, video: {}, request };
	const { elements, ...video } = body;
	return { elements, video: without(video, 'webhookUrl'), request };
}

function hintOf(elements: readonly Element[], settings: Fields, rules: Rules): string | undefined {
	const keys = elements.flatMap((each) => unnamedKeys(each, rules).map((key) => `${key} (${each.type})`));
	const others = Object.keys(settings).filter((name) => !rules.settings.includes(name));
	const names = [...new Set([...keys, ...others])].join(', ');
	if (names === '') return undefined;
	return `${ELEMENTS_JSON} has keys that the interface does not name: ${names}. The node sends them unchanged`;
}

export async function showHint(sentence: string | undefined, { context, once }: Tools): Promise<void> {
	if (sentence) await once(`hint ${sentence}`, async () => hint(context, sentence));
}

function listOf(rules: Rules, isForm: boolean) {
	const one = checked<Element>(element, (each, context) => {
		checkElement(each, rules, context);
		for (const key of isForm ? unnamedKeys(each, rules) : []) {
			refuse(context, `must be left out of an element of the type ${each.type}`, [key]);
		}
	});
	return checked<Element[]>(z.array(one).min(1), (elements, context) => {
		const needed = rules.isTalking ? ['avatar', 'audio'] : [];
		for (const type of needed.filter((wanted) => elements.every((each) => each.type !== wanted))) {
			const both = 'A talking avatar is made of both, avatar and audio';
			refuse(context, `must hold an element of the type ${type}. ${both}`);
		}
	});
}

function checkElement(each: Element, { isTalking, types }: Rules, context: z.RefinementCtx): void {
	const { type, url, input_text: text } = each;
	if (!types.includes(type)) {
		refuseValue(context, `one of ${types.join(', ')}`, type, ['type']);
		return;
	}
	const isByUrl = type !== 'avatar' || url !== undefined;
	const source: Key[] = isByUrl ? (text === undefined ? ['url'] : []) : ['avatar_id'];
	for (const key of [...source, ...(isTalking && type !== 'audio' ? PLACE : [])]) {
		if (each[key] !== undefined) continue;
		refuse(context, `must be given for an element of the type ${type}, but nothing was`, [key]);
	}
	const mayBeColor = isTalking && type === 'image';
	if (url !== undefined && !isHttpUrl(url) && !(mayBeColor && readColor(url) !== undefined)) {
		const wanted = mayBeColor ? `${schemas.ONE_ADDRESS}, or a color such as #1a2b3c` : schemas.ONE_ADDRESS;
		refuseValue(context, wanted, url, ['url']);
	}
	if (isTalking) return;
	for (const key of ['scale_x', 'scale_y'] as const) {
		const value = each[key] ?? 0;
		if (value > MOST_SCALE) refuseValue(context, `at most ${MOST_SCALE}`, value, [key]);
	}
}

function unnamedKeys(each: Element, { isTalking, own }: Rules): string[] {
	const isByUrl = each.type !== 'avatar' || (isTalking && each.url !== undefined);
	const named: readonly string[] = ['type', isByUrl ? 'url' : 'avatar_id', ...PLACE, ...own];
	return Object.keys(each).filter((key) => !named.includes(key));
}
