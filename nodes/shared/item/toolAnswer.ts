import type { INodeExecutionData } from 'n8n-workflow';
import { isSession, type JobKind, type JobState } from '../jobs/kinds';
import { toolCallerOf, type ToolCaller } from '../n8n/executionFacts';
import type { Run } from './runContext';

/*
 * The answer of a tool in time: those who call it give up sooner than jobs are done, and what they give up on is paid.
 */

/** How many seconds a tool takes at most, by who calls it: MCP clients give up after 60 s, n8n Agents after 120 s. */
const USUAL_S: Readonly<Record<ToolCaller, number>> = { mcpTrigger: 50, n8nAgents: 100, agent: Infinity };

/**
 * When a tool has to answer, in milliseconds since the epoch; Infinity where nobody gives up.
 * @param seconds the option Answer Within
 */
export function answerBy({ context, beganAt }: Pick<Run, 'context' | 'beganAt'>, seconds: number): number {
	const caller = toolCallerOf(context);
	return caller === undefined ? Infinity : beganAt + (seconds || USUAL_S[caller]) * 1_000;
}

/** What is known of a job whose result, or of a session whose stream, did not come in time. */
interface Unfinished extends Pick<JobState, 'id' | 'jobId' | 'streamUrls'> {
	/** Whether the same call stands for this job for now, so that it is not paid again. */
	isRepeatable?: boolean;
	reference?: string;
	duplicate?: boolean;
}

/** The answer of a tool whose time is up, while its job goes on. */
export function processingItem(
	run: Pick<Run, 'actionOf'>,
	kind: JobKind,
	item: number,
	{ id, jobId, streamUrls, isRepeatable = false, reference, duplicate }: Unfinished,
): INodeExecutionData {
	return {
		json: {
			status: 'processing',
			id,
			...(jobId !== undefined && { jobId }),
			kind: kind.name,
			...(reference !== undefined && { reference }),
			...(duplicate && { duplicate }),
			...(streamUrls && { streamUrls }),
			next: isSession(kind) ? nextOfSession(run, kind, isRepeatable) : nextOfJob(run, kind, isRepeatable),
		},
		pairedItem: { item },
	};
}

/** What a tool says of a session that is open: a model that is not told forgets to close it. */
export function nextOfOpen({ actionOf }: Pick<Run, 'actionOf'>): string {
	return `The session costs credits until it is closed: when it is not needed any more, call the tool "${actionOf('close')}" with this ID.`;
}

function nextOfJob({ actionOf }: Pick<Run, 'actionOf'>, kind: JobKind, isRepeatable: boolean): string {
	const again = isRepeatable
		? '; the same call once more within 15 minutes waits for this job, too, and is not paid again'
		: '';
	return `The job goes on: in about 30 seconds call the tool "${actionOf('get', kind)}" with this ID${again}.`;
}

/** One that is forgotten is paid until it ends by itself. */
function nextOfSession({ actionOf }: Pick<Run, 'actionOf'>, kind: JobKind, isRepeatable: boolean): string {
	const again = isRepeatable
		? '; the same call once more within 15 minutes gives this session, and opens no other'
		: '';
	return `The session is open, and costs credits until it is closed. In about 10 seconds call the tool "${actionOf('get', kind)}" with this ID, to see whether it streams, and when it is not needed any more "${actionOf('close')}"${again}.`;
}
