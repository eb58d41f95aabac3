import { wrongField } from '../service/failure';
import { quoted } from '../service/values';
import { known, languagesOf, voicesOf, type Asking, type List, type Named } from './catalog';
import { findNamed } from './search';

/** By another code, or its name in its own language: `ger`, `de-DE` and `Deutsch` are `de`. */
function likely(languages: readonly Named[], typed: string): string | undefined {
	const ownName = (id: string) => new Intl.DisplayNames([id], { type: 'language' }).of(id)?.toLowerCase();
	const code = /^[a-z]{2,3}(?=$|[-_])/i.exec(typed)?.[0] ?? 'und';
	try {
		const [base] = Intl.getCanonicalLocales(code);
		return languages.find(({ id }) => id === base || ownName(id) === typed.toLowerCase())?.id;
	} catch {
		return undefined;
	}
}

interface Checked {
	list: List<Named>;
	what: string;
	advice: string;
	likely?: typeof likely;
}

export const LANGUAGES: Checked = {
	...{ list: languagesOf, what: 'languages', likely },
	advice: 'Choose a language from the list, or give a name or a lang_code of Language › Get Many',
};
export const VOICES: Checked = {
	...{ list: voicesOf, what: 'voices' },
	advice: 'Choose a voice from the list, or give a name or a voice_id of Voice › Get Many',
};

/** The entry with this ID or name. If the list can't be read, the service decides. @throws Failure if none has it */
export async function entryIn(
	{ list, what, advice, likely: guess }: Checked,
	label: string,
	given: string,
	asking: Asking,
	others: readonly Named[] = [],
): Promise<Named> {
	const { all } = await known(list, asking);
	const found = findNamed([...others, ...all], given, ({ id }) => id);
	if (found || all.length === 0) return found ?? { id: given };
	const suggestion = guess?.(all, given);
	const message = `${label}: ${quoted(given)} is not in the list of ${what}`;
	throw wrongField(label, message, suggestion === undefined ? advice : undefined, { suggestion });
}
