import { swap } from '../support/bench';
import { suspendedBench } from '../support/suspended';

/* Another try of a suspended run, by Retry on Fail or Retry execution. Nothing is paid twice. */

const { bench, store, now } = suspendedBench({ callbacks: { lost: true } });

test('jobs from a retry of a killed leg call the retry, not the old execution', async () => {
	const before = bench.created.length;
	const run = await store(swap({ limits: { maxOpenJobs: 1 }, waitMethod: 'callback' }), 2);
	bench.emulator.jobs.complete();
	const { workflow, run: killed } = run.result!;
	const executionData = structuredClone(killed.data);
	const retry = await bench.engine.store(workflow, { mode: 'retry', executionData, now });
	expect(bench.created.length - before).toBe(2);
	const [first, second] = bench.bodies('specifyimage').map(({ webhookUrl }) => String(webhookUrl));
	expect(second).toBe(first!.replace(`/${run.result!.executionId}/`, `/${retry.result!.executionId}/`));
	expect(second).not.toBe(first);
});
