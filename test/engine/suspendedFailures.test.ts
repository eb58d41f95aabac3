import { swap } from '../support/bench';
import { ClaimTable } from '../support/claimTable';
import { suspendedBench } from '../support/suspended';

/* A failure after a suspension counts as in any run. */

ClaimTable.install();
const { bench, store } = suspendedBench();

test('Stop during a poll ends the run, and cancels all its jobs if Cancel on Stop is on', async () => {
	const idempotencyKey = "={{ $json.row === 0 ? 'order 8' : '' }}";
	const run = await store(swap({ waitOptions: { cancelOnStop: true }, options: { idempotencyKey } }), 2);
	bench.emulator.faults.add({ kind: 'slow', delayMs: 1_000, times: Infinity, match: { path: 'listbyids' } });
	bench.emulator.requests.length = 0;
	const woken = run.wake();
	while (bench.emulator.requestsTo('/listbyids').length === 0) await new Promise((go) => setTimeout(go, 5));
	run.stop();
	await woken;
	expect(run.status).toBe('canceled');
	const canceled = bench.emulator.requestsTo('/job/del').map(({ body }) => body);
	expect(canceled).toEqual([{ job_ids: expect.stringMatching(/^[^,]+,[^,]+$/) }]);
});
