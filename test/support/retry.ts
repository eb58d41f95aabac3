import { jsonParse, jsonStringify, type IRunExecutionData } from 'n8n-workflow';
import type { RunResult } from './runResult';

/** The data of a failed execution, as it comes back from n8n's database when Retry is pressed in the list of executions. */
export function dataForRetry({ run }: RunResult): IRunExecutionData {
	const data = jsonParse<IRunExecutionData>(jsonStringify(run.data, { replaceCircularRefs: true }));
	const { lastNodeExecuted, runData } = data.resultData;
	delete data.resultData.error;
	const runs = lastNodeExecuted === undefined ? undefined : runData[lastNodeExecuted];
	if (runs?.at(-1)?.error !== undefined) runs.pop();
	return data;
}
