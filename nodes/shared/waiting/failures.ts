import type { JobKind, JobState } from '../jobs/kinds';
import { shownRecord } from '../jobs/output';
import type { Waited } from '../jobs/wait';
import { readInteger } from '../service/values';
import { Failure } from '../service/failure';

export const STILL_OPEN = 'It is still open, and costs credits until you close it with Session › Close.';

/** Why a job ended without the awaited result. */
export function notCompleted(kind: JobKind, state: JobState): Failure {
	const what = state.status === 'failed' ? 'could not be made' : `is ${state.status}`;
	const { reason = 'the service gives no reason' } = state;
	return new Failure(`${kind.label} ${what}: ${reason}`, {
		status: state.status,
		...(state.status === 'failed' && { record: shownRecord(state.record) }),
		errorCode: readInteger(state.record.error_code) || undefined,
		description:
			kind.ready === 'streaming'
				? 'Create a new session. A stream avatar can be used only when its own status is completed.'
				: `Check that the files can be opened and keep to the limits of the service, then run this item again. ${costOf(state)}`,
	});
}

/** Whether a failed job was paid, as far as the service says. */
function costOf({ status, credits }: JobState): string {
	if (status !== 'failed') return '';
	if (credits === undefined) return 'The service does not say whether this job was paid.';
	return credits === 0
		? 'The service says that this job cost nothing.'
		: `The service says that this job cost ${credits} credits.`;
}

/** Why a wait ended before its job. */
export function timeoutOf(kind: JobKind, waited: Waited, timeout: number, closesSession: boolean): Failure {
	const { state, missing, fault, waitedMs } = waited;
	const status =
		state.unknownStatus === undefined ? state.status : `of an unknown status (${state.unknownStatus})`;
	// n8n's own time limit may have come before the Timeout.
	const minutes = Math.min(timeout, Math.ceil(waitedMs / 60_000));
	const advice =
		kind.ready === 'streaming'
			? `${closesSession ? '' : `${STILL_OPEN} `}Raise Timeout, or try again later.`
			: `The job continues at the service. Read it later with the operation Get and this ID. To wait longer, raise Timeout; where n8n's own limit ended the wait, raise Timeout Workflow in the settings of the workflow.`;
	const last = fault
		? `The last poll was refused: ${fault.message}.`
		: missing && 'At the last poll the service did not list it.';
	return new Failure(
		`${kind.label} was still ${status} after ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`,
		{ status: state.status, description: [last, advice, kind.whenLate].filter(Boolean).join(' ') },
	);
}
