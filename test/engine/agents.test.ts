import { randomUUID } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';
import { byId, setUp } from '../support/bench';
import { now } from '../support/fastClock';
import { HOURS_MS } from '../support/suspended';
import { AGENT, calledBy, callInAgents, MCP_TRIGGER, toolsOf } from '../support/tools';
import { swapParameters as swap } from '../support/workflow';
const bench = setUp({ jobMs: HOURS_MS }, { nodeTypes: toolsOf('faceSwap') });
const sent = () => bench.bodies('specifyimage').length;

let picture = '';
beforeEach(() => {
	picture = `http://127.0.0.1:9/${randomUUID()}.png`;
});

/** For calls whose duration is not tested, because each second that a tool waits costs polls. */
const BRIEFLY: INodeParameters = { waitOptions: { toolTimeout: 10 } };

/** Calls a tool in an execution of its own. */
async function call(caller: string, parameters: INodeParameters) {
	const input = [{ picture }];
	const result = await bench.engine.run(calledBy(caller, parameters), { input, mode: 'webhook' });
	return result.json('Caller');
}
const viaMcp = async (parameters: INodeParameters) => (await call(MCP_TRIGGER, parameters))[0] ?? {};
const viaAgents = async (parameters: INodeParameters) =>
	await callInAgents(bench.engine, parameters, { picture });

describe.each([
	// Callers give up after 60 s, and after 120 s.
	['an MCP trigger', viaMcp, 50, 60],
	['n8n Agents', viaAgents, 100, 120],
])('under %s', (_caller, ask, seconds, patience) => {
	test('a tool answers in time with the ID and the next call, and its job continues', async () => {
		const began = now();
		const answer = await ask(swap());
		const took = (now() - began) / 1_000;
		expect(answer).toEqual({
			status: 'processing',
			id: bench.created.at(-1)?.id,
			jobId: bench.created.at(-1)?.jobId,
			kind: 'faceSwap',
			createdAt: expect.any(String),
			next: 'readJob',
			resource: 'job',
			description:
				'The job continues. In about 30 seconds call the tool that gets a face swap by its ID; the same call again within 15 minutes gives this job and is not paid again.',
		});
		expect(took).toBeGreaterThanOrEqual(seconds);
		expect(took).toBeLessThan(patience - 5);
		expect(bench.created.at(-1)?.status).not.toBe('cancelled');
	});

	test('Get answers in time even if the service does not', async () => {
		const { id } = await ask(swap(BRIEFLY));
		bench.emulator.faults.add({ kind: 'timeout', match: { path: 'listbyids' }, times: Infinity });
		const began = now();
		const get = { resource: 'job', operation: 'get', recordId: byId(String(id)), waitForCompletion: true };
		const answer = await ask({ ...get, waitOptions: { toolTimeout: 50 } });
		expect((now() - began) / 1_000).toBeLessThan(60);
		expect(answer).toMatchObject({ error: expect.stringContaining('did not answer'), details: { id } });
	});

	test('a tool saves no file, because n8n would drop it', async () => {
		bench.emulator.jobs.next({ status: 3, jobMs: 10 });
		const answer = await ask(swap({ downloadResult: true }));
		expect(answer).toMatchObject({ status: 'completed' });
		expect(bench.emulator.requests.filter(({ path }) => path.includes('/results/'))).toEqual([]);
	});
});

test('under the AI Agent node a tool waits for its result', async () => {
	const answered = call(AGENT, swap());
	const pause = async () => await new Promise((done) => setTimeout(done, 5));
	while (sent() < 1) await pause();
	// For longer than under any other caller, by the nodes' clock.
	for (const asked = now(); now() - asked < 150_000;) await pause();
	bench.emulator.jobs.complete();
	expect(await answered).toMatchObject([{ status: 'completed' }]);
});

test('an Idempotency Key is refused in n8n Agents before anything is paid, with the reason', async () => {
	const answer = await viaAgents(swap({ options: { idempotencyKey: 'order 7' } }));
	expect(answer.error).toContain('a tool of n8n Agents runs without a workflow');
	expect(sent()).toBe(0);
});
