import type { IDataObject, INodeExecutionData, IRun, ITaskData } from 'n8n-workflow';
import type { WorkflowJson } from './workflow';

export class RunResult {
	constructor(
		readonly run: IRun,
		readonly workflow: WorkflowJson,
		readonly executionId: string,
	) {}

	get status(): IRun['status'] {
		return this.run.status;
	}

	/** The error that ended the run. */
	get error() {
		return this.run.data.resultData.error;
	}

	runs(name: string): ITaskData[] {
		return this.run.data.resultData.runData[name] ?? [];
	}

	/** Items of a main output of a node's last run. */
	output(name: string, output = 0): INodeExecutionData[] {
		const task = this.runs(name).at(-1);
		if (task === undefined) throw new Error(`"${name}" did not run. ${this.error?.message ?? ''}`);
		if (task.data === undefined) throw new Error(`"${name}" gave nothing. ${task.error?.message ?? ''}`);
		return task.data.main?.[output] ?? [];
	}

	json(name: string, output = 0): IDataObject[] {
		return this.output(name, output).map(({ json }) => json);
	}
}
