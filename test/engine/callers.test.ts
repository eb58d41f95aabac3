import { type IExecuteFunctions } from 'n8n-workflow';
import { swap } from '../support/bench';
import { chain, node } from '../support/engine';
import { HOURS_MS, suspendedBench } from '../support/suspended';
import { define, passOn, property } from '../support/substitutes/define';

/* A run is never saved while someone waits for its output, because n8n would answer too early. */

const { bench, store, swapNode } = suspendedBench();

/** Nodes with a waiting caller, and the node that answers. */
const parameters = [property('responseMode', 'string', 'onReceived'), property('resume', 'string', '')];
/** Takes as long as n8n's own node, so a call that resumes comes later. */
async function answer(this: IExecuteFunctions) {
	await new Promise((done) => setTimeout(done, 5));
	return await passOn.call(this);
}
const base = ['webhook', 'wait', 'respondToWebhook'].map(
	(name) =>
		[
			`n8n-nodes-base.${name}`,
			define(name, name === 'respondToWebhook' ? answer : passOn, parameters),
		] as const,
);
const webhook = (responseMode: string) => node('Webhook', 'n8n-nodes-base.webhook', { responseMode });
const WAIT = node('Wait', 'n8n-nodes-base.wait', { responseMode: 'responseNode', resume: 'webhook' });
const RESPOND = node('Respond', 'n8n-nodes-base.respondToWebhook');
const DISABLED = { ...RESPOND, disabled: true };

const isDone = { status: 'completed' };

test.each([
	['of engine 2, whose IDs are no numbers', { executionId: 'c9f0f895-1f2a-4d1e' }, 'run a node again'],
	['of a workflow that another workflow called', { mode: 'integrated' as const }, 'called this one'],
])('a run %s waits in memory, the log says why, and Callback pays nothing', async (_what, options, why) => {
	const { result } = await store(swap({ waitMethod: 'callback' }), 1, options);
	expect(result!.error?.message).toMatch(new RegExp(`^Wait Method can't be Callback here: .*${why}`));
	expect(result!.error?.description).toContain('No job was made');
	bench.emulator.jobs.next({ status: 3, jobMs: 30_000 });
	const run = await store(swap(), 1, options);
	expect([run.status, run.legs]).toEqual(['success', 1]);
	expect(run.result!.json('Node')).toMatchObject([isDone]);
	expect(bench.engine.logs.messages('debug').join('\n')).toMatch(new RegExp(`waits in memory: .*${why}`));
});

test.each([
	[{ saveAfter: '={{ $json.row }}' }, 'Save Execution After (Minutes)', '1', '0'],
	[{ waitMethod: '={{ $json.row ? "polling" : "automatic" }}' }, 'Wait Method', '"Polling"', '"Automatic"'],
	[{ maxOpenJobs: '={{ $json.row % 2 + 1 }}' }, 'Maximum Open Jobs', '2', '1'],
	[{ continueExecution: '={{ $json.row % 2 + 1 }}' }, 'Continue Execution', '"2"', '"1"'],
])('a row that differs in %j fails alone, before any is paid', async (options, label, given, usual) => {
	const before = bench.created.length;
	// The third row does not wait, and the others do.
	const run = await store(swap({ waitForCompletion: '={{ $json.row < 2 }}', ...options }), 3);
	expect(run.result!.error?.message).toBe(
		`${label} must be the same for all items, but ${given} was given, and row 1 has ${usual}`,
	);
	expect(bench.created).toHaveLength(before);
});

test.each([
	['a node above has answered its webhook', true, [webhook('responseNode'), RESPOND]],
	['only a disabled node would have answered it', false, [webhook('responseNode'), DISABLED]],
	['a node above has answered the call that resumed it', true, [webhook('onReceived'), WAIT, RESPOND]],
	['a node below answers the call that resumed it', false, [webhook('responseNode'), RESPOND, WAIT]],
])('if %s, a run is saved: %s', async (_who, isSaved, nodes) => {
	bench.emulator.jobs.next({ status: 3, jobMs: isSaved ? HOURS_MS : 30_000 });
	bench.engine.instance.nodeTypes.add(base);
	const run = await store(chain(...nodes, swapNode()), 1, { mode: 'webhook' });
	expect(run.status).toBe(isSaved ? 'waiting' : 'success');
	bench.emulator.jobs.complete();
	expect((await run.toTheEnd()).json('Node')).toMatchObject([isDone]);
});
