import { randomUUID } from 'crypto';
import type { IDeduplicationOutput, IExecuteFunctions } from 'n8n-workflow';
import { isSaved } from './reentry';

/*
 * n8n's deduplication store, as an idempotency store: one list of hashes per node, in n8n's database. n8n reads the
 * list, checks it, and writes it whole, without a lock; so a claim is checked again after a pause. Tried on the engine
 * of n8n 2.41.1 and on its server; read in 1.123 (n8n.md: Deduplication store).
 */

/** n8n forgets the oldest entries beyond these; a claim takes two. */
const OPTIONS = { mode: 'entries', maxEntries: 20_000 } as const;

/** Longer than n8n takes between reading the list and writing it. */
const PAUSE_MS = 300;
const MOST_VOTES = 10;

/** Why there is no such store here, as the end of a sentence; undefined where there is one. */
export function whyNoKeyStore(context: IExecuteFunctions): string | undefined {
	if (!('checkProcessedAndRecord' in context.helpers)) return 'this n8n has no store that remembers keys';
	return isSaved(context.getWorkflow().id)
		? undefined
		: 'n8n remembers no keys for a workflow that was not saved';
}

/** A mutex of this process: two accesses at once would undo each other. */
let last: Promise<unknown> = Promise.resolve();

async function inTurn<T>(access: () => Promise<T>): Promise<T> {
	const mine = last.then(access);
	last = mine.catch(() => undefined);
	return await mine;
}

/**
 * Opens the store of a node: which keys are taken, in the database that all processes of an n8n share.
 * @param pause waits for a number of milliseconds; what it throws ends the claim
 */
export function openKeyStore(
	{ helpers }: Pick<IExecuteFunctions, 'helpers'>,
	pause: (ms: number) => Promise<void>,
) {
	const record = async (entries: string[]): Promise<IDeduplicationOutput['processed']> => {
		const check = async () => await helpers.checkProcessedAndRecord(entries, 'node', OPTIONS);
		// When two processes make the first entry at once, the database refuses one, which then finds the list.
		const { processed } = await inTurn(async () => await check().catch(check));
		return processed;
	};
	/** Gives back what was claimed. */
	const giveBack = async (key: string) =>
		await inTurn(async () => await helpers.removeProcessed([key], 'node', OPTIONS));
	return {
		giveBack,
		/** Notes a key, and tells whether it was new: for one that no two processes note at the same moment. */
		note: async (key: string) => !(await record([key])).includes(key),
		/**
		 * Claims a key, and tells whether it was free.
		 * @throws n8n's error when its store can't be used, or what `pause` throws; the caller then does not hold the key
		 */
		async claim(key: string) {
			for (let votes = 0; votes < MOST_VOTES; votes++) {
				const vote = `${key} ${randomUUID()}`;
				// When several processes write their lists at once, the last one's vote stands. The others check again.
				const stands = async () => (await record([vote])).includes(vote);
				if ((await record([key, vote])).includes(key)) return false;
				await pause(PAUSE_MS).catch(async (stop: unknown) => {
					// Only a key that is certainly ours is given back: it may be another's.
					if (await stands()) await giveBack(key);
					throw stop;
				});
				if (await stands()) return true;
			}
			throw new Error('too many processes write to it at once');
		},
	};
}
