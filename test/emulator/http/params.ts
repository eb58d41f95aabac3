import { z } from 'zod/v3';

import { Refusal } from './refusal';

/** The treatment of unknown parameters: their names are logged, and they are refused or left out. */
export interface Strangers {
	noted: string[];
	areTaken: boolean;
}

/** Checks a body or query strictly. Throws code 1003 with a msg that names the parameter. */
export function check<T extends z.ZodTypeAny>(schema: T, input: unknown, strangers: Strangers): z.output<T> {
	const parsed = schema.safeParse(input ?? {});
	if (parsed.success) return parsed.data;
	const { issues } = parsed.error;
	const paths = issues.flatMap((issue) =>
		issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [],
	);
	strangers.noted.push(...paths.map(nameOf));
	const [stranger] = paths;
	const wrong = issues.find(({ code }) => code !== 'unrecognized_keys');
	if (!wrong && strangers.areTaken) return schema.parse(paths.reduce(without, input));
	if (!wrong && stranger) refuse(stranger, 'is not a parameter of this call');
	return refuse(wrong?.path ?? [], wrong?.message ?? 'is wrong');
}

type Path = Array<string | number>;

function refuse(path: Path, why: string): never {
	const name = nameOf(path) || 'the body';
	throw new Refusal(1003, `Parameter error: ${name} ${why.charAt(0).toLowerCase()}${why.slice(1)}`);
}

const nameOf = (path: Path) =>
	path
		.map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`))
		.join('');

/** A copy of a value without the part at a path. */
function without(value: unknown, [first, ...rest]: Path): unknown {
	if (Array.isArray(value)) return value.map((each, index) => (index === first ? without(each, rest) : each));
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value).filter(([key]) => rest.length > 0 || key !== first);
	return Object.fromEntries(entries.map(([key, each]) => [key, key === first ? without(each, rest) : each]));
}

export const isHttpUrl = (text: string) =>
	/^https?:\/\/(?:[^\s<>"\\^`{|}%]|%[\da-f]{2})+$/i.test(text) && URL.canParse(text);

/** Not blank, without half characters. */
export const text = z.string().regex(/^(?!\s*$)[^\0\p{Cs}]+$/u, 'is empty');

export const httpUrl = text.refine(isHttpUrl, 'must be an http or https URL');

/** A callback address. Absent or empty means no callbacks. */
export const webhookUrl = z.union([z.literal(''), httpUrl]).optional();

export const number = z.number().finite();

export const flag = number.refine((value) => value === 0 || value === 1, 'must be 0 or 1');

export const isColour = (value = '') => /^#(?:[\da-f]{6}|[\da-f]{8})$/i.test(value);

export const idList = text.transform((ids) => ids.split(','));

/** The origin of an avatar: official, or uploaded by the user. */
export const avatarFrom = number.refine((from) => from === 2 || from === 3, 'must be 2 or 3');

export const oneOf = (...values: string[]) =>
	text.refine((value) => values.includes(value), `must be one of ${values.join(', ')}`);

export const queryNumber = z.string().regex(/^\d+$/, 'must be a whole number').transform(Number);

/** Page and size of the list calls (service.md: Limits). */
export const paging = { page: queryNumber.default('1'), size: queryNumber.default('100') };

/** A page of a list, without and with the total count. */
export function pageOf<T>(
	items: T[],
	{ page, size }: { page: number; size: number },
): { list: T[]; counted: object } {
	const number = Math.max(page, 1);
	const list = items.slice((number - 1) * size, number * size);
	return { list, counted: { count: items.length, result: list } };
}

/** Points are whole numbers (service.md: Face detection). */
const point = '-?\\d+,-?\\d+';
const fourPoints = new RegExp(`^${point}(?::${point}){3}$`);

/** Face items (service.md: Faces): opts are four `x,y` pairs joined by `:`. */
export const faceItems = z
	.array(
		z
			.object({
				path: httpUrl,
				opts: text.regex(fourPoints, 'must be four x,y pairs of whole numbers joined by ":"'),
			})
			.strict(),
	)
	.min(1, 'is empty');
export type FaceItem = z.output<typeof faceItems>[number];
