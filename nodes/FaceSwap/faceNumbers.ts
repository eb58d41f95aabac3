import { z } from 'zod/v3';
import { quoted, refuse } from '../shared/operation/issues';

/**
 * Numbers of faces as a list, or as a text with commas, spaces or lines between them; without repeats, in their order.
 * Undefined when there are none.
 */
export const faceNumbers = z.unknown().transform((given, context): number[] | undefined => {
	const parts = (Array.isArray(given) ? given : [given]).flatMap((part: unknown) =>
		typeof part === 'string' ? part.split(/[\s,;"'[\]]+/).filter((text) => text !== '') : [part],
	);
	const present = parts.filter((part) => part !== undefined && part !== null);
	if (present.length === 0) return undefined;
	const numbers = present.map((part) => (typeof part === 'string' ? Number(part) : part));
	const whole = numbers.filter(isFaceNumber);
	if (whole.length === numbers.length) return [...new Set(whole)];
	return refuse(
		context,
		`must be whole numbers from 1, with commas between them, but ${quoted(given)} was given`,
	);
});

function isFaceNumber(value: unknown): value is number {
	return typeof value === 'number' && Number.isInteger(value) && value >= 1;
}
