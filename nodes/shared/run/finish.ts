import type { IBinaryKeyData, IDataObject, INodeExecutionData } from 'n8n-workflow';
import { download } from '../jobs/download';
import { mergeStates, type JobKind, type JobState } from '../jobs/kinds';
import { isStanding, jobItem, resultUrlsOf, type JobReport } from '../jobs/output';
import { readJobs } from '../jobs/read';
import type { Waited } from '../jobs/wait';
import { ItemFailure } from '../operation/failure';
import type { ReadSettings } from '../operation/settings';
import { ServiceError } from '../transport/errors';
import type { JobRun, Track } from './jobRun';
import type { Run } from './runContext';

/** Facts about a job beside its state. */
interface Extras extends Pick<JobReport, 'reference' | 'duplicate' | 'remade'> {
	/** Its files, if they were fetched already. */
	files?: IBinaryKeyData;
	/** Whether a live avatar session that does not stream will be closed, as after a create. */
	closesSession?: boolean;
}

/**
 * Turns the result of a wait into the output item, with its file if wanted.
 * @throws ItemFailure when the job failed, or timed out and that counts as a failure
 */
export async function finish(
	run: Run,
	kind: JobKind,
	item: number,
	settings: ReadSettings,
	waited: Waited,
	{ files, closesSession = false, ...known }: Extras = {},
): Promise<INodeExecutionData> {
	const { state, timedOut } = waited;
	if (timedOut) {
		if (settings.options.onTimeout === 'error')
			throw timeoutOf(kind, waited, settings.options.timeout, closesSession);
	} else if (state.status !== kind.ready) throw notCompleted(kind, state);
	const completedAt = state.status === 'completed' ? waited.unfinishedAt : undefined;
	const { waitedMs, statusChecks } = waited;
	const report = { kind, state, completedAt, timedOut, waitedMs, statusChecks, ...known };
	return await outputOf(run, item, settings, report, files);
}

/**
 * Reads the records of finished jobs again, for items that put them out (Simplify off): the ledger keeps no records.
 * Nothing else in the output needs them.
 */
export async function withRecords(
	{ run, operation: { kind } }: JobRun,
	tracks: readonly Track[],
): Promise<void> {
	const bare = tracks.filter(
		({ waited, settings }) => waited?.state.status === kind.ready && !settings.simplify,
	);
	if (bare.length === 0) return;
	const found = await readJobs(
		run.transport,
		kind,
		bare.flatMap(({ waited }) => waited?.state.id ?? []),
	);
	for (const { waited } of bare) {
		const state = waited && found.get(waited.state.id);
		if (state && !(state instanceof ServiceError)) waited.state = mergeStates(waited.state, state);
	}
}

/** The output item of a job in its present state, with its files if it is completed and they are wanted. */
export async function outputOf(
	run: Run,
	item: number,
	settings: ReadSettings,
	report: JobReport,
	fetched?: IBinaryKeyData,
): Promise<INodeExecutionData> {
	const binary =
		settings.downloadResult && report.state.status === 'completed'
			? (fetched ?? (await files(run, settings, report)))
			: undefined;
	const own = jobItem(report, settings.simplify);
	const json = settings.options.includeOtherFields ? { ...othersOf(run.items[item]?.json), ...own } : own;
	return { json, pairedItem: { item }, ...(binary && { binary }) };
}

/**
 * The fields of the input, without those that tell the state of a job: they belong to an earlier node's job, and would
 * look like this one's. An `error` is left out, too: n8n would take it for one of this node, and Retry on Fail would
 * pay for the job again.
 */
export function othersOf(json: IDataObject = {}): IDataObject {
	return Object.fromEntries(
		Object.entries(json).filter(([field]) => field !== 'error' && !isStanding(field)),
	);
}

async function files(
	run: Run,
	{ binaryPropertyName: property, options: { maxFileSize } }: ReadSettings,
	{ kind, state }: JobReport,
): Promise<IBinaryKeyData> {
	const urls = resultUrlsOf(state);
	if (urls.length === 0) {
		throw new ItemFailure(`${kind.label} ${state.id} is completed, and the service gives no address of it`, {
			status: state.status,
			description: 'Read it later with the operation Get and this ID. A new job would be paid for again.',
		});
	}
	const binary: IBinaryKeyData = {};
	for (const [index, url] of urls.entries()) {
		const name = urls.length === 1 ? property : `${property}_${index + 1}`;
		binary[name] = await download(run.context, run.environment, url, {
			maxFileSize,
			fallbackExtension: kind.fileExtension,
		});
	}
	return binary;
}

/** Why a job ended without the awaited result. */
export function notCompleted(kind: JobKind, state: Omit<JobState, 'record'>): ItemFailure {
	const what = state.status === 'failed' ? 'could not be made' : `is ${state.status}`;
	const reason = state.reason === undefined ? 'the service gives no reason' : state.reason;
	return new ItemFailure(`${kind.label} ${state.id} ${what}: ${reason}`, {
		status: state.status,
		description:
			kind.ready === 'streaming'
				? 'Create a new session. A stream avatar can be used only when its own status is completed.'
				: 'Check that the files that were given can be opened, show what they should (faces of good size, for example) and keep to the limits of the service. A new job is paid for again.',
	});
}

export const STILL_OPEN = 'It is still open, and costs credits until it is closed with the operation Close.';

function timeoutOf(kind: JobKind, waited: Waited, minutes: number, closesSession: boolean): ItemFailure {
	const { state, missing, fault } = waited;
	const status =
		state.unknownStatus === undefined ? state.status : `of an unknown status (${state.unknownStatus})`;
	const last = fault
		? ` The last look failed: ${fault.message}.`
		: missing
			? ' The service did not list it at the last look.'
			: '';
	// n8n's own time limit may have come first.
	const isCut = waited.waitedMs + 1_000 < minutes * 60_000;
	const after = isCut ? Math.round(waited.waitedMs / 60_000) : minutes;
	const wait = `${after} ${after === 1 ? 'minute' : 'minutes'}`;
	const raise = isCut
		? 'raise Timeout Workflow in the settings of the workflow, or EXECUTIONS_TIMEOUT (the time limit of n8n for this execution has come)'
		: 'raise Timeout';
	return new ItemFailure(`${kind.label} ${state.id} was still ${status} after ${wait}`, {
		status: state.status,
		description:
			kind.ready === 'streaming'
				? `${closesSession ? '' : `${STILL_OPEN} `}Raise Timeout, or try again later.${last}`
				: `It goes on at the service: read it later with the operation Get and this ID, ${raise}, or set On Timeout to Return What Is Known.${last}${kind.whenLate ? ` ${kind.whenLate}` : ''} A new job would be paid for again.`,
	});
}
