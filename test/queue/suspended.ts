import { contentOf } from '../e2e/runs';
import { itemsOf } from '../n8n/client';
import type { Cluster } from './cluster';
import { idsOf, numbers, outputOf, putSwapsIntoProduction, referencesOf } from './runs';

const LONGEST_MS = 400_000;
const ROWS = 200;

/** One worker suspends an execution, and any worker continues it. */
export function suspendedSuite(cluster: () => Cluster): void {
	const startedOnWorkers = (id: string) =>
		cluster().workers.reduce(
			(sum, { logs }) => sum + logs().split(`Worker started execution ${id} `).length - 1,
			0,
		);

	test.each([
		['time', { saveAfter: 0 }, 1],
		['calls to one webhook process', { waitMethod: 'callback' }, 1],
		['calls to two webhook processes', { waitMethod: 'callback' }, 2],
	])(
		`of ${ROWS} rows, resumed by %s, returns each row once, in order, with files and error output`,
		async (_way, waitOptions, processes) => {
			const { useWebhooks, emulator, balancer, client } = cluster();
			emulator.options.jobMs = [3_600_000, 3_600_000];
			useWebhooks(processes);
			Object.assign(emulator.callbacks.settings, { repeat: 3, outOfOrder: true });
			const before = balancer.given('/webhook-waiting/');
			const downloadResult = '={{ $json.row < 3 }}';
			const parameters = { waitOptions, downloadResult };
			const runs = await putSwapsIntoProduction(cluster(), { parameters, onError: 'continueErrorOutput' });
			await runs.call(numbers(ROWS));
			const [{ id = '' } = {}] = await runs.ended(1, ['waiting'], LONGEST_MS);
			const jobs = runs.jobs();
			const failed = jobs.at(-1)?.id ?? '';
			emulator.jobs.fail(failed, 'the picture is too small');
			emulator.jobs.complete();

			const execution = await client.waitForExecution(id, undefined, LONGEST_MS);
			expect(execution.status).toBe('success');
			const items = outputOf(execution);
			const [error] = itemsOf(execution, 'Failed');
			expect(error?.json.details).toMatchObject({ id: failed, status: 'failed', submitted: 'yes' });
			const order = numbers(ROWS).filter((row) => row !== error?.json.row);
			expect(referencesOf(items)).toEqual(order.map((row) => `row ${row}`));
			expect([...idsOf(items), failed].sort()).toEqual(jobs.map((job) => job.id).sort());
			expect(runs.jobs()).toHaveLength(ROWS);
			const files = items.filter(({ binary }) => binary !== undefined);
			expect(files.length).toBeGreaterThanOrEqual(2);
			for (const file of files) expect((await contentOf(cluster(), file)).length).toBeGreaterThan(0);
			expect(execution.data.resultData.runData.Swap).toHaveLength(1);
			expect(execution.data.resultData.runData.After).toHaveLength(1);
			expect(await runs.list()).toHaveLength(1);
			if (!('waitMethod' in waitOptions)) return;
			// The first leg and a leg after the calls. If two processes share the calls, two more legs are possible.
			expect(startedOnWorkers(id)).toBeLessThanOrEqual(2 * processes);
			const after = balancer.given('/webhook-waiting/');
			expect(Object.keys(after).filter((target) => after[target] !== before[target])).toHaveLength(processes);
		},
		LONGEST_MS * 2,
	);
}
