import type { IDataObject } from 'n8n-workflow';
import { GOES_ON, swap } from '../support/bench';
import { clock } from '../support/clock';
import type { StoredRun } from '../support/storedRun';
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
	const settings = { ...GOES_ON, retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
	const [item] = await finish(await store(swap({}, settings), 1));
	const [first, second, last] = bench.created.slice(before).map(({ id }) => id);
	expect(Object(item?.details).description).toContain(`ID: ${last}. Failed before: ${first}, ${second}.`);
});

/** As n8n's own look at executions that wait, to the end. */
async function swept(run: StoredRun) {
	while (run.status === 'waiting') {
		clock.time += 30_000;
		await run.wake();
	}
	bench.emulator.faults.clear();
	return (run.result?.json('Node') ?? []).map(({ details }): IDataObject => Object(details));
}

test("slow files before n8n's time limit leave time for the row whose job still runs", async () => {
	bench.emulator.jobs.next({ status: 3, jobMs: 10 }, { times: 31 });
	bench.emulator.faults.add({ kind: 'timeout', match: { path: '/results/' }, times: Infinity });
	const parameters = { downloadResult: '={{ $json.row < 31 }}', limits: { concurrentSubmissions: 50 } };
	const run = await store(swap(parameters, GOES_ON), 32, { instanceTimeout: 150 });
	expect((await swept(run)).map(({ next }) => next)).toEqual(Array(32).fill('readJob'));
	expect(run.cancelledAt).toBeUndefined();
});

test('a run that the service took nothing of names the time that the service said', async () => {
	const tooMany = { kind: 'httpStatus', status: 429, headers: { 'Retry-After': '7200' } } as const;
	bench.emulator.faults.add({ ...tooMany, times: Infinity, match: { path: 'specifyimage' } });
	const began = clock.time;
	const [details] = await swept(await store(swap({}, GOES_ON), 1));
	expect(details).toMatchObject({ submitted: 'no', next: 'runAgainLater' });
	expect(Date.parse(String(details?.retryFrom))).toBeGreaterThanOrEqual(began + 7_200_000);
});
