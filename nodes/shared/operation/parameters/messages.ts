import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod/v3';
import { withoutSecrets } from '../../service/urls';
import { excerptOf } from '../../service/values';

const LONGEST_SHOWN = 80;

/** Whether a value is missing: not filled in, or an expression that found nothing. */
function isNothing(value: unknown): boolean {
	if (typeof value === 'string') return value.trim() === '';
	return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

/** A value as a message quotes it: short, on one line. */
export function quoted(value: unknown): string {
	if (isNothing(value)) return 'nothing';
	const shown = (inner: unknown) => (typeof inner === 'string' ? withoutSecrets(inner) : inner);
	const text =
		typeof value === 'string'
			? `"${withoutSecrets(value)}"`
			: typeof value === 'number'
				? String(value)
				: JSON.stringify(value, (_, inner: unknown) => shown(inner));
	return excerptOf(text, LONGEST_SHOWN);
}

/**
 * Refuses a parameter, from within a schema.
 * @param message a phrase that follows its name: "must be …, but … was given"
 * @param path the parameter, below the one that the schema is for
 * @returns what a transform has to return then
 */
export const refuse = (
	context: z.RefinementCtx,
	message: string,
	path: Array<string | number> = [],
	description?: string,
) => {
	context.addIssue({ code: z.ZodIssueCode.custom, path, message, params: { description } });
	return z.NEVER;
};

/**
 * Words for what a schema found, in the form of every message about a parameter: "must be …, but … was given".
 * A schema's own message is used as it is.
 */
export const errorMap: z.ZodErrorMap = (issue, context) => {
	if (issue.code === z.ZodIssueCode.custom) return { message: issue.message ?? context.defaultError };
	const isEmpty = isNothing(context.data) && isTextOrList(issue);
	const wanted = isEmpty ? 'filled in' : expected(issue);
	return { message: `must be ${wanted}, but ${quoted(context.data)} was given` };
};

function isTextOrList(issue: z.ZodIssueOptionalMessage): boolean {
	const kind =
		issue.code === z.ZodIssueCode.invalid_type
			? issue.expected
			: issue.code === z.ZodIssueCode.too_small && issue.type;
	return kind === 'string' || kind === 'array';
}

function expected(issue: z.ZodIssueOptionalMessage): string {
	switch (issue.code) {
		case z.ZodIssueCode.invalid_type:
			// A choice names its values as 'one' | 'two'.
			if (issue.expected.startsWith("'")) {
				return `one of ${issue.expected.replace(/^'|'$/g, '').split("' | '").join(', ')}`;
			}
			return TYPE_WORDS[issue.expected] ?? `a ${issue.expected}`;
		case z.ZodIssueCode.not_finite:
			return 'a number';
		case z.ZodIssueCode.invalid_enum_value:
			return `one of ${issue.options.join(', ')}`;
		case z.ZodIssueCode.too_small:
			return issue.inclusive ? `at least ${issue.minimum}` : `more than ${issue.minimum}`;
		case z.ZodIssueCode.too_big:
			return issue.inclusive ? `at most ${issue.maximum}` : `less than ${issue.maximum}`;
		default:
			return 'of another form';
	}
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
	string: 'a text',
	number: 'a number',
	integer: 'a whole number',
	boolean: 'true or false',
	array: 'a list',
	object: 'an object',
};

/** The screen name of the parameter that a path leads to, through collections and their entries. */
export function labelOf(fields: readonly INodeProperties[], path: ReadonlyArray<string | number>): string {
	const words: string[] = [];
	let level: readonly unknown[] = fields;
	for (const step of path) {
		if (typeof step === 'number') {
			words.push(`${words.pop() ?? 'Entry'} ${step + 1}`);
			continue;
		}
		const found = level.find((entry) => isNamed(entry) && entry.name === step);
		if (!isNamed(found)) break;
		words.push(found.displayName);
		level = found.values ?? found.options ?? [];
	}
	// The heading of a collection says less than the parameter in it.
	return words.length > 1 && (path[0] === 'options' || path[0] === 'waitOptions')
		? words.slice(1).join(' › ')
		: words.join(' › ');
}

interface Named {
	name: string;
	displayName: string;
	values?: readonly unknown[];
	options?: readonly unknown[];
}

function isNamed(entry: unknown): entry is Named {
	return typeof entry === 'object' && entry !== null && 'name' in entry && 'displayName' in entry;
}
