import type { IExecuteFunctions } from 'n8n-workflow';
import { openKeyStore } from '../../../nodes/shared/n8n/deduplication';

/** n8n's store, which another process may write over between two checks. */
function start({ isWrittenOver = false, pause = async () => {} } = {}) {
	const entries = new Set<string>();
	let checks = 0;
	const helpers = {
		checkProcessedAndRecord: async (asked: string[]) => {
			checks++;
			const processed = asked.filter((entry) => entries.has(entry));
			if (!isWrittenOver) for (const entry of asked) entries.add(entry);
			return { new: asked.filter((entry) => !processed.includes(entry)), processed };
		},
		removeProcessed: async (asked: string[]) => {
			for (const entry of asked) entries.delete(entry);
		},
	};
	const store = openKeyStore({ helpers } as unknown as IExecuteFunctions, pause);
	return { store, entries, checks: () => checks };
}

it('the first claim of a key gets it, and a later one does not', async () => {
	const { store } = start();
	expect([await store.claim('key'), await store.claim('key')]).toEqual([true, false]);
});

it('a claim that a Stop ends gives its key back, and ends with the Stop itself', async () => {
	const stop = new Error('Stopped');
	const { store, entries } = start({ pause: async () => await Promise.reject(stop) });
	await expect(store.claim('key')).rejects.toBe(stop);
	expect(entries.has('key')).toBe(false);
});

it('a claim that never stands is given up after ten votes', async () => {
	const { store, checks } = start({ isWrittenOver: true });
	await expect(store.claim('key')).rejects.toThrow('too many processes write to it at once');
	expect(checks()).toBe(2 * 10);
});
