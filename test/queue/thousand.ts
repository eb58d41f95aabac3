import type { Cluster } from './cluster';
import { idsOf, numbers, outputOf, putSwapsIntoProduction, referencesOf, say } from './runs';

const EXECUTIONS = 10;
const JOBS = 1000;
const LONGEST_MS = 900_000;

/** 1,000 jobs in ten executions, with two workers and two webhook processes. */
export function thousandSuite(cluster: () => Cluster): void {
	test.each(['polling', 'callback', 'automatic'])(
		'that wait by %s are returned once each',
		async (waitMethod) => {
			const { emulator, pace, useWebhooks } = cluster();
			useWebhooks(2);
			pace.jobMs = [20_000, 90_000];
			const tokens = emulator.tokensIssued;
			const runs = await putSwapsIntoProduction(cluster(), {
				parameters: { waitOptions: { waitMethod, saveAfter: 0 } },
			});
			const startedAt = Date.now();
			await runs.call(numbers(JOBS), EXECUTIONS);
			const executions = await runs.ended(EXECUTIONS, undefined, LONGEST_MS);
			const endedAt = Math.max(...executions.map(({ stoppedAt }) => Date.parse(stoppedAt ?? '')));
			const jobs = runs.jobs();
			const slowest = Math.max(...jobs.map((job) => job.endsAt - job.createdAt));
			const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
			say(
				`${JOBS} jobs by ${waitMethod}: ${seconds(endedAt - startedAt)}, slowest job ${seconds(slowest)}; ` +
					`status calls a job ${(runs.polls() / JOBS).toFixed(2)}, tokens ${emulator.tokensIssued - tokens}`,
			);
			const messages = executions.map(({ data }) => data.resultData.error?.message);
			expect(messages).toEqual(Array(EXECUTIONS).fill(undefined));
			const items = executions.flatMap(outputOf);
			expect(items.every(({ json }) => json.status === 'completed')).toBe(true);
			expect(jobs).toHaveLength(JOBS);
			expect(new Set(idsOf(items)).size).toBe(JOBS);
			const blocks = executions
				.map((execution) => referencesOf(outputOf(execution)).map((text) => Number(String(text).slice(4))))
				.sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
			expect(blocks.flat()).toEqual(numbers(JOBS));
		},
		LONGEST_MS + 60_000,
	);
}
