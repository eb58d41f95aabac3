import { z } from 'zod';

import { Refusal } from './refusal';

/** Checks a body or query strictly; what is wrong is code 1003 with a msg that names the parameter. */
export function check<T extends z.ZodTypeAny>(schema: T, input: unknown): z.output<T> {
	const parsed = schema.safeParse(input ?? {});
	if (parsed.success) return parsed.data;
	const issue = parsed.error.issues[0];
	const unknownKeys = issue?.code === 'unrecognized_keys' ? issue.keys : [];
	const path = [...(issue?.path ?? []), ...unknownKeys.slice(0, 1)]
		.map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`))
		.join('');
	const why = unknownKeys.length > 0 ? 'is not a parameter of this call' : (issue?.message ?? 'is wrong');
	throw new Refusal(1003, `Parameter error: ${path === '' ? 'the body' : path} ${lowerFirst(why)}`);
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

const isHttpUrl = (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text);

/** A text that is not empty. */
export const text = z
	.string({ required_error: 'is missing', invalid_type_error: 'must be a string' })
	.min(1, 'is empty');

export const httpUrl = text.refine(isHttpUrl, 'must be an http or https URL');

/** A callback address; left out or empty means none. */
export const webhookUrl = z.union([z.literal(''), httpUrl]).optional();

export const number = z.number({ required_error: 'is missing', invalid_type_error: 'must be a number' });

export const boolean = z.boolean({ required_error: 'is missing', invalid_type_error: 'must be a boolean' });

/** 0 or 1. */
export const flag = number.refine((value) => value === 0 || value === 1, 'must be 0 or 1');

/** One of some texts. */
export const oneOf = (...values: string[]) =>
	text.refine((value) => values.includes(value), `must be one of ${values.join(', ')}`);

/** A whole number in a query. */
export const queryNumber = z.string().regex(/^\d+$/, 'must be a whole number').transform(Number);

/** Page and size of the list calls (interface: Limits, Page defaults). */
export const paging = { page: queryNumber.default('1'), size: queryNumber.default('100') };

export function pageOf<T>(items: T[], { page, size }: { page: number; size: number }): T[] {
	return items.slice((Math.max(page, 1) - 1) * size, Math.max(page, 1) * size);
}

const point = '-?\\d+(?:\\.\\d+)?,-?\\d+(?:\\.\\d+)?';
const fourPoints = new RegExp(`^${point}(?::${point}){3}$`);

/** Face items (interface: Face item): opts are four `x,y` pairs joined by `:`. */
export const faceItems = z
	.array(
		z
			.object({
				path: httpUrl,
				opts: text.regex(fourPoints, 'must be four x,y pairs joined by ":"'),
			})
			.strict(),
		{ required_error: 'is missing', invalid_type_error: 'must be an array of faces' },
	)
	.min(1, 'is empty');
export type FaceItem = z.output<typeof faceItems>[number];

/** At most 8 faces (interface: Limits). */
export function checkFaceCount(...lists: FaceItem[][]): void {
	if (lists.some((list) => list.length > 8)) {
		throw new Refusal(1007, 'The number of people whose faces can be changed cannot exceed 8');
	}
}
