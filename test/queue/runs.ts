import type { ExecutionStatus } from 'n8n-workflow';
import { calledTrigger, locator, target, webhook } from '../e2e/line';
import { endedRuns, post, publish } from '../e2e/runs';
import { swapWorkflow, type SwapOptions } from '../e2e/workflows';
import { itemsOf } from '../n8n/client';
import type { Execution, RunItem } from '../n8n/shapes';
import type { Cluster } from './cluster';

let count = 0;

const rowsOfBody = {
	name: 'Rows',
	type: 'n8n-nodes-base.splitOut',
	parameters: { fieldToSplitOut: 'body.rows', options: {} },
};

/** Prints a line of figures, without the test runner's frame. */
export const say = (line: string) => void process.stdout.write(`    ${line}\n`);

export const numbers = (length: number, from = 0) => Array.from({ length }, (_, index) => from + index);

/** Puts a workflow of swaps into production. Returns functions to call it, and to read its executions and jobs. */
export async function putSwapsIntoProduction(cluster: Cluster, options: SwapOptions = {}) {
	const { client, credential, emulator, balancer } = cluster;
	const path = `swaps-${++count}-${Date.now()}`;
	// The picture identifies the jobs of this workflow.
	const modifyImage = `https://example.com/${path}.png`;
	const parameters = { modifyImage: locator('url', modifyImage), ...options.parameters };
	const given = { trigger: webhook(path), rows: rowsOfBody, ...options, parameters };
	const workflow = swapWorkflow(credential, given);
	const called = {
		...calledTrigger,
		id: 'called',
		position: [0, 200],
		parameters: calledTrigger.parameters ?? {},
	};
	const { id: workflowId } = await publish(cluster, {
		...workflow,
		nodes: [...workflow.nodes, called],
		connections: { ...workflow.connections, Called: { main: [target('Rows')] } },
		tags: [cluster.tag],
	});
	const requestsBefore = emulator.requests.length;
	/** The executions so far, oldest first. */
	const list = async () => (await client.executions({ workflowId })).reverse();
	return {
		list,
		/** Calls the workflow `times` times at the same time, with equal shares of the rows, and more for `$json.body`. */
		async call(rows: readonly number[], times = 1, more: Record<string, string> = {}): Promise<void> {
			const share = Math.ceil(rows.length / times);
			const bodies = numbers(times).map((each) => rows.slice(each * share, (each + 1) * share));
			const calls = bodies.map(async (each) => {
				const body = { ...more, rows: each.map((row) => ({ row })) };
				const answer = await post(`${balancer.baseUrl}/webhook/${path}`, body);
				if (!answer.ok) throw new Error(`The call was answered ${answer.status}`);
			});
			await Promise.all(calls);
		},
		/** Waits until so many executions have one of the statuses (by default a final status). Returns all executions. */
		ended: async (wanted: number, statuses?: readonly ExecutionStatus[], longest?: number) =>
			await endedRuns(cluster, workflowId, wanted, statuses, longest),
		jobs: () => emulator.jobs.created().filter(({ request }) => request.modifyImage === modifyImage),
		/** All polls since the workflow was put into production. */
		polls: () =>
			emulator.requests.slice(requestsBefore).filter(({ path: each }) => each.endsWith('/listbyids')).length,
	};
}
export type Runs = Awaited<ReturnType<typeof putSwapsIntoProduction>>;

export const outputOf = (execution: Execution): RunItem[] => itemsOf(execution, 'After');

export const referencesOf = (items: readonly RunItem[]) => items.map(({ json }) => json.reference);
export const idsOf = (items: readonly Pick<RunItem, 'json'>[]) => items.map(({ json }) => json.id);
