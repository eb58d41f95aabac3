import { GOES_ON, swap } from '../support/bench';
import { suspendedBench } from '../support/suspended';

/* Another try of a suspended run, by Retry on Fail or Retry execution. Nothing is paid twice. */

let jobMs = 3_600_000;
const { bench, store, finish, now } = suspendedBench({
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

/** Changes the state that a run has stored for its node, and wakes the run. */
async function wakeWith(change: (suspended: { rows: unknown[] }) => void) {
	const before = bench.created.length;
	const run = await store(swap({}, GOES_ON), 2);
	const jobs = bench.created.slice(before).map(({ id }) => id);
	run.changeStored((data) => change(Object(data.executionData?.contextData['node:Node']).run.suspended));
	const items = await finish(run);
	expect(bench.created.length - before).toBe(2);
	return { items, jobs };
}

test('a saved row with an unknown shape fails with its ID, and the other rows continue', async () => {
	const { items, jobs } = await wakeWith(({ rows }) => {
		rows[0] = { job: { is: 'of another version', state: { id: Object(rows[0]).job.state.id } } };
	});
	expect(items).toMatchObject([
		{ error: "The saved state of this item can't be read", details: { id: jobs[0], submitted: 'yes' } },
		{ id: jobs[1], status: 'completed' },
	]);
	const lost = await wakeWith(({ rows }) => (rows[0] = 'of another version'));
	expect(lost.items).toMatchObject([{ details: { submitted: 'unknown' } }, { status: 'completed' }]);
});

test('a saved run with an unknown shape finds its jobs by their claims', async () => {
	const { items, jobs } = await wakeWith((suspended) => Object.assign(suspended, { wakeAt: 'soon' }));
	expect(items.map(({ id, status }) => [id, status])).toEqual(jobs.map((id) => [id, 'completed']));
});
