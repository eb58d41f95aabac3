import fc from 'fast-check';
import type { Claim } from '../../../nodes/shared/keys/fingerprint';
import type * as store from '../../../nodes/shared/keys/store';
import { KeyStoreTable } from '../../support/keyStore';
import { heldIn } from './held';
import { anyFates, processOn, type ProcessOptions } from './process';

/*
 * Processes that use keys at the same moment, in any order of their accesses to the database, of which each may fail,
 * before or after it did its work, or be the last one of its process.
 */

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async () => await Promise.resolve(),
}));

const KEYS = ['1a'.repeat(10), '2b'.repeat(10)];
const FIELDS = { prompt: '0a1b', size: '2c3d' };
const claimOf = (key: string): Claim => ({ by: 'key', key, fields: FIELDS });

interface Process extends ProcessOptions {
	key: string;
	/** What the service does with the create of this process. */
	create: 'taken' | 'refused' | 'unknown';
}

const processes = fc.array(
	fc.record<Process>({
		key: fc.constantFrom(...KEYS),
		create: fc.constantFrom('taken', 'taken', 'refused', 'unknown'),
		fates: anyFates,
		pace: fc.nat(5),
	}),
	{ minLength: 1, maxLength: 6 },
);

/** A key store in a process of its own. */
function storeOn(table: KeyStoreTable, options: ProcessOptions = {}) {
	const load = () => jest.requireActual<typeof store>('../../../nodes/shared/keys/store');
	const { module, context, run } = processOn(table, load, options);
	return { ...module.sharedStore(context), run };
}

test('no key is made twice, no ID is wrong, and what was stored is found by all afterwards', async () => {
	await fc.assert(
		fc.asyncProperty(processes, async (all) => {
			const table = new KeyStoreTable();
			const made = new Map<string, string[]>(KEYS.map((key) => [key, []]));
			const inDoubt = new Set<string>();
			const kept = new Set<string>();
			const read: Array<{ key: string; known: object }> = [];
			let count = 0;
			await Promise.all(
				all.map(async ({ key, create, ...ways }) => {
					const { take, run } = storeOn(table, ways);
					const useKey = async () => {
						const taken = await take(claimOf(key));
						if (taken === undefined) return;
						if (!('settle' in taken)) {
							read.push({ key, known: taken });
							return;
						}
						if (create === 'refused') {
							await taken.settle('free');
							return;
						}
						const id = String(++count).padStart(24, 'a');
						made.get(key)?.push(id);
						if (create === 'unknown') {
							inDoubt.add(key);
							await taken.settle({ doubt: 'the connection broke off' });
							return;
						}
						await taken.settle({ job: { id, at: 7 } });
						kept.add(key);
					};
					await run(useKey);
				}),
			);
			for (const { key, known } of read) {
				const [id] = made.get(key) ?? [];
				if ('job' in known) expect(known).toMatchObject({ job: { id }, others: [] });
				else expect(known).toEqual({ doubt: expect.stringContaining('unknown whether') });
			}
			const later = storeOn(table);
			for (const key of KEYS) {
				const ids = made.get(key) ?? [];
				expect(ids.length).toBeLessThanOrEqual(1);
				const known = await later.find(claimOf(key));
				if (known && known !== 'free' && 'job' in known) {
					expect({ id: known.job.id, others: known.others }).toEqual({ id: ids[0], others: [] });
					expect(inDoubt.has(key)).toBe(false);
				} else expect(kept.has(key)).toBe(false);
				if (ids.length > 0) expect(known).not.toBe('free');
				if (known === 'free') continue;
				// A minute later nobody waits for what is not known.
				table.change(new RegExp(`n:${key}$`), (claimed) => claimed - 61_000 * 1_024);
				expect(await later.find(claimOf(key))).toMatchObject(
					known === undefined
						? { doubt: expect.stringContaining('did not end') }
						: 'job' in known
							? { job: { id: ids[0] } }
							: known,
				);
			}
		}),
		{ numRuns: 200 },
	);
});

test('a removal that seemed to fail, and is done again, leaves the claim of another create alone', async () => {
	const [key = ''] = KEYS;
	const table = new KeyStoreTable();
	// The refused create: it looks, claims and reads its claim, and its removal works, though n8n says that it did not.
	const first = storeOn(table, { fates: ['works', 'works', 'works', 'fails after'], pace: 0 });
	const held = heldIn(await first.take(claimOf(key)));
	const settled = held.settle('free');
	const second = storeOn(table);
	for (;;) {
		const taken = await second.take(claimOf(key));
		if (taken === undefined) await new Promise((go) => setTimeout(go, 5));
		else {
			await heldIn(taken).settle({ job: { id: 'a'.repeat(24), at: 7 } });
			break;
		}
	}
	await settled;
	expect(await storeOn(table).find(claimOf(key))).toMatchObject({ job: { id: 'a'.repeat(24) } });
});

test('a look-up that fails, or is the last thing its process does, changes nothing', async () => {
	await fc.assert(
		fc.asyncProperty(anyFates, fc.constantFrom('job', 'doubt', 'none'), async (script, end) => {
			const [key = ''] = KEYS;
			const table = new KeyStoreTable();
			const held = heldIn(await storeOn(table).take(claimOf(key)));
			if (end === 'job') await held.settle({ job: { id: 'b'.repeat(24), at: 7 } });
			if (end === 'doubt') await held.settle({ doubt: '' });
			const before = new Map(table.rows);
			const { find, run } = storeOn(table, { fates: script });
			for (const each of [key, 'ff'.repeat(10)]) await run(async () => await find(claimOf(each)));
			expect(table.rows).toEqual(before);
		}),
		{ numRuns: 100 },
	);
});
