import { wrongField } from '../service/failure';
import { quoted } from '../service/values';
import { known, languagesOf, voicesOf, type Asking, type List, type Named } from './catalog';
import { findNamed } from './search';

interface Checked {
	list: List<Named>;
	what: string;
	advice: string;
	/** The entry that a person means who gives neither its ID nor its name. */
	meant?: (all: readonly Named[], given: string) => Named | undefined;
}

/** Deutsch, `ger` and `de-DE` mean `de`. */
function languageMeant(all: readonly Named[], given: string): Named | undefined {
	const typed = given.trim().toLowerCase();
	return all.find(({ id }) => {
		try {
			const ownName = new Intl.DisplayNames([id], { type: 'language' }).of(id) ?? '';
			return ownName.toLowerCase() === typed || new Intl.Locale(typed).language === id.toLowerCase();
		} catch {
			// One of the two is no code of a language.
			return false;
		}
	});
}

export const LANGUAGES: Checked = {
	...{ list: languagesOf, what: 'languages', meant: languageMeant },
	advice: 'Choose a language from the list, or give a name or a lang_code of Language › Get Many',
};
export const VOICES: Checked = {
	...{ list: voicesOf, what: 'voices' },
	advice: 'Choose a voice from the list, or give a name or a voice_id of Voice › Get Many',
};

/** The entry with this ID or name. If the list can't be read, the service decides. @throws Failure if none has it */
export async function entryIn(
	{ list, what, advice, meant }: Checked,
	label: string,
	given: string,
	asking: Asking,
	others: readonly Named[] = [],
): Promise<Named> {
	const { all } = await known(list, asking);
	const found = findNamed([...others, ...all], given, ({ id }) => id);
	if (found || all.length === 0) return found ?? { id: given };
	const suggestion = meant?.(all, given)?.id;
	const message = `${label}: ${quoted(given)} is not in the list of ${what}`;
	throw wrongField(label, message, suggestion === undefined ? advice : undefined, { suggestion });
}
