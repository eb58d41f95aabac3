import { setTimeout as wait } from 'node:timers/promises';
import { byId, faceSwap, rows, setUp, swap } from '../support/bench';
import { until } from '../support/until';

const bench = setUp({ jobMs: 3_600_000 });

/** Runs swaps, stops once all are created and polled, and returns the run and its jobs. */
async function stopInMidWait(options: Record<string, boolean>, settings = {}) {
	const { length } = bench.created;
	const running = bench.engine.start(swap({ ...options }, settings), { input: rows(3) });
	await until(() => bench.created.length === length + 3 && bench.reads > 0);
	running.stop();
	const result = await running.finished;
	return { result, jobs: () => bench.created.slice(length) };
}

test('Stop ends the wait immediately, and the jobs continue at the service', async () => {
	const { result, jobs } = await stopInMidWait({});
	expect(result.status).toBe('canceled');
	// A poll under way may end.
	await wait(50);
	const reads = bench.reads;
	await wait(100);
	expect(bench.reads).toBe(reads);
	expect(['/job/del', 'session/close'].flatMap((path) => bench.emulator.requestsTo(path))).toEqual([]);
	expect(jobs().map(({ status }) => status)).not.toContain(4);
});

test('with Cancel on Stop, the unfinished jobs are canceled at the service, and Get says who did it', async () => {
	const { result, jobs } = await stopInMidWait({ cancelOnStop: true });
	expect(result.status).toBe('canceled');
	await until(() => jobs().every(({ status }) => status === 4));
	const [request, ...others] = bench.emulator.requestsTo('/job/del');
	expect(request?.body).toEqual({ job_ids: String(jobs().map(({ jobId }) => jobId)) });
	expect(others).toEqual([]);
	const recordId = byId(jobs()[0]!.id);
	const get = faceSwap('job', 'get', { recordId, waitForCompletion: true });
	const { error } = await bench.engine.run(get);
	expect(error?.message).toMatch(/^Face swap was canceled/);
	expect(error?.description).toContain(`Cancel on Stop of execution ${result.executionId} did it.`);
});

test('a run whose job is canceled by Job › Cancel in this process names the execution that did it', async () => {
	const { length } = bench.created;
	const running = bench.engine.start(swap({}), { input: rows(1) });
	await until(() => bench.created.length > length);
	const jobIds = bench.created.at(-1)!.jobId;
	const { executionId } = await bench.engine.run(faceSwap('job', 'cancel', { jobIds }));
	const { error } = await running.finished;
	expect(error).toMatchObject({
		message: expect.stringMatching(/^Face swap was canceled/),
		description: expect.stringContaining(`Job › Cancel of execution ${executionId} did it.`),
		context: { data: { next: 'nothing', status: 'failed' } },
	});
	expect(error?.description).not.toContain('Another process');
});

test('with Cancel on Stop, the log names the jobs that could not be canceled', async () => {
	bench.emulator.faults.add({ kind: 'code', code: 1009, match: { path: '/job/del' }, times: Infinity });
	const { jobs } = await stopInMidWait({ cancelOnStop: true });
	for (const { jobId } of jobs()) expect(bench.engine.logs.text()).toContain(`Cancel ${jobId}: `);
});

test.each([
	['the job of another execution continues', { idempotencyKey: 'order 7' }, 0],
	['the job of a killed execution is canceled', {}, 1],
])('with Cancel on Stop, %s', async (_what, options, canceled) => {
	const killed = swap({ waitForCompletion: false, options: { ...options } });
	const { executionId } = await bench.engine.run(killed, { input: rows(1), mode: 'trigger' });
	const { id, jobId } = bench.created.at(-1)!;
	bench.answer('/listbyids', { result: [{ _id: id, job_id: jobId, faceswap_status: 1 }] });
	const reads = bench.reads;
	const workflow = swap({ ...options, cancelOnStop: true });
	const retry = { input: rows(1), mode: 'retry', retryOf: executionId } as const;
	const running = bench.engine.start(workflow, retry);
	await until(() => bench.reads > reads + 1);
	running.stop();
	expect((await running.finished).status).toBe('canceled');
	expect(bench.emulator.requestsTo('/job/del')).toHaveLength(canceled);
});

test('a swap that is being created during a Stop is logged and canceled', async () => {
	const { length } = bench.created;
	bench.engine.logs.clear();
	bench.emulator.faults.add({ kind: 'slow', delayMs: 300, match: { path: 'specifyimage' } });
	const running = bench.engine.start(swap({ waitOptions: { cancelOnStop: true } }), { input: rows(1) });
	await until(() => bench.emulator.requestsTo('specifyimage').length > 0);
	running.stop();
	expect((await running.finished).status).toBe('canceled');
	await until(() => bench.created.length === length + 1);
	await until(() => bench.created.at(-1)?.status === 4);
	expect(bench.engine.logs.text()).toContain(`Face swap ${bench.created.at(-1)?.id} was created`);
});

test('a Stop while the credential gets no token leaves no create in doubt', async () => {
	const saved = bench.engine.readCredential();
	bench.engine.saveCredential({ ...saved, clientSecret: 'another-secret' });
	bench.emulator.faults.add({ kind: 'slow', delayMs: 300, match: { path: '/getToken' } });
	const before = bench.emulator.requestsTo('/getToken').length;
	const input = { input: rows(1), mode: 'trigger' } as const;
	const running = bench.engine.start(swap({ waitForCompletion: false }), input);
	await until(() => bench.emulator.requestsTo('/getToken').length > before);
	running.stop();
	const stopped = await running.finished;
	bench.engine.saveCredential(saved);
	expect((await bench.engine.retry(stopped)).json('Node')).toMatchObject([{ id: bench.created.at(-1)?.id }]);
});
