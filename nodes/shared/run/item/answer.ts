import type { INodeExecutionData } from 'n8n-workflow';
import type { JobKind } from '../../jobs/kinds';
import { toolCallerOf, type ToolCaller } from '../../n8n/execution';
import { itemOf } from './outcome';
import type { Run } from './runContext';

/*
 * The answer of a tool in time: those who call it give up sooner than jobs are done, and what they give up on is paid.
 */

/** How many seconds a tool takes at most, by who calls it: MCP clients give up after 60 s, n8n Agents after 120 s. */
const USUAL_S: Readonly<Record<ToolCaller, number>> = { mcpTrigger: 50, n8nAgents: 100, agent: Infinity };
/** After how many seconds it is worth asking again. */
const AGAIN_S = 30;

/**
 * When a tool has to answer, in milliseconds since the epoch; Infinity where nobody gives up.
 * @param beganAt when it was called
 * @param seconds the option Answer Within
 */
export function answerBy({ context }: Pick<Run, 'context'>, beganAt: number, seconds: number): number {
	const caller = toolCallerOf(context);
	return caller === undefined ? Infinity : beganAt + (seconds || USUAL_S[caller]) * 1_000;
}

/** What is known of a job whose result did not come in time. */
interface Unfinished {
	id: string;
	/** Whether the same call stands for this job for now, so that it is not paid again. */
	isRepeatable?: boolean;
	reference?: string;
	duplicate?: boolean;
}

/** The answer of a tool whose time is up, while its job goes on. */
export function processingItem(
	run: Pick<Run, 'readerOf'>,
	kind: JobKind,
	item: number,
	{ id, isRepeatable, reference, duplicate }: Unfinished,
): INodeExecutionData {
	const reader = run.readerOf(kind);
	const again = isRepeatable
		? '; the same call once more within 15 minutes waits for this job, too, and is not paid again'
		: '';
	const next = `The job goes on: in about ${AGAIN_S} seconds call the tool "${reader}" with this ID${again}.`;
	return itemOf(
		{
			status: 'processing',
			id,
			kind: kind.name,
			...(reference !== undefined && { reference }),
			...(duplicate && { duplicate }),
			next,
		},
		item,
	);
}
