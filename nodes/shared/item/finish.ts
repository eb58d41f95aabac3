import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { download } from '../jobs/download';
import { mergeStates, type JobKind, type JobState } from '../jobs/kinds';
import {
	isStanding,
	jobItem,
	resultUrlsOf,
	shownRecord,
	type JobReport,
	type FileFacts,
	type SavedFiles,
} from '../jobs/output';
import { readJob } from '../jobs/read';
import type { Waited } from '../jobs/wait';
import { timeLimitOf } from '../n8n/timeLimit';
import { ItemFailure } from '../operation/failure';
import { counted, marked } from '../marks';
import type { ReadSettings } from '../operation/settings';
import type { Run } from './runContext';
import { answerBy } from './toolAnswer';

/** Files that were fetched already, what is told of those that are, and when n8n cancels the run. */
interface KnownFiles {
	saved?: SavedFiles;
	keep?: (files: SavedFiles) => void;
	limitAt?: number;
}

/**
 * Turns the result of a wait into the output item, with its file if wanted.
 * @param extras what else is known of the job and of its files; with `closesSession`, a live avatar session that does not
 * stream will be closed
 * @throws ItemFailure when the job failed, or timed out and that counts as a failure
 */
export async function finish(
	run: Run,
	kind: JobKind,
	item: number,
	settings: ReadSettings,
	waited: Waited,
	extras: Partial<JobReport> & KnownFiles & { closesSession?: boolean } = {},
): Promise<INodeExecutionData> {
	const { saved, keep, limitAt, closesSession = false, ...known } = extras;
	const { state, timedOut, unfinishedAt, sightings, waitedMs, statusChecks } = waited;
	const { onTimeout, timeout } = settings;
	if (timedOut && onTimeout === 'error') throw timeoutOf(kind, waited, timeout, closesSession);
	if (!timedOut && state.status !== kind.ready) throw notCompleted(kind, state);
	const notDoneBefore = state.status === 'completed' ? unfinishedAt : undefined;
	const report = { kind, state, notDoneBefore, timedOut, sightings, waitedMs, statusChecks, ...known };
	return await makeOutput(run, item, settings, report, { saved, keep, limitAt });
}

/** The output item of a job in its present state, with its files if it is completed and they are wanted. */
export async function makeOutput(
	run: Run,
	item: number,
	settings: ReadSettings,
	report: JobReport,
	{ saved, keep, limitAt }: KnownFiles = {},
): Promise<INodeExecutionData> {
	const { consentReference } = settings;
	const isWanted = settings.downloadResult && report.state.status === 'completed';
	const isMissing = isWanted && !saved;
	const { files = saved, state = report.state } = isMissing ? await save(run, settings, report, limitAt) : {};
	if (isWanted && files) keep?.(files);
	const binary = isWanted ? files?.binary : undefined;
	const own = jobItem({ ...report, state, consentReference, files: files?.facts }, settings.simplify);
	const json = settings.includeOtherFields ? { ...othersOf(run.items[item]?.json), ...own } : own;
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

/** Time for the output of the run before n8n's own time limit: all that is in it would be lost. */
const OUTPUT_MS = 5_000;
/** A file may come so much later than its tool has to answer: those who call it wait a little longer. */
const LATE_FILE_MS = 5_000;

/** Saves the files of a completed job; a file that is late has its record read again. */
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
	const { binaryPropertyName: property, maxFileSize } = settings;
	const cancelledAt = limitAt ?? timeLimitOf(context).at;
	const until = Math.min(cancelledAt - OUTPUT_MS, answerBy(run, settings.answerWithin) + LATE_FILE_MS);
	const options = { maxFileSize, fallbackExtension: kind.fileExtension, limit, until };
	const files: SavedFiles = { binary: {}, facts: [] };
	for (const [index, url] of urls.entries()) {
		const number = urls.length === 1 ? '' : `_${index + 1}`;
		const field = `${property}${number}`;
		const called = reference && `${reference}${number}`;
		const newAddress = async () => {
			const again = await readJob(transport, kind, known.id, until);
			if (again?.status === 'completed') state = mergeStates(known, again);
			return resultUrlsOf(state)[index];
		};
		const { through, facts } = fileTransform(settings, kind, environment.now());
		const each = { ...options, called, newAddress, through };
		files.binary[field] = await download(context, environment, url, each);
		files.facts.push({ field, ...facts });
	}
	return { files, state };
}

const TOOL = 'n8n-nodes-media-generation';

/** Why a file gets no label though it is wanted: a label would say what is not so. */
const NOTHING_MADE = 'Nothing in this file is made by a model: it is the recording that was uploaded';

/**
 * What a file goes through while it is saved: the label, if it is wanted, and then the count of what is stored.
 * @param now milliseconds since the epoch
 * @returns facts that are filled in once the file has passed; another try begins them anew
 */
function fileTransform(
	{ markAsAiMade, consentReference }: ReadSettings,
	{ sourceType: source }: JobKind,
	now: number,
) {
	const facts: Omit<FileFacts, 'field'> = {};
	const learn = (more: typeof facts) => void Object.assign(facts, more);
	if (markAsAiMade && !source) learn({ labelled: false, labelReason: NOTHING_MADE });
	const label = markAsAiMade &&
		source && { source, tool: TOOL, date: new Date(now).toISOString(), consentReference };
	const through = (content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> => {
		return counted(label ? marked(content, label, learn) : content, learn);
	};
	return { facts, through };
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
				: 'Check that the files that were given can be opened, show what they should (faces of good size, for example) and keep to the limits of the service. A new job is paid for again.',
	});
}

export const STILL_OPEN = 'It is still open, and costs credits until it is closed with the operation Close.';

function timeoutOf(kind: JobKind, waited: Waited, timeout: number, closesSession: boolean): ItemFailure {
	const { state, missing, fault, waitedMs } = waited;
	const status =
		state.unknownStatus === undefined ? state.status : `of an unknown status (${state.unknownStatus})`;
	// n8n's own time limit may have come before the Timeout.
	const minutes = Math.min(timeout, Math.ceil(waitedMs / 60_000));
	const advice =
		kind.ready === 'streaming'
			? [!closesSession && STILL_OPEN, 'Raise Timeout, or try again later.']
			: [
					'It goes on at the service: read it later with the operation Get and this ID, set On Timeout to Return What Is Known, raise Timeout or, if the time limit of n8n for this execution has come, raise Timeout Workflow in the settings of the workflow, or EXECUTIONS_TIMEOUT. A new job would be paid for again.',
					kind.whenLate,
				];
	const last = fault
		? `The last look failed: ${fault.message}.`
		: missing && 'The service did not list it at the last look.';
	return new ItemFailure(
		`${kind.label} ${state.id} was still ${status} after ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`,
		{ status: state.status, description: [...advice, last].filter(Boolean).join(' ') },
	);
}
