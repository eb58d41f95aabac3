import { optional, textSchema } from '../shared/operation/parameters/schemas';
import { refuseValue } from '../shared/operation/parameters/messages';
import { changed } from '../shared/service/schema';

/**
 * A hexadecimal colour as the service writes it, `#rrggbb`; undefined for any other text. One that can be seen through
 * is `#rrggbbaa`, for the service to take or refuse (service.md: Readings); where it can't, the last two digits go.
 */
export function readColour(given: string): string | undefined {
	const digits = /^#?([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.exec(given.trim())?.[1]?.toLowerCase();
	if (digits === undefined) return undefined;
	const whole = digits.length < 6 ? digits.replace(/./g, '$&$&') : digits;
	return `#${whole.replace(/^(.{6})ff$/, '$1')}`;
}

/** A colour parameter (service.md: Avatar videos): undefined when absent or empty. */
export const optionalColour = optional(
	changed(
		textSchema,
		(given, context): string =>
			readColour(given) ?? refuseValue(context, 'a hexadecimal colour such as #1a2b3c', given),
	),
);
