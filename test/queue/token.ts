import type { Cluster } from './cluster';
import { say } from './figures';
import { numbers, outputOf, putSwapsIntoProduction } from './runs';

const CALLS = 8;

/** The token is stored with the credential, in the database that all processes share. */
export function tokenSuite(cluster: () => Cluster): void {
	test('is fetched at most once by each process that has none, and then serves all of them', async () => {
		const { emulator, workers, pace } = cluster();
		pace.jobMs = [500, 1500];
		const runs = await putSwapsIntoProduction(cluster());
		const round = async (number: number) => {
			const before = emulator.tokensIssued;
			await runs.call(numbers(CALLS * 3), CALLS);
			const executions = await runs.ended(number * CALLS);
			expect(executions.map(({ status }) => status)).toEqual(Array(number * CALLS).fill('success'));
			expect(executions.flatMap(outputOf)).toHaveLength(number * CALLS * 3);
			return emulator.tokensIssued - before;
		};
		const first = await round(1);
		const second = await round(2);
		emulator.expireTokens();
		const third = await round(3);
		say(
			`Tokens, ${workers.length} workers, ${CALLS} executions at a time: ${first} at the start, ${second} in the next round, ${third} after all had expired.`,
		);
		expect(first).toBeGreaterThan(0);
		expect(first).toBeLessThanOrEqual(workers.length);
		expect(second).toBe(0);
		expect(third).toBeGreaterThan(0);
		expect(third).toBeLessThanOrEqual(workers.length);
	});
}
