import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { KeyStoreTable } from '../../support/keyStore';
import { executionOn } from './execution';

/** What becomes of an access to the database: it fails, or is the last one of its process, before or after its work. */
export type Fate = 'works' | 'fails before' | 'fails after' | 'dies before' | 'dies after';

export const anyFates = fc.array(
	fc.oneof(
		{ weight: 12, arbitrary: fc.constant<Fate>('works') },
		fc.constantFrom<Fate>('fails before', 'fails after', 'dies before', 'dies after'),
	),
	{ maxLength: 14 },
);

export interface ProcessOptions {
	/** Of its accesses, one after another; those that come later work. */
	fates?: readonly Fate[];
	/** How many turns each takes, which makes the order of all. */
	pace?: number;
}

/**
 * A process of its own on the table, with a module's own memory; an access that is its last one never comes back.
 * @param require loads the module, in a registry of its own
 */
export function processOn<M>(table: KeyStoreTable, require: () => M, options: ProcessOptions = {}) {
	const { fates = [], pace = 0 } = options;
	const left = [...fates];
	const own = new KeyStoreTable();
	Object.assign(own, { rows: table.rows });
	let die: () => void = () => {};
	const death = new Promise<void>((resolve) => (die = resolve));
	let isDead = false;
	let fate: Fate = 'works';
	const never = async () => await new Promise<never>(() => {});
	own.onAccess = async (when) => {
		if (isDead) await never();
		if (when === 'before') {
			for (let turns = 0; turns < pace; turns++) await turn();
			fate = left.shift() ?? 'works';
		}
		if (fate === `fails ${when}`) throw new Error('database is locked');
		if (fate !== `dies ${when}`) return;
		isDead = true;
		die();
		await never();
	};
	const loaded: M[] = [];
	jest.isolateModules(() => loaded.push(require()));
	const [module] = loaded;
	if (module === undefined) throw new Error('There is no module.');
	return {
		module,
		table: own,
		context: executionOn(own).context,
		/** Waits until a task is over, has failed, or its process has died. */
		async run(task: () => Promise<unknown>): Promise<void> {
			await Promise.race([task().catch(() => undefined), death]);
		},
	};
}
