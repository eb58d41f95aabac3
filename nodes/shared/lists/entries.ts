import { wrongField } from '../service/failure';
import { quoted } from '../service/values';
import { known, languagesOf, voicesOf, type Asking, type List, type Named } from './catalog';
import { findNamed } from './search';

interface Checked {
	list: List<Named>;
	what: string;
	advice: string;
}

export const LANGUAGES: Checked = {
	...{ list: languagesOf, what: 'languages' },
	advice: 'Choose a language from the list, or give a name or a lang_code of Language › Get Many',
};
export const VOICES: Checked = {
	...{ list: voicesOf, what: 'voices' },
	advice: 'Choose a voice from the list, or give a name or a voice_id of Voice › Get Many',
};

/** The entry with this ID or name. If the list can't be read, the service decides. @throws Failure if none has it */
export async function entryIn(
	{ list, what, advice }: Checked,
	label: string,
	given: string,
	asking: Asking,
	others: readonly Named[] = [],
): Promise<Named> {
	const { all } = await known(list, asking);
	const found = findNamed([...others, ...all], given, ({ id }) => id);
	if (found || all.length === 0) return found ?? { id: given };
	throw wrongField(label, `${label}: ${quoted(given)} is not in the list of ${what}`, advice);
}
