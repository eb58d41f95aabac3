import { z } from '../../zod';
import type { Schema } from '../../service/schema';
import { isNothing, quoted } from '../../service/values';

export { quoted } from '../../service/values';

export const EMPTY = 'is empty';

export const refuse = (
	context: z.RefinementCtx,
	message: string,
	path: Array<string | number> = [],
	description?: string,
) => {
	context.addIssue({ code: z.ZodIssueCode.custom, path, message, params: { description } });
	return z.NEVER;
};

export const refuseValue = (
	context: z.RefinementCtx,
	wanted: string,
	given: unknown,
	path?: Array<string | number>,
	description?: string,
) =>
	isNothing(given)
		? refuse(context, EMPTY, path, description ?? `Give ${wanted}`)
		: refuse(context, `must be ${wanted}, but ${quoted(given)} was given`, path, description);

/** The value of a field that is empty only by mistake. */
export const needed = <T>(context: z.RefinementCtx, name: string, given: T | undefined, advice: string): T =>
	given ?? refuse(context, EMPTY, [name], advice);

/** Reads a value that counts only now. Its issues go to their place on the screen. */
export function readAt<T>(
	schema: Schema<T>,
	given: unknown,
	context: z.RefinementCtx,
	placeOf: (path: z.ZodIssue['path']) => z.ZodIssue['path'],
): T | undefined {
	const { data, error } = schema.safeParse(given, { errorMap });
	for (const issue of error?.issues ?? []) context.addIssue({ ...issue, path: placeOf(issue.path) });
	return data;
}

export const errorMap: z.ZodErrorMap = (issue, context) => {
	if (issue.code === z.ZodIssueCode.custom) return { message: issue.message ?? context.defaultError };
	if (isNothing(context.data)) return { message: EMPTY };
	return { message: `must be ${expected(issue)}, but ${quoted(context.data)} was given` };
};

function expected(issue: z.ZodIssueOptionalMessage): string {
	const { code } = issue;
	if (code === 'invalid_type') return TYPE_WORDS[issue.expected] ?? `a ${issue.expected}`;
	if (code === 'not_finite') return 'a number';
	if (code === 'too_small') return `${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}`;
	if (code === 'too_big') return `${issue.inclusive ? 'at most' : 'less than'} ${issue.maximum}`;
	return 'of another form';
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
	string: 'a text',
	integer: 'a whole number',
	boolean: 'true or false',
	array: 'a list',
	object: 'an object',
};

interface Named {
	name: string;
	displayName?: string;
	values?: readonly Named[];
	options?: readonly Named[];
	/** Of a locator, for whose value the screen has no word. */
	modes?: readonly Named[];
}

export const LISTS = { waitOptions: 'Waiting', limits: 'Limits', options: 'Options' } as const;

export function labelOf(fields: readonly Named[], path: ReadonlyArray<string | number>): string {
	const words: string[] = [];
	let level = fields;
	for (const step of path) {
		const { displayName, modes, values, options = [] } = level.find(({ name }) => name === step) ?? {};
		const isInJson = words.length > 0 && level.length === 0;
		if (typeof step === 'number') words.push(`${words.pop() ?? 'Entry'} ${step + 1}`);
		else if (displayName !== undefined || isInJson) {
			words.push(displayName ?? step);
			level = modes ?? values ?? options;
		}
	}
	// The heading of a collection says less than the parameter in it.
	return words.slice(words.length > 1 && path[0] !== undefined && path[0] in LISTS ? 1 : 0).join(' › ');
}
