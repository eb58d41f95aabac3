import type { Cluster } from './cluster';
import { say } from './figures';
import { idsOf, numbers, outputOf, putSwapsIntoProduction, referencesOf } from './runs';

const EXECUTIONS = 10;
const JOBS = 1000;
const LONGEST_MS = 900_000;

/** 1,000 jobs in ten executions, and what they cost beyond what the service takes. */
export function thousandSuite(cluster: () => Cluster): void {
	test.each<[string, [number, number]]>([
		['polling', [20_000, 60_000]],
		// Each callback is a call that n8n has to serve: two for a job, over five minutes.
		['callback', [60_000, 300_000]],
		['automatic', [60_000, 300_000]],
	])(
		'1,000 jobs come out once each, waiting by %s',
		async (waitUsing, jobMs) => {
			const { emulator, pace, useWebhooks } = cluster();
			useWebhooks(2);
			pace.jobMs = jobMs;
			const tokensBefore = emulator.tokensIssued;
			const runs = await putSwapsIntoProduction(cluster(), {
				parameters: { waitOptions: { waitUsing, storeAfter: 0 } },
			});
			const startedAt = Date.now();
			await runs.call(numbers(JOBS), EXECUTIONS);
			const executions = await runs.ended(EXECUTIONS, undefined, LONGEST_MS);
			const endedAt = Math.max(...executions.map(({ stoppedAt }) => Date.parse(stoppedAt ?? '')));

			const items = executions.flatMap(outputOf);
			const jobs = runs.jobs();
			const slowest = Math.max(...jobs.map((job) => job.endsAt - job.createdAt));
			const duplicates = jobs.length - JOBS + items.length - new Set(idsOf(items)).size;
			const failed = executions.filter(({ status }) => status !== 'success').length;
			const errors = failed + items.filter(({ json }) => json.status !== 'completed').length;
			const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
			const ids = new Set(jobs.map(({ id }) => id));
			const calls = emulator.callbacks.delivered.filter(({ jobId }) => ids.has(jobId));
			say(
				`${JOBS} jobs by ${waitUsing}, ${EXECUTIONS} executions, 2 workers, 2 webhook processes:`,
				`  makespan ${seconds(endedAt - startedAt)}, slowest job ${seconds(slowest)}: ${((endedAt - startedAt) / slowest).toFixed(2)} times`,
				`  status calls a job ${(runs.requests('/listbyids') / JOBS).toFixed(2)}, duplicates ${duplicates}, errors ${errors}, tokens ${emulator.tokensIssued - tokensBefore}`,
				...(calls.length > 0
					? [
							`  callbacks ${calls.length}, answered ${JSON.stringify(countsOf(calls.map(({ httpStatus }) => httpStatus)))}`,
						]
					: []),
			);
			expect(executions.map(({ data }) => data.resultData.error?.message)).toEqual(
				Array(EXECUTIONS).fill(undefined),
			);
			expect(duplicates).toBe(0);
			expect(errors).toBe(0);
			const blocks = executions
				.map((execution) => referencesOf(outputOf(execution)).map((text) => Number(String(text).slice(4))))
				.sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
			expect(blocks.flat()).toEqual(numbers(JOBS));
		},
		LONGEST_MS + 60_000,
	);
}

/** How often each of the numbers is there. */
function countsOf(all: readonly number[]): Record<number, number> {
	const counts: Record<number, number> = {};
	for (const each of all) counts[each] = (counts[each] ?? 0) + 1;
	return counts;
}
