import { createHash } from 'node:crypto';
import type { Execution } from '../n8n/shapes';
import type { SwapOptions } from '../e2e/workflows';
import type { Cluster } from './cluster';
import { idsOf, numbers, outputOf, putSwapsIntoProduction, referencesOf } from './runs';
import { itemsOf } from '../n8n/client';

const LONG: [number, number] = [12_000, 14_000];

/** Runs that are parked on a worker, woken up by a webhook process, and gone on with on a worker. */
export function calledSuite(cluster: () => Cluster): void {
	beforeEach(() => {
		cluster().pace.jobMs = LONG;
	});

	async function start(rows: number, options: SwapOptions = {}) {
		const parameters = { waitOptions: { waitUsing: 'callback' }, ...options.parameters };
		const runs = await putSwapsIntoProduction(cluster(), { ...options, parameters });
		await runs.call(numbers(rows));
		const [execution] = await runs.ended(1, ['waiting']);
		if (!execution) throw new Error('No execution was parked');
		const { id } = execution;
		return {
			...runs,
			id,
			end: async () => await cluster().client.waitForExecution(id, undefined, 240_000),
		};
	}

	const startedOnWorkers = (id: string) =>
		cluster().workers.reduce(
			(sum, { logs }) => sum + logs().split(`Worker started execution ${id} `).length - 1,
			0,
		);
	const timesRun = (execution: Execution, node: string) =>
		execution.data.resultData.runData[node]?.length ?? 0;

	test.each([1, 2])(
		'goes on once, with all items in order, behind %i webhook processes',
		async (processes) => {
			const { emulator, useWebhooks, balancer } = cluster();
			useWebhooks(processes);
			Object.assign(emulator.callbacks.settings, { repeat: 3, outOfOrder: true });
			const before = balancer.given('/webhook-waiting/');
			const run = await start(40);
			const execution = await run.end();
			expect(execution.status).toBe('success');
			expect(referencesOf(outputOf(execution))).toEqual(numbers(40).map((row) => `row ${row}`));
			expect(idsOf(outputOf(execution)).sort()).toEqual(
				run
					.jobs()
					.map(({ id }) => id)
					.sort(),
			);
			expect(timesRun(execution, 'Swap')).toBe(1);
			expect(timesRun(execution, 'After')).toBe(1);
			// One of two processes is not told of all jobs: then there may be a session for nothing.
			expect(startedOnWorkers(run.id)).toBeLessThanOrEqual(processes === 1 ? 2 : 4);
			const after = balancer.given('/webhook-waiting/');
			expect(Object.keys(after).filter((target) => after[target] !== before[target])).toHaveLength(processes);
		},
	);

	test('saves the results where the worker that goes on finds them', async () => {
		const { client } = cluster();
		const run = await start(3, { parameters: { downloadResult: true } });
		const execution = await run.end();
		expect(execution.status).toBe('success');
		expect(outputOf(execution)).toHaveLength(3);
		for (const { json, binary } of outputOf(execution)) {
			const file = await client.session.raw(
				'GET',
				`/rest/binary-data?action=download&id=${encodeURIComponent(String(binary?.data?.id))}`,
			);
			const original = await fetch(String(json.resultUrl));
			const hash = async (answer: Response) =>
				createHash('sha256')
					.update(Buffer.from(await answer.arrayBuffer()))
					.digest('hex');
			expect(file.status).toBe(200);
			expect(await hash(file)).toBe(await hash(original));
		}
	});

	test('ends with an error that lists all jobs, also on a worker', async () => {
		const run = await start(3);
		cluster().emulator.jobs.fail(run.jobs()[0]?.id ?? '', 'the picture is too small');
		const execution = await run.end();
		expect(execution.status).toBe('error');
		expect(execution.data.resultData.error?.message).toContain('the picture is too small');
		expect(JSON.stringify(execution.data.resultData.error)).toContain(run.jobs()[2]?.id ?? 'no job');
		expect(outputOf(execution)).toEqual([]);
	});

	test('brings failed items to the error output, with their ids', async () => {
		const run = await start(3, { onError: 'continueErrorOutput' });
		cluster().emulator.jobs.fail(run.jobs()[1]?.id ?? '', 'the picture is too small');
		const execution = await run.end();
		expect(execution.status).toBe('success');
		expect(outputOf(execution)).toHaveLength(2);
		expect(itemsOf(execution, 'Failed')[0]?.json).toMatchObject({
			details: { id: run.jobs()[1]?.id, status: 'failed', submitted: 'yes' },
		});
	});
}
