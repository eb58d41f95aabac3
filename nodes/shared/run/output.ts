import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { each } from '../async/limit';
import { isSession, rememberedState, resourceOf, type JobKind, type JobState } from '../jobs/kinds';
import { expired } from '../jobs/download';
import * as output from '../jobs/output';
import type { JobReport } from '../jobs/output';
import { lacksAddress, type Waited } from '../jobs/wait';
import { leadToErrorOutput } from '../n8n/errors';
import { hint } from '../n8n/hintsAndCustomData';
import { isTool, nodeOf } from '../n8n/storedExecution';
import { failedItem, stopOnFailure, toFailure, type Outcome } from '../operation/failure';
import { flagSchema } from '../operation/parameters/schemas';
import type { Settings } from '../operation/defineOperation';
import { readOption } from '../operation/readParameters';
import { Failure, wrongField, type FailureDetails } from '../service/failure';
import { CANCELED, STATUSES } from '../service/statuses';
import { anyWordsIn } from '../service/words';
import { readInteger, sentences, timeAt, withoutAbsent } from '../service/values';
import { MAY_BE_OPEN, stepIfLost } from './fail';
import type { Leg } from './leg';
import type { Row } from './row';
import { throwIfStopped, type Run } from './runContext';
import { readLater, save, withoutAddress, withoutFiles } from './save';

export async function outcomeOf<T>(item: number, step: () => T | Promise<T>, details?: FailureDetails) {
	try {
		return { item, value: await step() };
	} catch (error) {
		return { item, failure: toFailure(error, details) };
	}
}

/** Checks all items before the first one is sent. @throws as `itemsOf` does */
export async function checkedItems<T>(run: Run, check: (item: number) => T) {
	const checked = await each(run.items, { turn: run.yieldToEventLoop }, async (_, item) => {
		throwIfStopped(run);
		return await outcomeOf(item, () => check(item));
	});
	stopOnFailure(run.context, checked);
	return checked;
}

type OfItem = Outcome<INodeExecutionData | INodeExecutionData[]>;

/** @throws after a Stop, or after a failure past which the node does not continue */
export function itemsOf(run: Run, outcomes: readonly OfItem[]): INodeExecutionData[] {
	throwIfStopped(run);
	if (outcomes.some(({ failure }) => failure)) stopOnFailure(run.context, outcomes);
	return outcomes.flatMap(({ item, value, failure }) => {
		if (!failure) return value ?? [];
		// The same part of its input as in an item that is done, so that one expression fits both outputs.
		const isWanted = readOption(run.context, 'includeOtherFields', item, flagSchema(false)) === true;
		const { json = {}, binary } = (isWanted && run.items[item]) || {};
		const taken = takenFrom(json, { ...output.noResult, details: undefined });
		const made = itemOf({ ...failedItem({ item, failure }), ...taken }, item);
		// Among the others, its file would stand where a next node looks for a result.
		const keeps = binary && nodeOf(run.context).onError === 'continueErrorOutput';
		return leadToErrorOutput(run.context, keeps ? { ...made, binary } : made);
	});
}

export const itemOf = (json: IDataObject, item: number): INodeExecutionData => ({
	json,
	pairedItem: { item },
});

/** The answer to the caller of a tool that gives up before the job is done. */
export const unfinished = ({ state }: Waited) => ({ state: { ...state, status: 'processing' as const } });

/** @param seen how the wait for its job has ended, if there was one. @throws Failure as `outputOf` does */
export async function outputRow({ run, kind }: Leg, row: Row, seen: Partial<JobReport>): Promise<void> {
	const { item, settings, job } = row;
	if (!job) throw new TypeError('A job that was made has a record');
	const report = { ...job, kind, reference: settings.reference, isMade: true, ...seen };
	const downloadResult = settings.downloadResult && settings.waitForCompletion;
	const { output: made, files } = await outputOf(run, item, { ...settings, downloadResult }, report);
	// n8n would store files that it keeps in the execution itself at each suspension.
	const isKept = files && Object.values(files).every(({ id }) => id !== undefined);
	row.to({ is: 'done', output: made, job: isKept ? { ...job, files } : job });
}

/** The item of a job in its present state. @throws Failure when an awaited job failed, or its time-out counts as one */
export async function outputOf(run: Run, item: number, settings: Settings, report: JobReport) {
	const { kind, state, timedOut, isAwaited } = report;
	const record = settings.simplify ? undefined : output.recordOf(state);
	if (timedOut ? settings.onTimeout === 'error' : isAwaited && state.status !== kind.ready) {
		const end = timedOut
			? timeoutOf(report, settings.timeout, run.context.getTimezone())
			: notCompleted(run, kind, state, report.isMade);
		throw (report.missing ? notListed(run, kind) : end).with({ record });
	}
	const isWanted = settings.downloadResult && state.status === 'completed';
	const expiresAt = report.isMade && !isWanted ? output.expiryOf(report) : undefined;
	if (expiresAt !== undefined && Date.parse(expiresAt) < run.environment.now())
		throw expired(`${kind.label} ${state.id} is completed`, expiresAt);
	const shown = isWanted && !report.files ? { ...report, files: await save(run, settings, report) } : report;
	if (!isWanted && lacksAddress(kind, state) && output.resultUrlsOf(state).length === 0) {
		hint(run.context, `${withoutAddress(kind)}. ${readLater(kind, state.id)}`, 'warning');
	}
	const result = (isTool(run.context) ? output.toolItem : output.jobItem)(shown, settings.simplify);
	const files = isWanted ? shown.files : undefined;
	// What the node before gave does not stand where a next node looks for the results of this job.
	const places = settings.downloadResult ? withoutFiles(settings.binaryPropertyName) : {};
	return { files, output: itemWith(run, item, settings, result, { ...places, ...files }) };
}

/** With what the row wants of its input. */
export function itemWith(run: Run, item: number, settings: Settings, result: IDataObject, files = {}) {
	const input = settings.includeOtherFields ? run.items[item] : undefined;
	const made = itemOf(input ? withOthers(input.json, result) : result, item);
	const binary = withoutAbsent({ ...input?.binary, ...files });
	return Object.keys(binary).length > 0 ? { ...made, binary } : made;
}

/** The input fields that would read as a failure of this node, or as the result of another job, under `input`. */
function takenFrom(json: IDataObject, result: IDataObject): { input?: IDataObject } {
	const isFailure = (field: string, value: unknown) =>
		field === 'error' || (field === 'details' && 'next' in Object(value));
	const isTaken = ([field, value]: [string, unknown]) =>
		field in result ? value !== result[field] : isFailure(field, value) || output.isStanding(field);
	const taken = Object.entries(json).filter(isTaken);
	if (taken.length === 0) return {};
	return { input: withoutAbsent({ ...Object.fromEntries(taken), input: json.input }) };
}

export function withOthers(json: IDataObject = {}, result: IDataObject): IDataObject {
	const taken = takenFrom(json, result);
	const others = Object.entries(json).filter(([field]) => !(field in (taken.input ?? {})));
	return { ...Object.fromEntries(others), ...taken, ...result };
}

/** A model repeats a call if it is asked to. */
const DO_NOT_REPEAT = 'Do not repeat the call unchanged: change what the reason is about, or ask a person.';

/** Why a job ended without the awaited result. */
export function notCompleted(run: Run, kind: JobKind, state: JobState, isMade = false): Failure {
	const { status, unknownStatus, reason = 'the service gives no reason', record } = state;
	if (unknownStatus !== undefined) return endedAsUnknown(kind, state);
	const canceler = rememberedState(run.transport, state.jobId ?? '')?.reason;
	const isCanceled = canceler !== undefined || /\bcancell?ed\b/i.test(anyWordsIn(record));
	const { what = `is ${status}`, next } = (isCanceled ? CANCELED : STATUSES[status].failure) ?? {};
	const message = `${kind.label} ${what}: ${reason}`;
	const details = { status, errorCode: readInteger(record.error_code) || undefined };
	if (isSession(kind)) return wrongField('Avatar', message, NEW_SESSION, details);
	// A read that is run again reads the same.
	if (next === 'nothing' || !isMade) {
		const cause = next ? kind.cancel && (canceler ?? CANCELERS) : CREATE_AGAIN;
		const description = sentences(cause, costOf(state));
		return new Failure(message, 'nothing', { ...details, description });
	}
	// An upscale has neither a text nor a file of its own.
	const field = record.op_button === undefined ? kind.text : 'Image Number';
	const told = field === kind.text && !kind.keepsText ? 'If the reason is about the text, change' : 'Change';
	const change = field === undefined ? OTHER_FILES : `${told} ${field}, then`;
	const advice = isTool(run.context) ? DO_NOT_REPEAT : `${change} run this item again.`;
	const description = `${advice} ${costOf(state)}`;
	if (field !== undefined) return wrongField(field, message, description, details);
	return new Failure(message, 'changeFile', { ...details, description });
}

const CANCELERS = 'Another process of n8n did it, or someone at the service';
const CREATE_AGAIN = 'Before you create it again, change what the reason is about';
const NEW_SESSION = 'Create a new session. The status of an own avatar must be completed.';
const OTHER_FILES = 'Check that the files can be opened and keep to the limits of the service, then';

function endedAsUnknown({ label, get }: JobKind, { resultUrl, status, ...state }: JobState): Failure {
	const message = `${label} has the status ${state.unknownStatus}, which this version of the node does not know`;
	const description = sentences(
		state.reason,
		'Ask the support of the service what this status means',
		`If the job is completed later, read it with ${get} and its ID`,
	);
	return new Failure(message, 'askService', { status, resultUrl, description });
}

/** Whether a failed job was paid, as far as the service says. */
function costOf({ status, credits = STATUSES[status].failure?.credits }: JobState): string {
	if (!STATUSES[status].failure) return '';
	if (credits === undefined) return 'The service does not say whether this job was paid.';
	return `The service says that this job cost ${credits === 0 ? 'nothing' : `${credits} credits`}.`;
}

function notListed(run: Run, kind: JobKind): Failure {
	const { next, ...told } = stepIfLost(run, kind);
	return new Failure(`The service no longer knows this ${kind.label.toLowerCase()}`, next, told);
}

function timeoutOf(report: JobReport, timeout: number, timeZone: string): Failure {
	const { kind, state, fault, unfinishedAt, waitedMs = 0, statusChecks = 0 } = report;
	// A create closes a session that does not stream in time.
	const closesSession = isSession(kind) && report.isMade === true;
	// n8n's own time limit may have come before the Timeout.
	const minutes = Math.min(timeout, Math.ceil(waitedMs / 60_000));
	// A status that nobody has read is not shown.
	const isRead = statusChecks > 0 || fault === undefined;
	const ended = isRead ? `was still ${state.status} after` : 'could not be read for';
	const advice =
		minutes < timeout && 'To wait longer, raise Timeout Workflow in the settings of the workflow';
	const description = sentences(
		fault && unfinishedAt !== undefined && `No status was read since ${timeAt(unfinishedAt, timeZone)}`,
		fault && `The last poll was refused: ${fault.message}`,
		!closesSession && (isSession(kind) ? MAY_BE_OPEN : isRead && 'The job continues at the service'),
		advice || (closesSession && 'Raise Timeout, or try again later'),
		!closesSession && readLater(kind, state.id),
		isRead && !fault && kind.whenLate,
	);
	const message = `${kind.label} ${ended} ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
	const details = { status: state.status, description };
	if (closesSession && advice)
		return new Failure(message, 'changeSetting', { ...details, field: 'the workflow' });
	if (closesSession) return wrongField('Timeout (Minutes)', message, description, details);
	return new Failure(message, 'readJob', { ...details, id: state.id, resource: resourceOf(kind) });
}
