import { GOES_ON, swap } from '../support/bench';
import { ClaimTable } from '../support/claimTable';
import { skipped } from '../support/skippedTime';
import { suspendedBench } from '../support/suspended';

/* A failure after a suspension counts as in any run. */

ClaimTable.install();
const { bench, store } = suspendedBench();
const CREATE = 'specifyimage';

/** A suspended run with three jobs, and the second has failed. */
async function withOneFailed(...settings: Parameters<typeof swap>) {
	const before = bench.created.length;
	const run = await store(swap(...settings), 3);
	const jobs = bench.created.slice(before);
	expect(run.status).toBe('waiting');
	const [failed] = jobs.filter(({ request }) => JSON.stringify(request).includes('/1.png'));
	bench.emulator.jobs.fail(failed!.id, 'no light');
	bench.emulator.jobs.complete();
	return { run, failed: failed!, jobs };
}

test.each([
	['continueRegularOutput', 0],
	['continueErrorOutput', 1],
] as const)('with On Error %s the item fails alone, with its ID, on output %i', async (onError, output) => {
	const { run, failed } = await withOneFailed({}, { onError });
	const result = await run.toTheEnd();
	expect(result.status).toBe('success');
	expect([...result.json('Node'), ...result.json('Node', 1)]).toHaveLength(3);
	expect(result.json('Node', output).filter(({ error }) => error)).toMatchObject([
		{ error: expect.stringContaining('no light'), details: { id: failed.id, submitted: 'yes' } },
	]);
});

test('Retry on Fail creates the failed job again, and pays for no other job', async () => {
	const settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
	const { run, jobs } = await withOneFailed({}, settings);
	const before = bench.created.length;
	await run.wake();
	expect(bench.created.length - before).toBe(1);
	bench.emulator.jobs.complete();
	const result = await run.toTheEnd();
	expect(result.status).toBe('success');
	expect(result.json('Node').map(({ status }) => status)).toEqual(['completed', 'completed', 'completed']);
	expect(result.runs('Node')).toHaveLength(1);
	const kept = result.json('Node').filter(({ id }) => jobs.some((job) => job.id === id));
	expect(kept).toHaveLength(2);
});

test('used-up credits stop all creates, even if the refusal comes after the time to send', async () => {
	bench.emulator.alter.request = ({ path }) => void (skipped.ms += path.endsWith(CREATE) ? 70_000 : 0);
	bench.emulator.faults.add({ kind: 'code', code: 1006, match: { path: CREATE } });
	const run = await store(swap({ options: { concurrentSubmissions: 1 } }, GOES_ON), 2);
	delete bench.emulator.alter.request;
	expect(run.result!.json('Node')).toMatchObject(
		Array(2).fill({ details: { submitted: 'no', errorCode: 1006 } }),
	);
});

test('Stop during a poll ends the run, and cancels all its jobs if Cancel on Stop is on', async () => {
	const idempotencyKey = "={{ $json.row === 0 ? 'order 8' : '' }}";
	const run = await store(swap({ options: { cancelOnStop: true, idempotencyKey } }), 2);
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

test('rows of a suspended run fail and cost nothing if the service accepts nothing for ten minutes', async () => {
	bench.emulator.faults.add({ kind: 'code', code: 1005, match: { path: CREATE }, times: Infinity });
	const run = await store(swap({}, GOES_ON), 2);
	expect(run.status).toBe('waiting');
	expect((await run.toTheEnd()).json('Node')).toMatchObject(
		Array(2).fill({
			error: expect.stringContaining('The service has taken no job of this run for ten minutes'),
			details: { submitted: 'no' },
		}),
	);
});
