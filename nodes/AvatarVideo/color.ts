import { optional, refuseValue, textSchema } from '../shared/operation';
import { changed } from '../shared/service/schema';

/** Returns `#rrggbb`, or `#rrggbbaa` for a transparent color (service.md: Readings). */
export function readColor(given: string): string | undefined {
	const digits = /^#?([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.exec(given.trim())?.[1]?.toLowerCase();
	if (digits === undefined) return undefined;
	const whole = digits.length < 6 ? digits.replace(/./g, '$&$&') : digits;
	return `#${whole.replace(/^(.{6})ff$/, '$1')}`;
}

export const optionalColor = optional(
	changed(
		textSchema,
		(given, context): string =>
			readColor(given) ?? refuseValue(context, 'a hexadecimal color such as #1a2b3c', given),
	),
);
