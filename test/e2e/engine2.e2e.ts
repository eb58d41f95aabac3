import { createRequire } from 'node:module';
import type { IWorkflowExecuteAdditionalData, INodeTypes } from 'n8n-workflow';
import { installN8n } from '../n8n/install';
import { setUp, swap } from '../support/bench';
import { additionalDataOf } from '../support/run';
import { version } from './installed';

/*
 * n8n's engine 2 runs each node as a step, by an adapter that n8n brings: it gives the node a stack that nobody reads, so
 * what asks to wait ends as a success without items. Here that adapter, of the installed n8n, runs the node. On a server
 * n8n 2.41 refuses a credential whose token expires before it runs the step.
 */

/** What is used of `@n8n/node-engine-compatibility`. */
interface Adapter {
	V1StepExecutor: new (deps: {
		nodeTypes: INodeTypes;
		additionalDataFactory: (context: { executionId: string }) => Promise<IWorkflowExecuteAdditionalData>;
		loadStepData: () => Promise<{ graph: { nodes: object[]; edges: object[] }; outputsByNode: object }>;
	}) => { execute(request: object): Promise<{ outputs: unknown[] }> };
}

const bench = setUp({ callbacks: { lost: true } });
const EXECUTION = 'c9f0f895-1f2a-4d1e-8f5a-2b1d3c4e5f60';
let step: (parameters: Parameters<typeof swap>[0]) => Promise<unknown[]>;

beforeAll(async () => {
	const n8n = createRequire((await installN8n(version, () => {})).script);
	const { Expression } = n8n('n8n-workflow');
	await Expression.initExpressionEngine({
		engine: 'vm',
		poolSize: 1,
		maxCodeCacheSize: 1024,
		bridgeTimeout: 5000,
		bridgeMemoryLimit: 128,
	});
	const { V1StepExecutor }: Adapter = n8n('@n8n/node-engine-compatibility');
	step = async (given) => {
		const { instance } = bench.engine;
		const { type, parameters } = swap(given).nodes[1]!;
		const graphNode = {
			id: 'swap',
			name: 'Swap',
			type: 'v1-node',
			config: {
				nodeType: type,
				typeVersion: 1,
				parameters,
				continueOnFail: false,
				credentials: { mediaGenerationApi: { id: 'credential-1', name: 'Media Generation account' } },
			},
		};
		const executor = new V1StepExecutor({
			nodeTypes: instance.nodeTypes,
			additionalDataFactory: async ({ executionId }) => additionalDataOf(instance, executionId),
			loadStepData: async () => ({ graph: { nodes: [graphNode], edges: [] }, outputsByNode: {} }),
		});
		const { outputs } = await executor.execute({
			node: graphNode,
			inputs: [[{ json: { picture: 'http://127.0.0.1:9/picture.png' } }]],
			context: {
				executionId: EXECUTION,
				stepId: 'step-1',
				workflowId: 'workflow-1',
				mode: 'production',
				iteration: 0,
				callerContext: { hostMode: 'trigger' },
			},
		});
		return outputs;
	};
});

test('a run that would be stored goes on in the process', async () => {
	bench.emulator.jobs.next({ status: 3, jobMs: 1_500 });
	const outputs = await step({ waitOptions: { storeAfter: 0 } });
	expect(outputs).toMatchObject([[{ json: { status: 'completed', id: bench.created[0]?.id } }]]);
	expect(bench.created).toHaveLength(1);
});

test('waiting for calls is refused before anything is paid', async () => {
	const before = bench.created.length;
	const refused = step({ waitOptions: { waitUsing: 'callback' } });
	await expect(refused).rejects.toThrow('does not run a node again after a wait');
	expect(bench.created).toHaveLength(before);
});
