import { setTimeout as pause } from 'node:timers/promises';
import type { Execution } from '../n8n/shapes';
import type { Cluster } from './cluster';
import { say } from './figures';
import { numbers, outputOf, putSwapsIntoProduction, referencesOf } from './runs';

const ROWS = 600;
const AT_ONCE = 50;
const LONGEST_MS = 900_000;

/** A deploy of all workers, one after another, again and again, while a long batch is at work. */
export function restartsSuite(cluster: () => Cluster): void {
	test.each(['automatic', 'callback'])(
		`${ROWS} rows that wait by %s, ${AT_ONCE} in progress: none is lost, none is paid twice`,
		async (waitUsing) => {
			const { client, pace, workers, startWorker } = cluster();
			pace.jobMs = [8_000, 12_000];
			const runs = await putSwapsIntoProduction(cluster(), {
				onError: 'continueRegularOutput',
				parameters: { waitOptions: { waitUsing }, options: { maxInProgress: AT_ONCE, maxConcurrent: 5 } },
			});
			await runs.call(numbers(ROWS));
			const made = async (count: number) => {
				while (runs.jobs().length < count) await pause(200);
			};
			let retries = 0;
			/** The execution, or the retry of it, that comes to an end by itself. */
			const follow = async (id: string): Promise<Execution> => {
				const execution = await client.waitForExecution(id, undefined, LONGEST_MS);
				if (execution.status !== 'crashed' && execution.status !== 'error') return execution;
				retries++;
				return await follow(await client.beginRetry(execution.id));
			};
			const [begun] = await runs.ended(1, ['running', 'waiting', 'success']);
			const end = follow(begun?.id ?? '');
			for (const count of [60, 200]) {
				await made(count);
				for (const worker of [...workers]) {
					workers.splice(workers.indexOf(worker), 1);
					await startWorker();
					await worker.stop();
				}
			}
			const execution = await end;
			const items = outputOf(execution).map(({ json }) => json);
			const completed = items.filter(({ status }) => status === 'completed');
			const unknown = items.length - completed.length;
			say(
				`${ROWS} rows by ${waitUsing}, all workers replaced twice: ${completed.length} completed, ${unknown} in doubt, ${runs.jobs().length} jobs, ${retries} retries.`,
			);
			expect(execution.status).toBe('success');
			expect(referencesOf(outputOf(execution))).toEqual(numbers(ROWS).map((row) => `row ${row}`));
			expect(completed).toHaveLength(ROWS);
			expect(runs.jobs()).toHaveLength(ROWS);
		},
		LONGEST_MS + 60_000,
	);
}
