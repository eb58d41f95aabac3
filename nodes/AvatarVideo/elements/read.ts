import type { z } from 'zod/v3';
import { refuse, shownValue } from '../../shared/operation/issues';
import { isObject } from '../../shared/service/values';
import { element, type Element } from './element';
import type { Flaw, Rules } from './rules';

/** The labels of the two ways to give elements; messages about them use these. */
export const ELEMENTS = 'Elements';
export const ELEMENTS_JSON = 'Elements (JSON)';

type Report = (index: number, flaw: Omit<Flaw, 'key'> & { key?: string; advice?: string }) => void;

/** What a person says a video is made of: one avatar, or a list of elements. */
interface GivenElements {
	elementsInput: 'simple' | 'fields' | 'json';
	avatarId?: string;
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
	let highest = 0;
	const entries = list.map((entry: unknown) => {
		if (!isObject(entry)) return entry;
		const layerNumber = Number(entry.layerNumber) || highest + 1;
		highest = Math.max(highest, layerNumber);
		return Number(entry.layerNumber) === 0 ? { ...entry, layerNumber } : entry;
	});
	const elements = readAll(entries, rules, (index, { key, message, advice }) =>
		refuse(context, message, ['elements', 'element', index, ...(key === undefined ? [] : [key])], advice),
	);
	if (entries.length === 0) refuse(context, 'must hold at least one element, but it is empty', ['elements']);
	else if (elements) for (const flaw of rules.flawsOfAll(elements)) refuse(context, flaw, ['elements']);
	return elements ?? [];
}

/** The elements of JSON, as a list or the text of one, checked. */
export function elementsOfJson(given: unknown, rules: Rules, context: z.RefinementCtx): Element[] {
	const entries = listOf(given);
	if (typeof entries === 'string') {
		refuse(context, entries, ['elementsJson']);
		return [];
	}
	const elements = readAll(entries, rules, (index, { key, message, advice }) => {
		const whole = [`${ELEMENTS_JSON}, element ${index + 1}:`, key, message].filter(Boolean).join(' ');
		refuse(context, whole, ['elementsJson', index], advice);
	});
	if (elements) for (const flaw of rules.flawsOfAll(elements)) refuse(context, flaw, ['elementsJson']);
	return elements ?? [];
}

/** The list, or what is wrong with what was given. */
function listOf(given: unknown): unknown[] | string {
	let list = given;
	if (typeof given === 'string' && given.trim() !== '') {
		try {
			list = JSON.parse(given);
		} catch (error) {
			return `must be JSON, but it can't be read: ${error instanceof Error ? error.message : String(error)}`;
		}
	}
	if (!Array.isArray(list)) return 'must be a list of elements, as [{"type": "avatar", …}]';
	return list.length > 0 ? list : 'must hold at least one element, but it is empty';
}

/** All elements, or undefined when one of them is wrong. */
function readAll(entries: readonly unknown[], rules: Rules, report: Report): Element[] | undefined {
	const elements = entries.flatMap((entry, index): Element[] => {
		const parsed = element.safeParse(entry, { errorMap: shownValue });
		if (!parsed.success) {
			for (const issue of parsed.error.issues) report(index, reportOf(issue));
			return [];
		}
		const flaws = flawsOf(parsed.data, rules);
		for (const flaw of flaws) report(index, flaw);
		return flaws.length === 0 ? [parsed.data] : [];
	});
	return elements.length === entries.length ? elements : undefined;
}

function flawsOf(read: Element, rules: Rules): Flaw[] {
	const foreign = rules.foreign.filter((key) => read[key] !== undefined);
	const message = 'must be left out: the elements of this kind of video have no such key';
	if (rules.types.includes(read.type))
		return [...rules.flawsOf(read), ...foreign.map((key) => ({ key, message }))];
	return [{ key: 'type', message: `must be one of ${rules.types.join(', ')}, but "${read.type}" was given` }];
}

function reportOf(issue: z.ZodIssue): { key?: string; message: string; advice?: string } {
	const description: unknown = issue.code === 'custom' ? issue.params?.description : undefined;
	return {
		key: issue.path[0] === undefined ? undefined : String(issue.path[0]),
		message: issue.message,
		advice: typeof description === 'string' ? description : undefined,
	};
}
