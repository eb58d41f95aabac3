import { swap } from '../support/bench';
import { suspendedBench } from '../support/suspended';

/* Another try of a suspended run, by Retry on Fail or Retry execution. Nothing is paid twice. */

let jobMs = 3_600_000;
const { bench, store, now } = suspendedBench({
	jobMs: () => jobMs,
	callbacks: { lost: true },
});
const CREATE = 'specifyimage';
beforeEach(() => {
	jobMs = 3_600_000;
});

test('jobs from a retry of a killed leg call the retry, not the old execution', async () => {
	const before = bench.created.length;
	const run = await store(swap({ limits: { maxOpenJobs: 1 }, waitMethod: 'callback' }), 2);
	bench.emulator.jobs.complete();
	const retry = await bench.engine.storedRetry(run.result!, now);
	expect(bench.created.length - before).toBe(2);
	const [first, second] = bench.emulator
		.requestsTo(CREATE)
		.map(({ body }) => String(Object(body).webhookUrl));
	expect(second).toBe(first!.replace(`/${run.result!.executionId}/`, `/${retry.result!.executionId}/`));
	expect(second).not.toBe(first);
});
