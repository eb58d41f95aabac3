import type { INodeExecutionData } from 'n8n-workflow';
import { isSession, type JobKind, type JobState } from './kinds';

/* The answer of a tool whose caller gives up sooner than the job is done. The job is paid, and continues. */

interface Unfinished extends Pick<JobState, 'id' | 'jobId' | 'streamUrls'> {
	reference?: string;
	duplicate?: boolean;
	/** Whether the same call again is the same job, so that it is not paid again. */
	isRepeatable?: boolean;
}

export function processingItem(
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
			next: nextOf(kind, isRepeatable),
		},
		pairedItem: { item },
	};
}

export const NEXT_OF_OPEN =
	'The session costs credits until it is closed: when it is not needed any more, call the tool that closes it with this ID.';

function nextOf(kind: JobKind, isRepeatable: boolean): string {
	const get = `call the tool that gets a ${kind.label.toLowerCase()} by its ID`;
	const [next, again] = isSession(kind)
		? [
				`The session is open, and costs credits until it is closed. In about 10 seconds ${get}, to see whether it streams. When it is not needed any more, call the tool that closes it`,
				'gives this session and opens no other',
			]
		: [`The job continues. In about 30 seconds ${get}`, 'waits for this job and is not paid again'];
	return isRepeatable ? `${next}; the same call again within 15 minutes ${again}.` : `${next}.`;
}
