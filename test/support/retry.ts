import { jsonParse, jsonStringify, type INode, type IRunExecutionData } from 'n8n-workflow';
import type { RunResult } from './runResult';

/**
 * The data of a failed execution, as n8n's database returns it after you click Retry in the list of executions.
 * @param nodes of the workflow, which replace the nodes on the stack
 */
export function dataForRetry({ run }: RunResult, nodes: readonly INode[]): IRunExecutionData {
	const data = jsonParse<IRunExecutionData>(jsonStringify(run.data, { replaceCircularRefs: true }));
	const { lastNodeExecuted, runData } = data.resultData;
	delete data.resultData.error;
	const runs = lastNodeExecuted === undefined ? undefined : runData[lastNodeExecuted];
	if (runs?.at(-1)?.error !== undefined) runs.pop();
	for (const entry of data.executionData?.nodeExecutionStack ?? []) {
		entry.node = nodes.find(({ name }) => name === entry.node.name) ?? entry.node;
	}
	return data;
}
