import * as n8nWorkflow from 'n8n-workflow';
import type { IExecuteFunctions } from 'n8n-workflow';
import { ItemFailure, nodeError } from '../failure';
import type { Run } from '../runContext';
import type { CreateSettings } from '../settings';

/** What decides whether a run can be suspended between looks. */
export interface Ground {
	/** Whether this n8n hands the end of a sub-workflow to the execution that waits for it. */
	handsOn: boolean;
	executionId?: string;
	workflowId?: string;
	/** Seconds after which n8n cancels the workflow; none or less for never. */
	executionTimeout?: number;
	/** Minutes. */
	longestWait: number;
}

/** The name that n8n gives a workflow that was never saved. */
const NOT_SAVED = '__EMPTY__';

/**
 * Refuses to suspend a run between looks where it would not be woken up as it must, before anything is paid.
 * @throws NodeOperationError
 */
export function requireSuspending({ context }: Run, settings: readonly CreateSettings[]): void {
	const refusal = refusalOf({
		// Came with the first n8n that does.
		handsOn: 'WAIT_FOR_SUB_EXECUTION' in n8nWorkflow,
		...identityOf(context),
		executionTimeout: context.getWorkflowSettings().executionTimeout,
		longestWait: Math.max(...settings.map(({ options }) => options.timeout)),
	});
	if (refusal) throw nodeError(context.getNode(), refusal, 0);
}

/** The execution and the workflow that a run belongs to. */
export function identityOf(context: IExecuteFunctions): { executionId: string; workflowId: string } {
	const { id: workflowId = '' } = context.getWorkflow();
	return { executionId: context.getExecutionId(), workflowId };
}

/** Why a run can't be suspended between looks, with the ways on; undefined when it can. */
export function refusalOf(ground: Ground): ItemFailure | undefined {
	const { handsOn, executionId, workflowId, executionTimeout = 0, longestWait } = ground;
	if (!handsOn) {
		return refused(
			'Wait Using Suspend needs n8n 2.41 or later',
			'Update n8n; or set Wait Using to Polling, or to Callback where the service can reach this n8n; or switch Wait for Completion off and collect the results later with Get.',
		);
	}
	if (!isSaved(executionId) || !isSaved(workflowId)) {
		return refused(
			'Wait Using Suspend needs a saved workflow: n8n has to store the execution',
			'Save the workflow, or set Wait Using to Polling.',
		);
	}
	if (executionTimeout > 0 && executionTimeout < longestWait * 60) {
		return refused(
			`The workflow's own time-out of ${executionTimeout} seconds is shorter than the wait of ${longestWait} minutes`,
			'Raise Timeout Workflow in the settings of the workflow, or switch it off, or lower Timeout in the options of this node: n8n cancels a suspended execution whose time is over.',
		);
	}
	return undefined;
}

function isSaved(id: string | undefined): boolean {
	return id !== undefined && id !== '' && id !== NOT_SAVED;
}

function refused(message: string, whatToDo: string): ItemFailure {
	return new ItemFailure(message, { submitted: 'no', description: `${whatToDo} Nothing was created.` });
}
