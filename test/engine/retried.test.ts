import type { INodeParameters } from 'n8n-workflow';
import { GOES_ON, rows, setUp, swap } from '../support/bench';
import {
	connect,
	node,
	START,
	startEngine,
	type Engine,
	type RunOptions,
	type WorkflowJson,
} from '../support/engine';
import { ClaimTable } from '../support/claimTable';
import { freshNode } from '../support/freshNode';
import type { RunResult } from '../support/runResult';

/*
 * A retry of a killed execution. n8n does not know its jobs, gives its nodes artificial runs, and starts the workflow
 * again. Nothing is paid twice, even without keys.
 */

const table = ClaimTable.install();
const bench = setUp();
const CREATE = 'specifyimage';
const sent = () => bench.emulator.requestsTo(CREATE).length;
const images = () => bench.bodies(CREATE).map(({ modifyImage }) => String(modifyImage));
const idsOf = (result: RunResult) =>
	result.runs('Node').flatMap(({ data }) => data?.main?.[0]?.flatMap(({ json: { id } }) => id ?? []) ?? []);

/** An execution that n8n does not store. */
const run = async (input: RunOptions['input'], parameters: INodeParameters = {}, more: RunOptions = {}) =>
	await bench.engine.run(swap(parameters, GOES_ON), { input, mode: 'trigger', ...more });
const retryOf = ({ executionId }: RunResult, ...recovered: string[]): RunOptions => ({
	mode: 'retry',
	retryOf: executionId,
	recovered,
});

describe.each([
	['the node is the last on the canvas', []],
	['n8n has moved its run index by one', ['Node']],
])('when %s', (_where, recovered) => {
	test('a retry of a loop pays for no round again, and equal rows of two rounds keep their own jobs', async () => {
		const { nodes } = swap({}, GOES_ON);
		const loop: WorkflowJson = {
			nodes: [...nodes, node('Loop', 'n8n-nodes-base.splitInBatches', { batchSize: 1 })],
			connections: {
				...connect([START, 'Loop'], ['Node', 'Loop']),
				Loop: { main: [[], [{ node: 'Node', type: 'main' as const, index: 0 }]] },
			},
		};
		const [one, two, three] = rows(3);
		const rounds = async (input: RunOptions['input'], more?: RunOptions) =>
			await bench.engine.run(loop, { input, mode: 'trigger', ...more });
		const killed = await rounds([one!, two!, one!]);
		const retried = await rounds([one!, two!, one!, three!, one!], retryOf(killed, ...recovered, 'Loop'));
		expect(images().map((image) => image.slice(-5))).toEqual(
			['0', '1', '0', '2', '0'].map((n) => `${n}.png`),
		);
		expect(idsOf(retried).slice(0, 3)).toEqual(idsOf(killed));
		expect(new Set(idsOf(retried)).size).toBe(5);
	});
});

test('a retry creates a row with another request, and reuses the job of a row with another Reference', async () => {
	const [one, other] = rows(2);
	const killed = await run([one!], { options: { reference: 'a' } });
	await run([other!], { options: { reference: 'a' } }, retryOf(killed));
	await run([one!], { options: { reference: 'b' } }, retryOf(killed));
	expect(sent()).toBe(2);
});

describe('Continue Execution', () => {
	const continued = (executionId: string) => ({ options: { continueExecution: executionId } });

	test('a retry continues the retried execution if that sent jobs, and a key belongs to no execution', async () => {
		const [one, other] = [await run(rows(2)), await run(rows(2))];
		const retried = await run(rows(2), continued(other.executionId), retryOf(one, 'Node'));
		expect(idsOf(retried)).toEqual(idsOf(one));
		expect(JSON.stringify(retried.runs('Node'))).toContain('2 not paid again');
		const keyed = {
			options: { ...continued('1').options, idempotencyKey: '={{ "continued " + $json.row }}' },
		};
		const first = await run(rows(2), keyed);
		expect([idsOf(await run(rows(2), keyed)), sent()]).toEqual([idsOf(first), 6]);
	});

	test('the job of the second of two equal rows is found, also if the first was refused', async () => {
		const input = [rows(1)[0]!, rows(1)[0]!];
		bench.emulator.faults.add({ kind: 'code', code: 1003, match: { path: 'specifyimage' }, times: 1 });
		const first = await run(input, { limits: { concurrentSubmissions: 1 } });
		const again = await run(input, continued(first.executionId));
		expect([idsOf(again)[1], sent()]).toEqual([idsOf(first)[0], 3]);
	});

	test.each([
		['0', { submitted: 'unknown' }],
		['other', { submitted: 'no', suggestion: '' }],
	])(
		'an execution without a job for these rows is refused, and may be left out if it noted its root: %s',
		async (which, details) => {
			const other = await run(rows(1));
			const input = [rows(3)[2]!];
			const [item] = (await run(input, continued(which === 'other' ? other.executionId : which))).json(
				'Node',
			);
			expect(item).toMatchObject({
				error: expect.stringContaining('This node made no job for these items in execution'),
				details: { ...details, next: 'changeField' },
			});
			expect(sent()).toBe(1);
		},
	);
});

describe("if n8n's store never compares values", () => {
	let engine: Engine;
	beforeEach(async () => {
		jest.spyOn(table, 'checkProcessedAndRecord').mockResolvedValue({ new: [], processed: [] });
		const nodeTypes = { 'n8n-nodes-media-generation.faceSwap': freshNode('faceSwap') };
		engine = await startEngine({ emulator: bench.emulator, nodeTypes, beside: bench.engine });
	});

	test('jobs are made with claims of the process, and the run, the log and the execution say so', async () => {
		const says = expect.stringContaining(
			"This version of n8n can't keep notes of paid jobs: a retry may pay again",
		);
		const first = await engine.run(swap({}, GOES_ON), { input: rows(2), mode: 'trigger' });
		const again = await engine.run(swap({}, GOES_ON), { input: rows(2), ...retryOf(first) });
		expect([idsOf(again), sent()]).toEqual([idsOf(first), 2]);
		expect(first.runs('Node')[0]?.hints).toContainEqual(expect.objectContaining({ message: says }));
		expect(first.run.data.resultData.metadata).toMatchObject({ mediaNote: says });
		expect(engine.logs.lines).toContainEqual(expect.objectContaining({ level: 'warn', message: says }));
	});

	test.each([
		['Idempotency Key', { idempotencyKey: 'one' }],
		['Maximum Jobs per Day', { maxJobsPerDay: 5 }],
		['Continue Execution', { continueExecution: '1' }],
	])('%s is refused before anything is paid', async (label, options) => {
		const result = await engine.run(swap({ ...options }, GOES_ON), { input: rows(2), mode: 'trigger' });
		const error = `${label} can't be used here: this version of n8n can't keep notes of paid jobs`;
		expect(result.json('Node')).toMatchObject(Array(2).fill({ error, details: { submitted: 'no' } }));
		expect(sent()).toBe(0);
	});
});
