import { presentValue, textSchema } from '../shared/operation/parameters/schemas';
import { quoted, refuse } from '../shared/operation/parameters/messages';
import { changed, prepared } from '../shared/service/schema';

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

/** A colour parameter (service.md: Avatar videos). */
const colour = changed(textSchema, (given, context): string => {
	const found = readColour(given);
	if (found !== undefined) return found;
	return refuse(context, `must be a hexadecimal colour such as #1a2b3c, but ${quoted(given)} was given`);
});

/** The same, optional: undefined when absent or empty. */
export const optionalColour = prepared(presentValue, colour.optional());
