import { GOES_ON, rows, swap } from '../support/bench';
import { chain, node } from '../support/engine';
import { ClaimTable } from '../support/claimTable';
import { skipped } from '../support/skippedTime';
import { suspendedBench } from '../support/suspended';

/* Another try of a suspended run, by Retry on Fail or Retry execution. Nothing is paid twice. */

ClaimTable.install();
let jobMs = 3_600_000;
const { bench, store, swapNode, finish, now } = suspendedBench({
	jobMs: () => jobMs,
	callbacks: { lost: true },
});
const CREATE = 'specifyimage';
const RETRY = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
/** The numbers of the sent pictures, in order. */
const picturesSent = () =>
	bench.emulator
		.requestsTo(CREATE)
		.map(({ body }) => /(\d+)\.png/.exec(JSON.stringify(Object(body).modifyImage))?.[1]);
beforeEach(() => {
	jobMs = 3_600_000;
});

test('a run is suspended for rows that wait, even after a row that does not wait, and all keep their files', async () => {
	const options = { includeOtherFields: true };
	const photo = { data: 'AAAA', mimeType: 'image/png' };
	const input = rows(3).map((json) => ({ json, binary: { photo } }));
	const run = await store(swap({ waitForCompletion: '={{ $json.row !== 0 }}', ...options }), 0, { input });
	expect(run.status).toBe('waiting');
	const items = await finish(run);
	expect(items.map(({ status }) => status)).toEqual(['queued', 'completed', 'completed']);
	expect(run.result!.output('Node').every(({ binary }) => binary?.photo)).toBe(true);
});

test.each([{}, { idempotencyKey: 'one' }])(
	'a job of another run that never ends is given up: %j',
	async (key) => {
		const workflow = swap({ timeout: 3, ...key }, RETRY);
		await store(workflow, 1, { executionId: '900' });
		const again = await store(workflow, 1, { mode: 'retry', retryOf: '900' });
		for (let leg = 0; leg < 20 && again.status === 'waiting'; leg++) await again.wake();
		expect([again.status, picturesSent().length]).toEqual(['error', 1]);
	},
);

test.each([
	[{}, 'error'],
	[GOES_ON, 'success'],
] as const)(
	'a job that always fails is created Max. Tries times, even across suspensions: %j',
	async (more, status) => {
		const before = bench.created.length;
		const run = await store(swap({}, { ...RETRY, ...more }), 1);
		for (let leg = 0; leg < 10 && run.status === 'waiting'; leg++) {
			bench.emulator.jobs.fail(bench.created.at(-1)!.id, 'no face was found');
			await run.wake();
		}
		expect([run.status, bench.created.length - before]).toEqual([status, 2]);
	},
);

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

test('a retry of a killed leg with the saved workflow fails, and the next retry reuses the jobs', async () => {
	const before = bench.created.length;
	const after = node('After', 'n8n-nodes-base.noOp');
	for (const settings of [{}, GOES_ON, { onError: 'continueErrorOutput' as const }]) {
		const run = await store(chain(swapNode({}, settings), after), 2);
		const made = bench.created.length;
		const failed = await bench.engine.retry(run.result!);
		expect(failed.error?.message).toBeDefined();
		expect([...failed.runs('Node'), ...failed.runs('After')]).toEqual([]);
		bench.emulator.jobs.complete();
		const result = await bench.engine.retry(failed);
		expect(result.status).toBe('success');
		expect(result.json('After').map(({ status }) => status)).toEqual(['completed', 'completed']);
		expect(bench.created).toHaveLength(made);
	}
	expect(bench.created.length - before).toBe(6);
});

test('the retry of a killed leg gives its jobs a new Timeout', async () => {
	const run = await store(swap({ waitOptions: { timeout: 20 } }), 1);
	skipped.ms += 30 * 60_000;
	const failed = await bench.engine.retry(run.result!);
	const result = await bench.engine.retry(failed);
	expect([result.error?.message, result.status]).toEqual([undefined, 'waiting']);
});
