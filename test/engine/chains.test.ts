import type { INodeParameters } from 'n8n-workflow';
import { GOES_ON, rows, setUp, swap } from '../support/bench';
import { ClaimTable } from '../support/claimTable';
import { node, type RunOptions } from '../support/engine';
import type { RunResult } from '../support/runResult';

/*
 * Whose jobs a run gets. All executions send the same rows, so a row with the job of another chain is seen.
 */

const table = ClaimTable.install();
const bench = setUp({}, { binaryMode: 'filesystem' });
const sent = () => bench.emulator.requestsTo('specifyimage').length;
const idsOf = (result: RunResult) => result.json('Node').map(({ id }) => String(id));
const run = async (
	count: number,
	more: RunOptions = {},
	options = {},
	workflow = swap({ options }, GOES_ON),
) => await bench.engine.run(workflow, { input: rows(count), mode: 'trigger', ...more });
const retryOf = (executionId: string): RunOptions => ({
	...{ mode: 'retry', retryOf: executionId, recovered: ['Node'] },
});
/** An execution that ends above the node. */
const above = async (more: RunOptions = {}) =>
	(await bench.engine.run({ nodes: [node('Above', 'n8n-nodes-base.noOp')] }, more)).executionId;
const continued = (executionId: string) => ({ continueExecution: executionId });

const OLD: RunOptions = { token: '' };

interface Refusal {
	parameters?: INodeParameters;
	more?: RunOptions;
	before?: () => void;
}

test.each<[string, Refusal]>([
	['by a parameter', { parameters: { timeout: 'soon' } }],
	['with a key by a parameter', { parameters: { timeout: 'soon', idempotencyKey: 'a' } }],
	['by its Callback', { parameters: { waitMethod: 'callback' }, more: { mode: 'cli' } }],
	['by an operation that is gone', { parameters: { operation: 'gone' } }],
	['by its credential', { before: () => bench.engine.saveCredential({ baseUrl: '' }) }],
	['while the database is away', { parameters: { timeout: 0.01 }, before: () => (table.failures = 200) }],
])('the retry of a run that was refused %s makes its own jobs', async (how, refusal) => {
	const { parameters, more, before } = refusal;
	const credential = bench.engine.readCredential();
	for (const n8n of how.includes('database') ? [{}] : [{}, OLD]) {
		const begun = sent();
		const first = await run(1, n8n);
		before?.();
		const refused = await run(2, { ...n8n, ...more }, {}, swap(parameters, GOES_ON));
		bench.engine.saveCredential(credential);
		table.failures = 0;
		expect([refused.json('Node').every(({ error }) => error), sent() - begun]).toEqual([true, 1]);
		const retried = await run(2, { ...n8n, ...retryOf(refused.executionId) });
		expect([idsOf(retried).includes(idsOf(first)[0]!), sent() - begun]).toEqual([false, 3]);
		const again = await run(2, { ...n8n, ...retryOf(retried.executionId) });
		expect([idsOf(again), sent() - begun]).toEqual([idsOf(retried), 3]);
	}
});

test('an execution without a token, of which n8n names only one that ended above the node, is refused', async () => {
	const killed = await run(3, OLD);
	await run(1, OLD);
	const retry = { ...OLD, ...retryOf(await above({ ...OLD, retryOf: killed.executionId })) };
	const refused = await run(3, retry);
	const error = 'n8n does not say which execution sent the jobs of this retry';
	expect(refused.json('Node')).toMatchObject(
		Array(3).fill({ error, details: { submitted: 'unknown', next: 'changeField' } }),
	);
	const next = await run(3, { ...retry, retryOf: refused.executionId }, continued(killed.executionId));
	const again = await run(3, { ...retry, retryOf: next.executionId });
	expect([idsOf(next), idsOf(again), sent()]).toEqual([idsOf(killed), idsOf(killed), 4]);
});

test('a retry of an execution that continued another one gets its jobs, after Continue Execution was emptied', async () => {
	const first = await run(2);
	const next = await run(3, {}, continued(first.executionId));
	const again = await run(3, retryOf(next.executionId));
	expect([idsOf(next).slice(0, 2), idsOf(again), sent()]).toEqual([idsOf(first), idsOf(next), 3]);
});

test('without a token, a retry of rows with keys gets their jobs, and notes no root', async () => {
	const keyed = { idempotencyKey: '={{ "old " + $json.row }}' };
	const first = await run(2, OLD, keyed);
	const retry = { ...OLD, ...retryOf(await above(OLD)) };
	const again = await run(2, retry, keyed);
	expect([idsOf(again), sent()]).toEqual([idsOf(first), 2]);
	// Otherwise a retry without the keys would pay again.
	const refused = await run(2, { ...retry, retryOf: again.executionId });
	expect(refused.json('Node')).toMatchObject(Array(2).fill({ details: { submitted: 'unknown' } }));
});

const UUIDS = ['0198c9a4-0000-7000-8000-000000000001', '0198c9a4-0000-7000-8000-000000000002'] as const;

test('an execution with a UUID is continued and retried, although each of its steps has another token', async () => {
	const [one, two] = UUIDS;
	const first = await run(2, { executionId: one, token: 'a' });
	const step = await run(2, { executionId: one, token: 'b' });
	const next = await run(3, { executionId: two, token: 'c' }, continued(one));
	const retried = await run(3, { ...retryOf(two), executionId: one.replace('1', '3'), token: 'd' });
	expect([idsOf(step), idsOf(next).slice(0, 2)]).toEqual([idsOf(first), idsOf(first)]);
	expect([idsOf(retried), sent()]).toEqual([idsOf(next), 3]);
});
