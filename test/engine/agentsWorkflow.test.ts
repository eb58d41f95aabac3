import { createRunExecutionData, type INode, type IRunExecutionData } from 'n8n-workflow';
import { rows, swap } from '../support/bench';
import { completeNode, START } from '../support/workflow';
import { suspendedBench } from '../support/suspended';

/* A workflow that n8n Agents run as their tool: they cancel one that runs for two minutes, and wait for one that waits. */

const { bench, now } = suspendedBench();

/** What n8n stores of a run that an agent of n8n Agents has begun, before the run. */
function begunByAgent(node: INode): IRunExecutionData {
	const data = createRunExecutionData({
		executionData: {
			nodeExecutionStack: [{ node, data: { main: [rows(1).map((json) => ({ json }))] }, source: null }],
		},
	});
	return Object.assign(data, { parentAgentRun: { agentId: 'agent-1', runId: 'run-1' } });
}

test('the run is stored as soon as the first looks are over, whatever Store After says, and goes on with the result', async () => {
	const workflow = swap({ waitOptions: { storeAfter: 60 } });
	const [first] = workflow.nodes;
	const before = now();
	const run = await bench.engine.store(workflow, {
		mode: 'integrated',
		now,
		executionData: begunByAgent(completeNode(first!, 0, 1)),
	});
	expect(first?.name).toBe(START);
	expect(run.status).toBe('waiting');
	expect(run.waitTill! - before).toBeGreaterThan(65_000);
	// Long before the hour of Store After.
	expect(run.waitTill! - before).toBeLessThan(30 * 60_000);
	bench.emulator.jobs.complete();
	const result = await run.toTheEnd();
	expect(result.json('Node')).toMatchObject([{ status: 'completed' }]);
	expect(bench.created).toHaveLength(1);
});
