import { until } from '../e2e/runs';
import type { Cluster } from './cluster';
import { numbers, outputOf, putSwapsIntoProduction, referencesOf, say } from './runs';

const ROWS = 600;
const AT_ONCE = 50;
const LONGEST_MS = 1_500_000;
/** What operations.md says for deploys. */
const GRACE = { N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '300' };

/** Two deploys of all workers, one worker after another, during long batches. */
export function restartsSuite(cluster: () => Cluster): void {
	test(
		`two executions of ${ROWS} rows, with ${AT_ONCE} in progress, lose no row and pay no row twice`,
		async () => {
			const { pace, workers, startWorker } = cluster();
			pace.jobMs = [8_000, 12_000];
			const begin = async (waitMethod: string) => {
				const limits = { maxOpenJobs: AT_ONCE, concurrentSubmissions: 5 };
				const parameters = { waitOptions: { waitMethod, saveAfter: 0 }, limits };
				const runs = await putSwapsIntoProduction(cluster(), { parameters });
				await runs.call(numbers(ROWS));
				return { waitMethod, runs };
			};
			const replaceWorkers = async () => {
				for (const worker of [...workers]) {
					workers.splice(workers.indexOf(worker), 1);
					await startWorker(GRACE);
					await worker.stop();
				}
			};
			await replaceWorkers();
			const all = await Promise.all(['automatic', 'callback'].map(begin));
			for (const rows of [60, 200]) {
				const areMade = () => all.every(({ runs }) => runs.jobs().length >= rows) || undefined;
				await until(`${rows} rows`, areMade, LONGEST_MS);
				await replaceWorkers();
			}
			for (const { waitMethod, runs } of all) {
				const [execution] = await runs.ended(1, undefined, LONGEST_MS);
				const items = outputOf(execution!);
				say(`${ROWS} rows by ${waitMethod}, all workers replaced twice: ${runs.jobs().length} jobs.`);
				expect(execution?.status).toBe('success');
				expect(referencesOf(items)).toEqual(numbers(ROWS).map((row) => `row ${row}`));
				expect(runs.jobs()).toHaveLength(ROWS);
			}
		},
		LONGEST_MS + 60_000,
	);
}
