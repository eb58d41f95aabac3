import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../e2e/runs';
import type { Cluster } from './cluster';
import { numbers, outputOf, putSwapsIntoProduction, referencesOf, say } from './runs';

const ROWS = 5;
const LONGEST_MS = 600_000;

/** A power cut on the machine of a worker. */
export function workerKilledSuite(cluster: () => Cluster): void {
	const kill = async (worker: Cluster['workers'][number]) => {
		const { workers } = cluster();
		workers.splice(workers.indexOf(worker), 1);
		await worker.kill9();
	};
	const workerOf = (id: string) => {
		const found = cluster().workers.find(({ logs }) => logs().includes(`Worker started execution ${id} `));
		if (!found) throw new Error(`No worker has started execution ${id}`);
		return found;
	};

	test.each([20, 45])(
		'all workers, %i s after the start, Continue Execution returns each paid job at its row, and sends the others',
		async (seconds) => {
			const { client, emulator, pace, workers, startWorker } = cluster();
			pace.jobMs = [90_000, 120_000];
			const create = { kind: 'slow', delayMs: 1_000, match: { path: 'specifyimage' } } as const;
			emulator.faults.add({ ...create, times: Infinity });
			const rows = numbers(seconds * 2);
			const runs = await putSwapsIntoProduction(cluster(), {
				onError: 'continueRegularOutput',
				parameters: {
					limits: { concurrentSubmissions: 1 },
					options: { continueExecution: "={{ $('Start').first().json.body.lost }}" },
				},
			});
			await runs.call(rows);
			await until('the first job', () => runs.jobs().length > 0 || undefined);
			await pause(seconds * 1_000);
			const [{ id = '' } = {}] = await runs.list();
			const sent = runs.jobs().length;
			for (const worker of [...workers]) await kill(worker);
			emulator.faults.clear();
			await Promise.all([startWorker(), startWorker()]);
			const lost = await client.waitForExecution(id, undefined, LONGEST_MS);
			expect(['error', 'crashed']).toContain(lost.status);
			// n8n keeps nothing of the execution, so the retry has nothing to run.
			const retried = await client.waitForExecution(await client.retryExecution(id), undefined, LONGEST_MS);
			expect(['error', 'crashed']).toContain(retried.status);
			expect(runs.jobs().length).toBeLessThanOrEqual(sent + 1);
			const paid = runs.jobs();

			await runs.call(rows, 1, { lost: id });
			emulator.jobs.complete();
			const executions = await runs.ended(3, undefined, LONGEST_MS);
			const items = outputOf(executions.at(-1)!).map(({ json }) => json);
			// The service may have accepted the create in progress.
			const unknown = items.filter(({ error }) => error !== undefined);
			expect(unknown.map(({ details }) => details)).toEqual(
				unknown.map(() => expect.objectContaining({ submitted: 'unknown' })),
			);
			expect(unknown.length).toBeLessThanOrEqual(1);
			const good = items.filter(({ error }) => error === undefined);
			expect(good.map(({ reference }) => reference)).toEqual(
				rows.map((row) => `row ${row}`).filter((_, row) => items[row]?.error === undefined),
			);
			const ids = new Set(good.map((item) => item.id));
			expect(ids.size).toBe(good.length);
			expect(paid.filter((job) => !ids.has(job.id)).length).toBeLessThanOrEqual(unknown.length);
			expect(runs.jobs().length).toBeLessThanOrEqual(rows.length);
			say(
				`${rows.length} rows, killed after ${seconds} s: ${paid.length} were paid, ${unknown.length} in doubt.`,
			);
		},
		3 * LONGEST_MS,
	);

	test(
		'a worker, rows with keys that it was sending are created only once when they come again',
		async () => {
			const { client, pace, startWorker } = cluster();
			pace.jobMs = [3_000, 5_000];
			const rows = numbers(ROWS * 12);
			const runs = await putSwapsIntoProduction(cluster(), {
				onError: 'continueRegularOutput',
				parameters: { options: { idempotencyKey: '={{ "killed " + $json.row }}' } },
			});
			await runs.call(rows);
			await until('some of the jobs', () => runs.jobs().length >= ROWS * 4 || undefined);
			const [{ id = '' } = {}] = await runs.list();
			await kill(workerOf(id));
			await startWorker();
			await client.waitForExecution(id, undefined, LONGEST_MS);

			await runs.call(rows);
			const execution = (await runs.ended(2)).at(-1)!;
			const items = outputOf(execution).map(({ json }) => json);
			const completed = items.filter(({ status }) => status === 'completed');
			// The service may have accepted creates in progress.
			const unknown = items.filter(({ error }) => /may have been (made|paid)/.test(String(error)));
			expect(completed.length + unknown.length).toBe(rows.length);
			expect(unknown.length).toBeLessThanOrEqual(ROWS);
			expect(new Set(completed.map((item) => item.id)).size).toBe(completed.length);
			expect(runs.jobs().length).toBeLessThanOrEqual(rows.length);
		},
		2 * LONGEST_MS,
	);

	test.each(['callback', 'automatic'])(
		'all workers, a suspended execution that waits by %s continues on new ones',
		async (waitMethod) => {
			const { client, emulator, pace, workers, startWorker } = cluster();
			pace.jobMs = [3_600_000, 3_600_000];
			const parameters = { waitOptions: { waitMethod, saveAfter: 0 } };
			const runs = await putSwapsIntoProduction(cluster(), { parameters });
			await runs.call(numbers(ROWS));
			const [{ id = '' } = {}] = await runs.ended(1, ['waiting']);
			for (const worker of [...workers]) await kill(worker);
			await Promise.all([startWorker(), startWorker()]);
			emulator.jobs.complete();
			const execution = await client.waitForExecution(id, undefined, LONGEST_MS);
			expect(execution.status).toBe('success');
			expect(referencesOf(outputOf(execution))).toEqual(numbers(ROWS).map((row) => `row ${row}`));
			expect(runs.jobs()).toHaveLength(ROWS);
		},
		2 * LONGEST_MS,
	);
}
