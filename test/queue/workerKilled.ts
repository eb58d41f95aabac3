import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../e2e/runs';
import type { Cluster } from './cluster';
import { numbers, outputOf, putSwapsIntoProduction, say, type Runs } from './runs';

const LONGEST_MS = 600_000;
/** Seconds. n8n saves an execution after a minute. */
const AGES = [120, 75, 45, 20] as const;

/** A power cut on the machine of a worker. */
export function workerKilledSuite(cluster: () => Cluster): void {
	test(
		`all workers, the example heals executions that began ${AGES.join(', ')} s before, half of them with keys`,
		async () => {
			const { client, emulator, workers, startWorker } = cluster();
			emulator.options.jobMs = [90_000, 120_000];
			emulator.faults.add({ kind: 'slow', delayMs: 1_000, match: { path: 'specifyimage' }, times: Infinity });
			const rows = numbers(AGES[0] + 30);
			const key = { idempotencyKey: '={{ $workflow.id + " row " + $json.row }}' };
			const called = "$('Called')";
			const lost = `={{ ${called}.isExecuted ? ${called}.first().json.lost : '' }}`;
			const begin = async (options: object) => {
				const runs = await putSwapsIntoProduction(cluster(), {
					rows: rows.length,
					onError: 'continueRegularOutput',
					parameters: { limits: { concurrentSubmissions: 1 }, options },
				});
				await runs.call([]);
				await until('the first job', () => runs.jobs().length > 0 || undefined);
				return runs;
			};
			const all: Array<{ age: number; runs: Runs }> = [];
			for (const [index, age] of AGES.entries()) {
				all.push({ age, runs: await begin(index % 2 ? key : { continueExecution: lost }) });
				await pause((age - (AGES[index + 1] ?? 0)) * 1_000);
			}
			const sent = all.map(({ runs }) => runs.jobs().length);
			for (const worker of workers.splice(0)) await worker.kill9();
			emulator.faults.clear();
			emulator.options.jobMs = [1_000, 3_000];
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
}
