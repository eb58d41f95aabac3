import { languageList } from '../shared/service/records';
import { quoted, type Tools } from '../shared/operation';
import { readLanguages } from '../shared/lists/wholeLists';
import { asError, Failure } from '../shared/service/failure';

export type Language = ReturnType<typeof languageList.parse>[number];

/** If the list can't be read, it is empty. @throws Failure when nothing more can be created */
export async function knownLanguages({ once, transport }: Tools): Promise<readonly Language[]> {
	return await once('languages of a translation', async () => {
		try {
			return languageList.parse(await readLanguages(transport));
		} catch (error) {
			if (!(error instanceof Failure) || error.scope === 'run') throw asError(error);
			return [];
		}
	});
}

/** Takes a name, too. @throws Failure such as "Translate Into: Germn is not in the list; German is de" */
export function codeOf(label: string, given: string, languages: readonly Language[]): string {
	if (languages.length === 0) return given;
	const code = inOneCase(given);
	const found =
		languages.find((each) => inOneCase(each.lang_code) === code) ??
		languages.find(({ lang_code, lang_name }) =>
			[inOneCase(lang_name ?? ''), ownName(lang_code)].includes(code),
		);
	if (found) return found.lang_code;
	const close = closest(given, languages);
	const { lang_code: closeCode, lang_name: name = closeCode } = close ?? {};
	const told = quoted(given).replaceAll('"', '');
	throw new Failure(
		close
			? `${label}: ${told} is not in the list; ${name} is ${closeCode}`
			: `${label}: ${told} is not in the list`,
		{
			submitted: 'no',
			description: 'Choose a language from the list, or give a name or a lang_code of Language › Get Many.',
		},
	);
}

const inOneCase = (text: string) => text.trim().replaceAll('_', '-').toLowerCase();

export function closest(given: string, languages: readonly Language[]): Language | undefined {
	const typed = inOneCase(given);
	const named = ({ lang_code: code, lang_name: name = code }: Language) => inOneCase(name);
	const tests: Array<(language: Language) => boolean> = [
		(each) => inFull(each.lang_code) === inFull(typed),
		(each) => named(each).startsWith(typed) || typed.startsWith(named(each)),
		(each) => inOneCase(each.lang_code) === typed.split('-')[0],
		(each) => typed.length > 3 && named(each).startsWith(typed.slice(0, 3)),
	];
	return tests.map((test) => languages.find(test)).find((found) => found !== undefined);
}

function ownName(code: string): string | undefined {
	try {
		const tag = inOneCase(code);
		return new Intl.DisplayNames([tag], { type: 'language', fallback: 'none' }).of(tag)?.toLowerCase();
	} catch {
		return undefined;
	}
}

/** `en`, `EN` and `en_us` are the same code. In doubt two codes differ, because an accent is a translation, too. */
export function inFull(code: string): string {
	const tag = code.trim().replaceAll('_', '-').toLowerCase();
	try {
		const locale = new Intl.Locale(tag);
		return locale.toString() === 'pt' ? 'pt' : locale.maximize().toString();
	} catch {
		return tag;
	}
}
