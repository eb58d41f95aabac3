import type { IExecuteFunctions } from 'n8n-workflow';
import { isSession, rememberState, type JobKind } from '../jobs/kinds';
import { changeSession } from '../jobs/read';
import { nodeOf, isTool } from '../n8n/storedExecution';
import { retriedExecutionOf } from '../n8n/executionFacts';
import type { Settings } from '../operation/defineOperation';
import { toFailure } from '../operation/failure';
import { fieldNamedIn } from '../operation/readParameters';
import { isNotFound, isOfOthers, type Failure, type FailureDetails } from '../service/failure';
import { NEXT_STEPS, type NextStep } from '../service/nextStep';
import { quoted, sentences } from '../service/values';
import { createLastTransport } from '../transport/lastTransport';
import type { Ended, Running } from '../waiting/state';
import type { Leg } from './leg';
import { detailsOfRow, isOfChain, rowInLog, type Row } from './row';
import type { Run } from './runContext';

/* How a row fails. Its failure tells whether it is paid, and what to do now. */

/** Ends the work on a row. A session that does not stream is closed, because it costs credits. */
export async function fail(leg: Leg, row: Row, error: unknown): Promise<void> {
	const { run, kind, operation } = leg;
	const failure = toFailure(error);
	leg.haltOn(failure);
	const { next, field, errorCode, serviceMessage = '' } = failure.details;
	// The node does not know what a refused value was for.
	const names = isNotFound(errorCode) ? 'record_id' : serviceMessage;
	const told = failure.with({
		field: next === 'changeField' && field === undefined ? fieldNamedIn(names, operation.properties) : field,
		...(row.job ? await stepWithJob(leg, row, row.job, failure) : stepWithoutJob(leg, row, failure)),
	});
	row.fail(withAdvice(run, kind, row, toFailure(told, detailsOfRow(kind, row))));
}

async function stepWithJob({ run, kind }: Leg, row: Row, job: Running | Ended, failure: Failure) {
	const isLost = job.is === 'running' && !isSession(kind) && isOfOthers(failure.details.errorCode);
	if (isLost) return stepIfLost(run, kind);
	// A row with a job must not run again, so this may be another step.
	const { next, description } = failure.with(detailsOfRow(kind, row)).details;
	if (!isSession(kind)) return { next, description };
	const why = isOfChain(row) ? await close(run, job) : 'it belongs to the call that opened it';
	const isClosed = 'The session was closed, so it costs nothing more';
	const words = why === undefined ? isClosed : `${MAY_BE_OPEN} Closing it failed: ${why}`;
	return { next, description: job.is === 'running' ? sentences(words, description) : description };
}

export const MAY_BE_OPEN = 'It may still be open, and costs credits until you close it with Session › Close.';

/** @returns why it is still open; undefined when it is not */
export async function close({ context, transport }: Run, { state }: Running | Ended) {
	const closing = changeSession(createLastTransport(context), 'close', state.id);
	const failure = await closing.then(() => undefined, toFailure);
	if (failure && !isNotFound(failure.details.errorCode)) {
		context.logger.warn(`Close ${state.id}: ${failure.message}`);
		return failure.message;
	}
	// The service may not show it as closed (service.md: Live avatar sessions).
	rememberState(transport, { ...state, status: 'closed' });
	return undefined;
}

/** A leg, a try, or an execution before may have sent it, where this one can't name the claim of the row. */
function stepWithoutJob({ run, state }: Leg, row: Row, { details }: Failure): FailureDetails {
	const { claim, item, settings } = row;
	if (claim !== undefined || details.execution !== undefined) return {};
	// The content of a file that is gone named a claim, which a run that makes the file again finds.
	const isGone = details.next === 'changeFile';
	// Its own parameters are wrong, so they name no claim in any execution.
	const isOfRow = !isGone && NEXT_STEPS[details.next].takes?.includes('field') === true;
	const isAgain = run.context.getMode() === 'retry' || settings.continueExecution !== undefined;
	const mayBeSent = (isAgain && !isOfRow) || state.run.sent[item] !== undefined;
	const before = mayBeSent && wayBack(run.context, isGone ? undefined : settings, isGone);
	return callBefore(run, row, details) ?? (before || {});
}

/** An equal call may have made the job of a tool, and its claim can't be asked for now. */
export const callBefore = ({ context }: Run, row: Row, { next }: FailureDetails) =>
	isTool(context) && next === 'runAgainLater' ? madeBefore(row) : undefined;

/** What to look for, if another call or execution may have made the job of a row. */
export function madeBefore({ item, settings: { idempotencyKey: key } }: Row) {
	const lookFor = key === undefined ? `row ${item + 1}` : `key ${quoted(key)}`;
	const description = `Look for "was created" with ${lookFor} of the earlier executions in n8n's log, or for its job on the website of the service`;
	return { submitted: 'unknown', next: 'askService', lookFor, description } as const;
}

/** Adds what the row knows: a job in doubt may be found, and a job that failed stands for its key. */
function withAdvice(run: Run, kind: JobKind, row: Row, failure: Failure): Failure {
	const { job, claim } = row;
	const { failedIds = [] } = claim ?? {};
	const { description, submitted, next, lookFor = rowInLog(run, row) } = failure.details;
	const isDoubtful = !job && submitted !== 'no' && next === 'askService';
	const isOver = job?.is === 'ended' && job.state.status !== 'completed' && claim?.by === 'key';
	const words = sentences(
		description,
		isDoubtful && `If there is one, read it with ${kind.get} and its ID`,
		isDoubtful && wayToMakeAnother(run, row, 'If not'),
		failedIds.length > 0 && `Failed before: ${failedIds.join(', ')}`,
		isOver && !isTool(run.context) && wayToMakeAnother(run, row),
	);
	const known = { ...(failedIds.length > 0 && { failedIds }), ...(isDoubtful && { lookFor }) };
	return failure.with({ description: words, ...known });
}

export function wayToMakeAnother({ context }: Run, { claim, settings }: Row, begin = 'To make another one') {
	// A model follows each instruction, and each way pays.
	if (isTool(context)) return `${begin}, ask a person.`;
	const { idempotencyKey: key } = settings;
	const way =
		key === undefined
			? 'start the workflow again with this item, without Retry'
			: `give another Idempotency Key, such as ${quoted(`${key} again`)}`;
	return claim ? `${begin}, ${way}.` : '';
}

/** How to get the job that another execution, leg or try may have made. Without a claim, a retry looks for all rows. */
export function wayBack(context: IExecuteFunctions, settings?: Settings, isClaimed = false): FailureDetails {
	const retried = isClaimed && !isTool(context) ? undefined : retriedExecutionOf(context);
	const next = retried === undefined ? 'continueExecution' : 'retryExecution';
	const execution = retried ?? settings?.continueExecution ?? context.getExecutionId();
	const description = `Correct this first. ${NEXT_STEPS[next].say({ execution })}`;
	return { submitted: 'unknown', next, execution, description };
}

/** The next step for a job that the service took, and does not know. */
export function stepIfLost({ context }: Run, { get }: JobKind): FailureDetails & { next: NextStep } {
	if (nodeOf(context).parameters.resource === 'custom') {
		const description = 'Choose another Job Type, and retry the execution, which reuses the paid job.';
		return { next: 'changeField', field: 'Job Type', description };
	}
	const description = `It was deleted, or belongs to another account. Read it with ${get} and the credential that made it. A retry with another account pays again.`;
	return { next: 'readJob', description };
}
