import type * as journals from '../../../nodes/shared/keys/journal';
import type { KeyStoreTable } from '../../support/keyStore';
import { processOn, type ProcessOptions } from './process';

export const NAME = '0a1b2c3d4e5f6';
export const OTHER = '1f2e3d4c5b6a7';
export const DAY_MS = 24 * 3_600_000;
/** What all IDs of one process of the service share. */
export const MAKER = 'afebede10d';

/** An ID as the service makes them: its time, by default now, the process, and a counter. */
export function usualId(counter: number, { maker = MAKER, afterS = 0 } = {}): string {
	const seconds = Math.floor(Date.now() / 1_000) + afterS;
	return `${seconds.toString(16)}${maker}${counter.toString(16).padStart(6, '0')}`;
}

/** A journal in a process of its own. */
export function journalOn(table: KeyStoreTable, options: ProcessOptions & { name?: string } = {}) {
	const load = () => jest.requireActual<typeof journals>('../../../nodes/shared/keys/journal');
	const { module, context, run, table: database } = processOn(table, load, options);
	const { name = NAME } = options;
	const open = (other: string) => ({
		...module.openJournal(context, { name: other, lastRow: 0 }),
		read: async () => await module.readJournal(context, other),
	});
	return {
		...open(name),
		run,
		/** Its own connection. */
		database,
		openOther: open,
		removeOld: async (now: number) => await module.removeOldJournals(context, now),
	};
}
