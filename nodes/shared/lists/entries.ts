import { asError, Failure, wrongField } from '../service/failure';
import { listOf } from '../service/records';
import { quoted } from '../service/values';
import { readList, type Asking, type List } from './pages';
import { findNamed, plain, type Entry } from './search';

/** The whole list, once per run. `fault` says why it is missing, and empty. @throws Failure when nothing more can be created */
export async function known<R>(list: List<R>, { once, transport }: Asking) {
	return await once(`list ${list.noun}`, async () => {
		const { rank = () => 0 } = list;
		try {
			const all = listOf(list.record).parse((await readList(list, transport)).records);
			all.sort((a, b) => rank(a) - rank(b));
			return { all, entries: all.flatMap((record) => list.entryOf(record) ?? []), fault: undefined };
		} catch (error) {
			if (!(error instanceof Failure) || error.scope === 'run') throw asError(error);
			return { all: [], entries: [], fault: error };
		}
	});
}

/** The entry with this ID or name. If the list can't be read, the service decides. @throws Failure if none has it */
export async function entryIn<R>(
	list: List<R>,
	label: string,
	given: string,
	asking: Asking,
	others: readonly Entry[] = [],
): Promise<Entry> {
	const { entries } = await known(list, asking);
	const found = findNamed([...others, ...entries], given, ({ id }) => id);
	if (found || entries.length === 0) return found ?? { id: given };
	const suggestion = list.meant?.(entries, given)?.id;
	const things = list.noun.toLowerCase();
	const advice = `Choose a ${things} from the list, or give a name or a ${list.key} of ${list.noun} › Get Many`;
	const isShared = entries.some(({ name }) => plain(name) === plain(given));
	const why = isShared ? `is the name of several ${things}s` : `is not in the list of ${things}s`;
	const message = `${label}: ${quoted(given)} ${why}`;
	throw wrongField(label, message, suggestion === undefined ? advice : undefined, { suggestion });
}
