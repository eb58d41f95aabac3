import type { Alterations } from '../../emulator';
import type { Call } from './call';
import { openMessage } from './stage';

/** What a defect does to a field. */
export const defects = ['left out', 'other name', 'other type'] as const;
export type Defect = (typeof defects)[number];

/** The names of a field and of those around it; `[]` stands for each element of a list. */
export type Path = string[];

/** Every field of a request, from the outside in. */
export function fieldsOf(value: unknown): Path[] {
	const found = new Map<string, Path>();
	const walk = (inner: unknown, path: Path): void => {
		if (Array.isArray(inner)) return inner.forEach((each) => walk(each, [...path, '[]']));
		if (!isRecord(inner)) return;
		for (const [key, each] of Object.entries(inner)) {
			found.set([...path, key].join('.'), [...path, key]);
			walk(each, [...path, key]);
		}
	};
	walk(value, []);
	return [...found.values()];
}

/** A copy of a request with a defect in one field, wherever it is in a list. */
export function withDefect(value: unknown, path: Path, defect: Defect, isQuery = false): unknown {
	const [first = '', ...rest] = path;
	if (first === '[]' && Array.isArray(value)) {
		return value.map((each) => withDefect(each, rest, defect, isQuery));
	}
	if (!isRecord(value) || !(first in value)) return value;
	const entries = Object.entries(value).flatMap(([key, each]): Array<[string, unknown]> => {
		if (key !== first) return [[key, each]];
		if (rest.length > 0) return [[key, withDefect(each, rest, defect, isQuery)]];
		if (defect === 'left out') return [];
		if (defect === 'other name') return [[`${key}Other`, each]];
		return [[key, isQuery ? `${String(each)}x` : otherType(each)]];
	});
	return Object.fromEntries(entries);
}

function otherType(value: unknown): unknown {
	if (typeof value === 'string') return 7;
	return typeof value === 'object' ? 'text' : String(value);
}

/** What puts a defect into the requests of a call, and into no others. */
export function alterationOf({ path, part }: Call, field: Path, defect: Defect): Alterations {
	if (part === 'message') {
		return {
			message(text) {
				const message = withDefect(openMessage(text), field, defect);
				// Only a payload of another type travels as it is.
				const isWhole = isRecord(message) && isRecord(message.payload);
				return JSON.stringify(isWhole ? { ...message, payload: JSON.stringify(message.payload) } : message);
			},
		};
	}
	return {
		request(request) {
			if (!request.path.endsWith(path)) return;
			const altered = withDefect(request[part], field, defect, part !== 'body');
			if (part === 'body') request.body = altered;
			else
				request[part] = Object.fromEntries(
					Object.entries(altered ?? {}).map(([key, each]) => [key, String(each)]),
				);
		},
	};
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
