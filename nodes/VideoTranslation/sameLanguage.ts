/**
 * Whether two codes surely name the same language: in any way of writing them (`en`, `EN`, `en_us`, `en-US`), and with or
 * without the country that the code alone stands for (`en` and `en-US`, but not `en-GB`). Where it is not sure they are
 * two: English with another accent is a translation, too.
 */
export function isSameLanguage(one: string, other: string): boolean {
	return inFull(one) === inFull(other);
}

/** A code with the script and the country that Unicode's "likely subtags" add to it. */
function inFull(code: string): string {
	const tag = code.trim().replace(/_/g, '-').toLowerCase();
	try {
		const locale = new Intl.Locale(tag);
		// Unicode takes it for Brazil's, lists of languages often for Portugal's, with pt-BR beside it.
		return locale.toString() === 'pt' ? 'pt' : locale.maximize().toString();
	} catch {
		return tag;
	}
}
