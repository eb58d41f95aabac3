import { GOES_ON, swap } from '../support/bench';
import { suspendedBench } from '../support/suspended';

/* A failure after a suspension counts as in any run. */

const { bench, store, finish } = suspendedBench();

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
	expect(bench.bodies('/job/del')).toEqual([{ job_ids: expect.stringMatching(/^[^,]+,[^,]+$/) }]);
});

test('the jobs of all tries under Retry On Fail are named, although each try was saved', async () => {
	bench.emulator.jobs.next({ status: 4, reason: 'Too dark' }, { times: 3 });
	const before = bench.created.length;
	const settings = { ...GOES_ON, retryOnFail: true, maxTries: 3, waitBetweenTries: 0 };
	const [item] = await finish(await store(swap({}, settings), 1));
	const [first, second, last] = bench.created.slice(before).map(({ id }) => id);
	expect(Object(item?.details).description).toContain(`ID: ${last}. Before it failed ${first}, ${second}.`);
});
