import fc from 'fast-check';
import type { IExecuteFunctions, INode } from 'n8n-workflow';
import type { JobState } from '../../../nodes/shared/jobs/kinds';
import { refusalOf, type Ground } from '../../../nodes/shared/operation/durable/watched/canSuspend';
import { nextLook } from '../../../nodes/shared/operation/durable/watched/lookDate';
import { outputsOf } from '../../../nodes/shared/operation/durable/outputs';
import { runStep } from '../../../nodes/shared/operation/durable/watched/steps';
import {
	delivererWorkflow,
	watcherWorkflow,
} from '../../../nodes/shared/operation/durable/watched/subWorkflows';
import { VirtualClock } from '../jobs/virtualClock';

const node: INode = {
	id: 'node-1',
	name: 'Start',
	type: 'n8n-nodes-media-generation.faceSwap',
	typeVersion: 1,
	position: [0, 0],
	onError: 'continueErrorOutput',
	retryOnFail: true,
	parameters: { waitUsing: 'suspend' },
	credentials: { mediaGenerationApi: { id: '1', name: 'Account' } },
};

describe('the sub-workflows of a suspended run', () => {
	test.each([
		['the watcher', watcherWorkflow(node), ['watch']],
		['the deliverer', delivererWorkflow(node, 'handOn'), ['deliver', 'handOn']],
		['the deliverer of a failure', delivererWorkflow(node, 'fail'), ['deliver', 'fail']],
	])('%s runs the node itself as its steps, with its credential', (_name, { nodes, connections }, steps) => {
		const own = nodes.filter(({ type }) => type === node.type);
		expect(own.map(({ parameters }) => parameters)).toEqual(
			steps.map((durableStep) => ({ waitUsing: 'suspend', durableStep })),
		);
		for (const one of own) {
			expect(one.credentials).toEqual(node.credentials);
			// n8n would make one item of all, or do the step again.
			expect(one).not.toHaveProperty('onError');
			expect(one).not.toHaveProperty('retryOnFail');
		}
		const names = nodes.map(({ name }) => name);
		expect(new Set(names).size).toBe(names.length);
		const targets = Object.values(connections).flatMap(({ main = [] }) => main.flatMap((to) => to ?? []));
		expect(names).toEqual(expect.arrayContaining(targets.map((target) => target.node)));
		expect(Object.keys(connections).every((name) => names.includes(name))).toBe(true);
	});

	test('the watcher comes back to its look, and by nothing else than the item that says so', () => {
		const { connections } = watcherWorkflow(node);
		expect(connections['Look Again?']?.main).toEqual([[{ node: 'Watch', type: 'main', index: 0 }]]);
	});
});

describe('suspending is refused before anything is paid', () => {
	const good: Ground = { handsOn: true, executionId: '7', workflowId: 'w', longestWait: 180 };

	test.each([
		['where n8n would lose the results', { handsOn: false }, 'needs n8n 2.41 or later'],
		['in a workflow that is not saved', { workflowId: '__EMPTY__' }, 'needs a saved workflow'],
		['in a workflow without an ID', { workflowId: '' }, 'needs a saved workflow'],
		['in an execution that is not stored', { executionId: undefined }, 'needs a saved workflow'],
		['where n8n cancels while it wakes the run up', { cancelledIn: 181 * 60 }, 'in 10860 seconds'],
		['where n8n cancels before', { cancelledIn: 3600 }, 'cancels this execution in 3600 seconds'],
	])('%s', (_where, changes, words) => {
		const refusal = refusalOf({ ...good, ...changes });
		expect(refusal?.message).toContain(words);
		expect(refusal?.details).toMatchObject({
			submitted: 'no',
			description: expect.stringContaining('Nothing was created.'),
		});
	});

	test.each([undefined, 185 * 60, 1e6])('but not where n8n cancels after %s seconds', (cancelledIn) => {
		expect(refusalOf({ ...good, cancelledIn })).toBeUndefined();
	});
});

test('looks are 65 seconds to 10 minutes apart, and one comes when the time is up', () => {
	const moment = fc.integer({ min: 0, max: 1e9 });
	fc.assert(
		fc.property(moment, moment, moment, (suspendedAt, age, wait) => {
			const now = suspendedAt + age;
			const deadline = suspendedAt + wait;
			const next = nextLook(now, suspendedAt, deadline);
			expect(next).toBeGreaterThan(now);
			expect(next - now).toBeLessThanOrEqual(600_000);
			if (next !== deadline) expect(next - now).toBeGreaterThanOrEqual(65_000);
			if (now < deadline) expect(next).toBeLessThanOrEqual(deadline);
		}),
	);
});

test('when the time is up, what is final is finished, and the others go out as last seen', async () => {
	const clock = new VirtualClock();
	const context = { helpers: { httpRequest: jest.fn(), prepareBinaryData: jest.fn() } };
	const job = { submittedAt: clock.now(), downloadResult: false, binaryPropertyName: 'data', simplify: true };
	const entries = ['a', 'b', 'c'].map((id, item) => ({
		item,
		job: { id, status: 'queued', ...job, reference: `row ${item}` },
	}));
	const finals = new Map<string, JobState>([
		['a', { id: 'a', status: 'completed', resultUrl: 'https://x/a.png', record: {} }],
	]);
	const unfinished = new Map<string, JobState>([['b', { id: 'b', status: 'processing', record: {} }]]);
	const { items, failure } = await outputsOf(
		context,
		clock,
		{ kind: 'faceSwap', stopOnFailure: true, timeout: 1, entries },
		finals,
		unfinished,
	);
	expect(failure).toBeUndefined();
	expect(items.map(({ json }) => json)).toEqual([
		expect.objectContaining({ id: 'a', status: 'completed', reference: 'row 0' }),
		expect.objectContaining({ id: 'b', status: 'processing', reference: 'row 1', timedOut: true }),
		expect.objectContaining({ id: 'c', status: 'queued', reference: 'row 2', timedOut: true }),
	]);
	expect(items[0]?.json).not.toHaveProperty('timedOut');
});

describe('an execution that watches', () => {
	const orders = {
		suspended: {
			kind: 'image',
			stopOnFailure: false,
			timeout: 1,
			entries: [{ item: 0, done: { json: { approved: true } } }],
		},
		parent: { executionId: '17', workflowId: 'w' },
		nodeName: 'Swap',
		suspendedAt: Date.now(),
		deadline: Date.now() + 60_000,
		endsAt: Date.now() + 3_600_000,
	};
	/** Two looks in an execution that n8n knows to be started by this one. */
	async function watch(parentExecution: object | undefined) {
		const executeWorkflow = jest.fn();
		const kept = {};
		const context = {
			getContext: () => kept,
			getInputData: () => [{ json: orders }],
			getExecuteData: () => ({ data: { main: [] } }),
			getNode: () => node,
			putExecutionToWait: async () => {},
			logger: { warn() {}, debug() {}, info() {} },
			executeWorkflow,
			runExecutionData: { parentExecution },
		} as unknown as IExecuteFunctions;
		await runStep(context, 'watch');
		await runStep(context, 'watch');
		return executeWorkflow.mock.calls;
	}

	test('wakes up the run that has started it', async () => {
		const calls = await watch({ executionId: '17', workflowId: 'w' });
		expect(calls).toHaveLength(1);
		expect(calls[0]?.[3]).toMatchObject({ parentExecution: { executionId: '17', shouldResume: true } });
	});

	test.each([
		['nobody has started', undefined],
		['another has started', { executionId: '18', workflowId: 'w' }],
	])('wakes up nobody where %s it: n8n would wake up whichever it is told to', async (_name, parent) => {
		await expect(watch(parent)).rejects.toThrow('nobody but an execution that it has started');
	});
});
