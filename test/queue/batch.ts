import type { Cluster } from './cluster';
import { idsOf, numbers, outputOf, putSwapsIntoProduction, referencesOf, say } from './runs';

const LONGEST_MS = 900_000;

/** Calls start production runs, and n8n spreads them over the workers and webhook processes. */
export function batchSuite(cluster: () => Cluster): void {
	test.each([
		[200, 4, 'polling', [2_000, 6_000]],
		[1_000, 10, 'polling', [20_000, 90_000]],
		[1_000, 10, 'callback', [20_000, 90_000]],
		[1_000, 10, 'automatic', [20_000, 90_000]],
	] as const)(
		'of %i rows in %i calls returns each row once, in order (%s)',
		async (rows, calls, waitMethod, [shortest, longest]) => {
			const { emulator, useWebhooks, workers } = cluster();
			useWebhooks(2);
			emulator.options.jobMs = [shortest, longest];
			const waitOptions = { waitMethod, saveAfter: 0 };
			const runs = await putSwapsIntoProduction(cluster(), { parameters: { waitOptions } });
			const tokens = emulator.keyring.tokensIssued;
			emulator.keyring.expireTokens();
			const startedAt = Date.now();
			await runs.call(numbers(rows), calls);
			const executions = await runs.ended(calls, undefined, LONGEST_MS);
			const endedAt = Math.max(...executions.map(({ stoppedAt }) => Date.parse(stoppedAt ?? '')));
			say(
				`${rows} jobs by ${waitMethod}: ${((endedAt - startedAt) / 1_000).toFixed(1)} s, ` +
					`${(runs.polls() / rows).toFixed(2)} status calls a job`,
			);
			const messages = executions.map(({ data }) => data.resultData.error?.message);
			expect(messages).toEqual(Array(calls).fill(undefined));
			const blocks = executions.map(outputOf).sort((a, b) => rowOf(a[0]?.json) - rowOf(b[0]?.json));
			const items = blocks.flat();
			expect(items.every(({ json }) => json.status === 'completed')).toBe(true);
			expect(referencesOf(items)).toEqual(numbers(rows).map((row) => `row ${row}`));
			const made = runs.jobs().map(({ id }) => id);
			expect(idsOf(items).sort()).toEqual(made.sort());
			expect(emulator.keyring.tokensIssued - tokens).toBeLessThanOrEqual(workers.length);
		},
		LONGEST_MS + 60_000,
	);
}

const rowOf = (json: Record<string, unknown> | undefined) => Number(String(json?.reference).slice(4));
