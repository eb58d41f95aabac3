import type { GenericValue, IBinaryKeyData, IDataObject } from 'n8n-workflow';
import type { Receipt } from '../marks';
import { saidIn } from '../service/urls';
import { withoutAbsent } from '../service/values';
import { isoDate, type JobKind, type JobState } from './kinds';

const RESULT_LIFE_MS = 7 * 24 * 60 * 60 * 1000;

/** When the node saw how far a job is: milliseconds since the epoch. Absent what it did not see. */
export interface Sightings {
	/** At work, for the first time. */
	workingAt?: number;
	/** Completed, for the first time. The service's records do not tell when that was. */
	completedAt?: number;
}

/** What is known when a job is seen at a time; what was seen before stays. */
export function sighted(
	{ status }: Pick<JobState, 'status'>,
	at: number,
	{ workingAt, completedAt }: Sightings = {},
): Sightings {
	return {
		workingAt: workingAt ?? (status === 'processing' ? at : undefined),
		completedAt: completedAt ?? (status === 'completed' ? at : undefined),
	};
}

/** What is known of a saved file: the receipt where it was counted, and whether it was labelled where that was wanted. */
export interface FileFacts extends Partial<Receipt> {
	/** The field of the item that it is in. */
	field: string;
	labelled?: boolean;
	/** Why it is not labelled. */
	labelReason?: string;
}

/** The files of a job, as they are stored, and what is known of them. */
export interface SavedFiles {
	binary: IBinaryKeyData;
	facts: FileFacts[];
}

/** A job as a node puts it out. */
export interface JobReport {
	kind: JobKind;
	state: JobState;
	/** The earliest time at which the job can have been completed: milliseconds since the epoch. */
	notDoneBefore?: number;
	/** When the service had taken it: milliseconds since the epoch. */
	sentAt?: number;
	sightings?: Sightings;
	reference?: string;
	/** The person's own text: the number of a consent, or of a contract. */
	consentReference?: string;
	files?: readonly FileFacts[];
	timedOut?: boolean;
	/** The job was made by an earlier create under the same idempotency key. */
	duplicate?: boolean;
	waitedMs?: number;
	statusChecks?: number;
}

/** The fields of a job's item, in their order: a new one is one line. */
const fields: ReadonlyArray<[name: string, of: (report: JobReport) => GenericValue]> = [
	['id', ({ state }) => state.id],
	['kind', ({ kind }) => kind.name],
	['status', ({ state }) => state.status],
	['jobId', ({ state }) => state.jobId],
	['resultUrl', ({ state }) => state.resultUrl],
	['resultUrls', ({ state }) => state.resultUrls ?? bothOf(state)],
	['avatarId', ({ state }) => state.avatarId],
	['streamUrls', ({ state }) => state.streamUrls],
	['createdAt', ({ state }) => state.createdAt],
	['expiresAt', expiryOf],
	['credits', ({ state }) => state.credits],
	['reason', ({ state }) => state.reason],
	['buttons', ({ state }) => state.buttons],
	['reference', ({ reference }) => reference],
	['consentReference', ({ consentReference }) => consentReference],
	['labelled', ({ files }) => labelOf(files)?.labelled],
	['labelReason', ({ files }) => labelOf(files)?.labelReason],
	['timedOut', ({ timedOut }) => timedOut || undefined],
	['duplicate', ({ duplicate }) => duplicate || undefined],
];

/** Further fields when the output is not simplified. */
const rawFields: typeof fields = [
	['waitedSeconds', ({ waitedMs }) => (waitedMs === undefined ? undefined : Math.round(waitedMs / 100) / 10)],
	['statusChecks', ({ statusChecks }) => statusChecks],
	['receipt', receiptOf],
	['record', ({ state }) => state.record],
];

/** Fields whose names people may use for columns of their own. */
const OF_ANYBODY = new Set(['id', 'kind', 'createdAt', 'reference', 'consentReference']);
const standing = new Set(
	[...fields, ...rawFields].map(([name]) => name).filter((name) => !OF_ANYBODY.has(name)),
);

/** Whether a field tells the state of a job: in an input item it is that of an earlier one, and would look new. */
export function isStanding(field: string): boolean {
	return standing.has(field);
}

/**
 * The output of a job, whatever its kind. Results are deleted 7 days after completion (service.md: Limits), counted
 * from the creation when only that is known.
 * @param simplify leaves out how long the wait was, the status checks and the service's own record
 */
export function jobItem(report: JobReport, simplify: boolean): IDataObject {
	const item: IDataObject = {};
	for (const [name, of] of simplify ? fields : [...fields, ...rawFields]) {
		const value = of(report);
		if (value !== undefined) item[name] = value;
	}
	return item;
}

/** The result that was asked for, and the other one. */
function bothOf({ resultUrl, otherUrl }: JobState): string[] | undefined {
	return resultUrl === undefined || otherUrl === undefined ? undefined : [resultUrl, otherUrl];
}

/**
 * The record of a failed job as its details show it: the service may say why under a name that nobody knows. What may be
 * secret in its addresses is left out, and each of its fields is short, as a run keeps its failures.
 */
export function shownRecord(record: JobState['record']): IDataObject {
	const shown = (value: unknown): GenericValue => {
		if (value === null || typeof value === 'number' || typeof value === 'boolean') return value;
		const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
		return saidIn(text, 300);
	};
	return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, shown(value)]));
}

/** The addresses of all results of a job to save, in the service's order. */
export function resultUrlsOf({ resultUrls, resultUrl }: JobState): string[] {
	return resultUrls ?? (resultUrl === undefined ? [] : [resultUrl]);
}

function expiryOf({ kind, state, notDoneBefore }: JobReport): string | undefined {
	if (kind.keepsResults || state.status !== 'completed' || resultUrlsOf(state).length === 0) return undefined;
	const from = notDoneBefore ?? (state.createdAt === undefined ? undefined : Date.parse(state.createdAt));
	return from === undefined ? undefined : isoDate(from + RESULT_LIFE_MS);
}

/** Of several files the first that is not labelled, as one of them is enough to have to look. */
function labelOf(files: JobReport['files'] = []): FileFacts | undefined {
	return files.find(({ labelled }) => labelled === false) ?? files.find(({ labelled }) => labelled);
}

/** What can be filed of a job: only what is known; undefined where that is nothing. */
export function receiptOf({
	state: { credits },
	sightings,
	sentAt,
	consentReference,
	files = [],
}: Omit<JobReport, 'kind'>): IDataObject | undefined {
	const counted = files.filter(({ sha256 }) => sha256 !== undefined);
	const receipt = withoutAbsent({
		sentAt: isoDate(sentAt),
		workingAt: isoDate(sightings?.workingAt),
		completedAt: isoDate(sightings?.completedAt),
		credits,
		consentReference,
		files:
			counted.length > 0 ? counted.map(({ field, size, sha256 }) => ({ field, size, sha256 })) : undefined,
	});
	return Object.keys(receipt).length > 0 ? receipt : undefined;
}
