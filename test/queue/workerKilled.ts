import { numbers, outputOf, putSwapsIntoProduction, referencesOf, type Runs } from './runs';
import type { Cluster } from './cluster';
import { say } from './figures';

const ROWS = 5;
const LONGEST_MS = 400_000;

/** What a power cut on the machine of a worker costs. */
export function workerKilledSuite(cluster: () => Cluster): void {
	const workerOf = (id: string) => {
		const found = cluster().workers.find(({ logs }) => logs().includes(`Worker started execution ${id} `));
		if (!found) throw new Error(`No worker has started execution ${id}`);
		return found;
	};
	const kill = async (worker: Cluster['workers'][number]) => {
		const { workers } = cluster();
		workers.splice(workers.indexOf(worker), 1);
		await worker.kill9();
	};
	const ofRows = (runs: Runs) => runs.jobs().map(({ id }) => id);

	test('nothing that was parked is lost with the worker that parked it', async () => {
		const { client, pace, startWorker } = cluster();
		pace.jobMs = [20_000, 25_000];
		const parked = await putSwapsIntoProduction(cluster(), {
			parameters: { waitOptions: { waitUsing: 'callback' } },
		});
		const polling = await putSwapsIntoProduction(cluster(), {
			parameters: { waitOptions: { waitUsing: 'polling' } },
		});
		await parked.call(numbers(ROWS * 4), 4);
		await parked.ended(4, ['waiting']);
		await polling.call(numbers(ROWS));
		const [running] = await polling.ended(1, ['running']);
		if (!running) throw new Error('No execution runs');
		const victim = workerOf(running.id);
		// Its log has the ids as soon as it knows them; what is under way when it is killed, nobody knows.
		const logged = () => ofRows(polling).filter((id) => victim.logs().includes(id));
		while (logged().length < ROWS) await new Promise((done) => setTimeout(done, 100));
		await kill(victim);
		const ended = await parked.ended(4);
		expect(ended.map(({ status }) => status)).toEqual(Array(4).fill('success'));
		expect(ended.flatMap((execution) => referencesOf(outputOf(execution))).sort()).toEqual(
			numbers(ROWS * 4)
				.map((row) => `row ${row}`)
				.sort(),
		);
		expect(parked.jobs()).toHaveLength(ROWS * 4);

		// What the worker waited for in its own memory is over, and n8n keeps nothing of it: its retry has nothing to run.
		const lost = await client.waitForExecution(running.id, undefined, 240_000);
		expect(['error', 'crashed']).toContain(lost.status);
		expect(polling.jobs()).toHaveLength(ROWS);
		await startWorker();
		const retry = await client.retryExecution(running.id);
		const retried = await client.waitForExecution(retry, undefined, 240_000);
		expect(['error', 'crashed']).toContain(retried.status);
		expect(polling.jobs()).toHaveLength(ROWS);
	});

	test('the rows that it was creating are made once, under their keys, when they come again', async () => {
		const { client, pace, startWorker } = cluster();
		pace.jobMs = [3_000, 5_000];
		const rows = numbers(ROWS * 12);
		const runs = await putSwapsIntoProduction(cluster(), {
			onError: 'continueRegularOutput',
			parameters: { options: { idempotencyKey: '={{ "killed " + $json.row }}' } },
		});
		await runs.call(rows);
		while (runs.jobs().length < ROWS * 4) await new Promise((done) => setTimeout(done, 20));
		const [running] = await runs.ended(1, ['running']);
		if (!running) throw new Error('No execution runs');
		await kill(workerOf(running.id));
		await startWorker();
		await client.waitForExecution(running.id, undefined, 240_000);
		const before = runs.jobs().length;
		expect(before).toBeLessThan(rows.length);

		await runs.call(rows);
		const execution = (await runs.ended(2)).at(-1);
		if (!execution) throw new Error('The rows did not come again');
		const items = outputOf(execution).map(({ json }) => json);
		const completed = items.filter(({ status }) => status === 'completed');
		const read = completed.filter(({ duplicate }) => duplicate === true);
		// Only those that it was handing to the service at that moment.
		const unknown = items.filter(({ error }) => /may have been paid under this/.test(String(error)));
		say(
			`A worker killed after ${before} of ${rows.length} rows with keys; again: ${completed.length} completed, ${read.length} of them read, ${unknown.length} in doubt.`,
		);
		expect(completed.length + unknown.length).toBe(rows.length);
		expect(unknown.length).toBeLessThanOrEqual(ROWS);
		expect(new Set(completed.map(({ id }) => id)).size).toBe(completed.length);
		expect(runs.jobs().length).toBeLessThanOrEqual(rows.length);
	});

	test.each<[string, [number, number]]>([
		['callback', [15_000, 18_000]],
		// Looks are a minute or more apart.
		['automatic', [30_000, 40_000]],
	])(
		'a run that waits by %s goes on when all workers were killed and others came',
		async (waitUsing, jobMs) => {
			const { client, pace, workers, startWorker } = cluster();
			pace.jobMs = jobMs;
			const runs = await putSwapsIntoProduction(cluster(), {
				parameters: { waitOptions: { waitUsing, storeAfter: 0 } },
			});
			await runs.call(numbers(ROWS));
			const [waiting] = await runs.ended(1, ['waiting']);
			if (!waiting) throw new Error('No execution was parked');
			await client.waitForExecution(waiting.id, ['waiting']);
			for (const worker of [...workers]) await kill(worker);
			await Promise.all([startWorker(), startWorker()]);
			const execution = await client.waitForExecution(waiting.id, undefined, LONGEST_MS);
			expect(execution.status).toBe('success');
			expect(referencesOf(outputOf(execution))).toEqual(numbers(ROWS).map((row) => `row ${row}`));
			expect(runs.jobs()).toHaveLength(ROWS);
		},
		LONGEST_MS + 60_000,
	);
}
