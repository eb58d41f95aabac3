import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../e2e/runs';
import type { Cluster } from './cluster';
import { publishHealer } from './healer';
import { numbers, outputOf, putSwapsIntoProduction, say, type Runs } from './runs';

const ROWS = 5;
const LONGEST_MS = 600_000;
/** Seconds. n8n saves an execution after a minute. */
const AGES = [120, 75, 45, 20] as const;

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

	test(
		`all workers, the example heals executions that began ${AGES.join(', ')} s before, without a person`,
		async () => {
			const { client, emulator, pace, workers, startWorker } = cluster();
			await publishHealer(cluster());
			pace.jobMs = [90_000, 120_000];
			emulator.faults.add({ kind: 'slow', delayMs: 1_000, match: { path: 'specifyimage' }, times: Infinity });
			const rows = numbers(AGES[0] + 30);
			const begin = async () => {
				const runs = await putSwapsIntoProduction(cluster(), {
					rows: rows.length,
					onError: 'continueRegularOutput',
					parameters: {
						limits: { concurrentSubmissions: 1 },
						options: {
							continueExecution: "={{ $('Called').isExecuted ? $('Called').first().json.lost : '' }}",
						},
					},
				});
				await runs.call([]);
				await until('the first job', () => runs.jobs().length > 0 || undefined);
				return runs;
			};
			const all: Array<{ age: number; runs: Runs }> = [];
			for (const [index, age] of AGES.entries()) {
				all.push({ age, runs: await begin() });
				await pause((age - (AGES[index + 1] ?? 0)) * 1_000);
			}
			const sent = all.map(({ runs }) => runs.jobs().length);
			for (const worker of [...workers]) await kill(worker);
			emulator.faults.clear();
			pace.jobMs = [1_000, 3_000];
			await Promise.all([startWorker(), startWorker()]);

			const bringBack = async ({ age, runs }: (typeof all)[number], index: number) => {
				const { id = '' } = await until(
					`the run of ${age} s`,
					async () => (await runs.list()).find(({ status }) => status === 'success'),
					LONGEST_MS,
				);
				const items = outputOf(await client.waitForExecution(id)).map(({ json }) => json);
				// The service may have accepted the create in progress.
				const unknown = items.filter(({ error }) => error !== undefined);
				expect(unknown.map(({ details }) => details)).toEqual(
					unknown.map(() => expect.objectContaining({ submitted: 'unknown' })),
				);
				expect(unknown.length).toBeLessThanOrEqual(1);
				// One is sent at a time, so the jobs are in the order of their rows.
				const made = runs.jobs().map((job) => job.id);
				const good = items.flatMap(({ id, reference }, row) =>
					reference === `row ${row}` && items[row]?.error === undefined ? id : [],
				);
				expect(good.length).toBe(rows.length - unknown.length);
				expect(made.filter((job) => !good.includes(job)).length).toBeLessThanOrEqual(unknown.length);
				expect(made.filter((job) => good.includes(job))).toEqual(good);
				const ends = (await runs.list()).map(({ status }) => status).join();
				say(`Killed after ${age} s: ${sent[index]} paid, ${ends}, ${unknown.length} in doubt.`);
			};
			await Promise.all(all.map(bringBack));
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
}
