/**
 * Whether two codes certainly name the same language, in any spelling (`en`, `EN`, `en_us`, `en-US`), and with or
 * without the country that the bare code implies (`en` and `en-US`, but not `en-GB`). In doubt they differ: English
 * with another accent is a translation, too.
 */
export function isSameLanguage(one: string, other: string): boolean {
	return inFull(one) === inFull(other);
}

/** A code with the script and the country that Unicode's "likely subtags" add to it. */
function inFull(code: string): string {
	const tag = code.trim().replace(/_/g, '-').toLowerCase();
	try {
		const locale = new Intl.Locale(tag);
		// Unicode reads `pt` as Brazil's, lists of languages often as Portugal's, with pt-BR beside it.
		return locale.toString() === 'pt' ? 'pt' : locale.maximize().toString();
	} catch {
		return tag;
	}
}
