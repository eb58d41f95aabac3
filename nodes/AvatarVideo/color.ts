import { optional, textSchema } from '../shared/operation/parameters/schemas';
import { refuseValue } from '../shared/operation/parameters/messages';
import { changed } from '../shared/service/schema';

/**
 * A hexadecimal color as the service writes it, `#rrggbb`; undefined for any other text. A transparent color stays
 * `#rrggbbaa`, for the service to take or refuse (service.md: Readings). An opaque color loses the last two digits.
 */
export function readColor(given: string): string | undefined {
	const digits = /^#?([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.exec(given.trim())?.[1]?.toLowerCase();
	if (digits === undefined) return undefined;
	const whole = digits.length < 6 ? digits.replace(/./g, '$&$&') : digits;
	return `#${whole.replace(/^(.{6})ff$/, '$1')}`;
}

/** A color parameter (service.md: Avatar videos): undefined when absent or empty. */
export const optionalColor = optional(
	changed(
		textSchema,
		(given, context): string =>
			readColor(given) ?? refuseValue(context, 'a hexadecimal color such as #1a2b3c', given),
	),
);
