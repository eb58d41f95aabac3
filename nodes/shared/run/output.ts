import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { download } from '../jobs/download';
import { mergeStates, type JobKind, type JobState } from '../jobs/kinds';
import {
	isStanding,
	jobItem,
	resultUrlsOf,
	shownRecord,
	type JobReport,
	type SavedFiles,
} from '../jobs/output';
import { readJob } from '../jobs/read';
import type { Waited } from '../jobs/wait';
import { timeLimitOf } from '../n8n/timeLimit';
import { ItemFailure } from '../operation/failure';
import type { ReadSettings } from '../operation/settings';
import type { Run } from './runContext';
import { STILL_OPEN } from './sessions';

export interface KnownFiles {
	saved?: SavedFiles;
	keep?: (files: SavedFiles) => void;
	limitAt?: number;
}

/** @throws ItemFailure when the job failed or timed out and that counts as a failure */
export async function resultOf(
	run: Run,
	kind: JobKind,
	item: number,
	settings: ReadSettings,
	waited: Waited,
	known: Pick<JobReport, 'reference' | 'duplicate'> & KnownFiles & { closesSession?: boolean } = {},
): Promise<INodeExecutionData> {
	const { reference, duplicate, closesSession = false, ...files } = known;
	const { state, timedOut, unfinishedAt, waitedMs, statusChecks } = waited;
	if (timedOut && settings.onTimeout === 'error') {
		throw timeoutOf(kind, waited, settings.timeout, closesSession);
	}
	if (!timedOut && state.status !== kind.ready) throw notCompleted(kind, state);
	const notDoneBefore = state.status === 'completed' ? unfinishedAt : undefined;
	const report = { reference, duplicate, notDoneBefore, timedOut, waitedMs, statusChecks };
	return await outputOf(run, item, settings, { kind, state, ...report }, files);
}

/** The output item of a job in its present state, with its files if it is completed and they are wanted. */
export async function outputOf(
	run: Run,
	item: number,
	settings: ReadSettings,
	report: JobReport,
	{ saved, keep, limitAt }: KnownFiles = {},
): Promise<INodeExecutionData> {
	const isWanted = settings.downloadResult && report.state.status === 'completed';
	const isMissing = isWanted && !saved;
	const { files = saved, state = report.state } = isMissing ? await save(run, settings, report, limitAt) : {};
	if (isWanted && files) keep?.(files);
	const own = jobItem({ ...report, state }, settings.simplify);
	const { json, binary } = (settings.includeOtherFields && run.items[item]) || { json: {} };
	const all = { ...binary, ...(isWanted && files) };
	return {
		json: settings.includeOtherFields ? { ...othersOf(json), ...own } : own,
		pairedItem: { item },
		...(Object.keys(all).length > 0 && { binary: all }),
	};
}

/** The input's fields without those that show the state of another job. n8n would read an `error` as a failure of this node. */
export function othersOf(json: IDataObject = {}): IDataObject {
	return Object.fromEntries(
		Object.entries(json).filter(([field]) => field !== 'error' && !isStanding(field)),
	);
}

/** Time for the output of the run before n8n's own time limit. All that is in it would be lost. */
const OUTPUT_MS = 5_000;
const LATE_FILE_MS = 5_000;

async function save(
	run: Run,
	settings: ReadSettings,
	{ kind, state: known, reference }: JobReport,
	limitAt: number | undefined,
): Promise<{ files: SavedFiles; state: JobState }> {
	const { context, environment, transport, files: limit } = run;
	let state = known;
	const urls = resultUrlsOf(state);
	if (urls.length === 0) {
		throw new ItemFailure(`${kind.label} ${state.id} is completed, and the service gives no address of it`, {
			status: state.status,
			description: 'Read it later with the operation Get and this ID. A new job would be paid for again.',
		});
	}
	const { binaryPropertyName: property, maxFileSize, fileName = reference } = settings;
	const cancelledAt = limitAt ?? timeLimitOf(context).at;
	const until = Math.min(cancelledAt - OUTPUT_MS, run.answerBy(settings.answerWithin) + LATE_FILE_MS);
	const files: SavedFiles = {};
	for (const [index, url] of urls.entries()) {
		const number = urls.length === 1 ? '' : `_${index + 1}`;
		const called = fileName && `${fileName}${number}`;
		const newAddress = async () => {
			const again = await readJob(transport, kind, known.id, until);
			if (again?.status === 'completed') state = mergeStates(known, again);
			return resultUrlsOf(state)[index];
		};
		files[`${property}${number}`] = await download(context, environment, url, {
			...{ maxFileSize, fallbackExtension: kind.fileExtension, limit, until, called, newAddress },
		});
	}
	return { files, state };
}

/** Why a job ended without the awaited result. */
export function notCompleted(kind: JobKind, state: JobState): ItemFailure {
	const what = state.status === 'failed' ? 'could not be made' : `is ${state.status}`;
	const { reason = 'the service gives no reason' } = state;
	return new ItemFailure(`${kind.label} ${state.id} ${what}: ${reason}`, {
		status: state.status,
		...(state.status === 'failed' && { record: shownRecord(state.record) }),
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

function timeoutOf(kind: JobKind, waited: Waited, timeout: number, closesSession: boolean): ItemFailure {
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
	return new ItemFailure(
		`${kind.label} ${state.id} was still ${status} after ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`,
		{ status: state.status, description: [last, advice, kind.whenLate].filter(Boolean).join(' ') },
	);
}
