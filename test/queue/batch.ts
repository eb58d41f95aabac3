import type { Cluster } from './cluster';
import { idsOf, numbers, outputOf, putSwapsIntoProduction, referencesOf } from './runs';

/** Calls start production runs, and n8n spreads them over the workers. */
export function batchSuite(cluster: () => Cluster): void {
	test('of 200 rows in four calls returns each row once, in order, with at most one new token per worker', async () => {
		const { pace, emulator, workers } = cluster();
		pace.jobMs = [2000, 6000];
		const runs = await putSwapsIntoProduction(cluster());
		const before = emulator.tokensIssued;
		emulator.expireTokens();
		await runs.call(numbers(200), 4);
		const executions = await runs.ended(4);
		expect(executions.map(({ status }) => status)).toEqual(Array(4).fill('success'));
		const blocks = executions.map(outputOf).sort((a, b) => rowOf(a[0]?.json) - rowOf(b[0]?.json));
		const items = blocks.flat();
		expect(referencesOf(items)).toEqual(numbers(200).map((row) => `row ${row}`));
		expect(items.every(({ json }) => json.status === 'completed')).toBe(true);
		const made = runs.jobs().map(({ id }) => id);
		expect(idsOf(items).sort()).toEqual(made.sort());
		expect(emulator.tokensIssued - before).toBeLessThanOrEqual(workers.length);
	});
}

const rowOf = (json: Record<string, unknown> | undefined) => Number(String(json?.reference).slice(4));
