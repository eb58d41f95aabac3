import * as n8nWorkflow from 'n8n-workflow';
import type { IExecuteFunctions } from 'n8n-workflow';
import { z } from 'zod';
import { ItemFailure } from '../../failure';
import type { Run } from '../../runContext';
import type { CreateSettings } from '../../settings';

/** What decides whether a run can be suspended between looks. */
export interface Ground {
	/** Whether this n8n hands the end of a sub-workflow to the execution that waits for it. */
	handsOn: boolean;
	executionId?: string;
	workflowId?: string;
	/** Seconds until n8n cancels the execution; undefined for never. */
	cancelledIn?: number;
	/** Minutes. */
	longestWait: number;
}

/** Minutes that n8n may need, when the time is up, for the last look and for waking the run up: each has its minute. */
const WAKING = 5;

/** The name that n8n gives a workflow that was never saved. */
const NOT_SAVED = '__EMPTY__';

/**
 * Refuses to suspend a run between looks where it would not be woken up as it must, before anything is paid.
 * @throws ItemFailure, which is one of all items
 */
export function requireSuspending({ context, environment }: Run, settings: readonly CreateSettings[]): void {
	const refusal = refusalOf({
		// Came with the first n8n that does.
		handsOn: 'WAIT_FOR_SUB_EXECUTION' in n8nWorkflow,
		...identityOf(context),
		cancelledIn: cancelledIn(context, environment.now()),
		longestWait: Math.max(...settings.map(({ options }) => options.timeout)),
	});
	if (refusal) throw refusal;
}

/** The execution and the workflow that a run belongs to. */
export function identityOf(context: IExecuteFunctions): { executionId: string; workflowId: string } {
	const { id: workflowId = '' } = context.getWorkflow();
	return { executionId: context.getExecutionId(), workflowId };
}

/** Where n8n keeps when it cancels an execution: by the workflow's own time-out, or by that of the whole n8n. */
const withTimeLimit = z.object({ additionalData: z.object({ executionTimeoutTimestamp: z.number() }) });

function cancelledIn(context: IExecuteFunctions, now: number): number | undefined {
	const limited = withTimeLimit.safeParse(context);
	if (limited.success) return (limited.data.additionalData.executionTimeoutTimestamp - now) / 1_000;
	const { executionTimeout = 0 } = context.getWorkflowSettings();
	return executionTimeout > 0 ? executionTimeout : undefined;
}

/** Why a run can't be suspended between looks, with the ways on; undefined when it can. */
export function refusalOf(ground: Ground): ItemFailure | undefined {
	const { handsOn, executionId, workflowId, cancelledIn: left = Infinity, longestWait } = ground;
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
	if (left < (longestWait + WAKING) * 60) {
		return refused(
			`n8n cancels this execution in ${Math.round(left)} seconds, before a wait of ${longestWait} minutes and the ${WAKING} minutes that waking it up can take`,
			'Raise or switch off Timeout Workflow in the settings of the workflow, which counts before the EXECUTIONS_TIMEOUT of n8n; or lower Timeout in the options of this node.',
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
