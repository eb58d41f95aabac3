import { jsonParse } from 'n8n-workflow';
import type { GenericValue, IBinaryKeyData, IDataObject, INodeExecutionData } from 'n8n-workflow';
import { STATUSES } from '../service/statuses';
import { withoutAbsent } from '../service/values';
import { isoDate, isSession, resourceOf, type JobKind, type JobState } from './kinds';

const RESULT_LIFE_MS = 7 * 24 * 60 * 60 * 1000;

export type SavedFiles = IBinaryKeyData;

export interface JobReport {
	kind: JobKind;
	state: JobState;
	notDoneBefore?: number;
	reference?: string;
	timedOut?: boolean;
	duplicate?: boolean;
	waitedMs?: number;
	statusChecks?: number;
}

const fields: ReadonlyArray<[name: string, of: (report: JobReport) => GenericValue]> = [
	['id', ({ state }) => state.id],
	['kind', ({ kind }) => kind.name],
	['status', ({ state }) => state.status],
	['jobId', ({ state }) => state.jobId],
	['resultUrl', ({ state }) => state.resultUrl],
	[
		'resultUrls',
		({ state }) => state.resultUrls ?? (state.otherUrl && resultUrlsOf(state).concat(state.otherUrl)),
	],
	['avatarId', ({ state }) => state.avatarId],
	['streamUrls', ({ state }) => state.streamUrls],
	['progress', ({ state }) => (state.status === 'queued' ? undefined : state.progress)],
	['createdAt', ({ state }) => state.createdAt],
	['expiresAt', expiryOf],
	// Before the end, credits are 0 or a guess, which would read as free.
	['credits', ({ state }) => (STATUSES[state.status].isFinal ? state.credits : undefined)],
	['reason', reasonOf],
	['buttons', ({ state }) => state.buttons],
	['reference', ({ reference }) => reference],
	['timedOut', ({ timedOut }) => timedOut || undefined],
	['duplicate', ({ duplicate }) => duplicate || undefined],
];

const rawFields: typeof fields = [
	['waitedSeconds', ({ waitedMs }) => (waitedMs === undefined ? undefined : Math.round(waitedMs / 100) / 10)],
	['statusChecks', ({ statusChecks }) => statusChecks],
	['record', ({ state }) => recordOf(state)],
];

const OF_ANYBODY = new Set(['id', 'kind', 'createdAt', 'reference']);
const names = new Set([...fields, ...rawFields].map(([name]) => name));

export const noResult: IDataObject = Object.fromEntries([...names].map((name) => [name, undefined]));

/** Whether it would say something about another job. */
export const isStanding = (field: string) => names.has(field) && !OF_ANYBODY.has(field);

/** The signed address of a suspended execution (`n8n/reentry.ts`). */
const WAKES_A_RUN = /\/\d+\/media-generation(?:\?|$)/;

export const recordOf = ({ record }: JobState) =>
	jsonParse<IDataObject>(
		JSON.stringify(record, (name, value: unknown) =>
			name === 'webhookUrl' && WAKES_A_RUN.test(String(value)) ? undefined : value,
		),
	);

/** Results last 7 days from completion (service.md: Limits), or from creation if only that is known. */
export function jobItem(report: JobReport, simplify: boolean): IDataObject {
	const shown = simplify ? fields : [...fields, ...rawFields];
	return withoutAbsent(Object.fromEntries(shown.map(([name, of]) => [name, of(report)])));
}

/** No ID is lost, because the node follows the first job of an answer. */
function reasonOf({ state: { reason, otherIds } }: JobReport): string | undefined {
	const others =
		otherIds &&
		`The service made more jobs with this request, and the node follows the first: ${otherIds.join(', ')}`;
	return [reason, others].filter(Boolean).join('. ') || undefined;
}

export function resultUrlsOf({ resultUrls, resultUrl }: JobState): string[] {
	return resultUrls ?? (resultUrl === undefined ? [] : [resultUrl]);
}

export function expiryOf({ kind, state, notDoneBefore }: JobReport): string | undefined {
	if (kind.keepsResults || state.status !== 'completed' || resultUrlsOf(state).length === 0) return undefined;
	const from = notDoneBefore ?? (state.createdAt === undefined ? undefined : Date.parse(state.createdAt));
	return from === undefined ? undefined : isoDate(from + RESULT_LIFE_MS);
}

/* The answer of a tool whose caller gives up sooner than the job is done. The job is paid, and continues. */

/** If the call made the job, the same call again is the same job, so that it is not paid again. */
export function processingItem(
	kind: JobKind,
	item: number,
	{ id, jobId, streamUrls }: JobState,
	made?: Pick<JobReport, 'reference' | 'duplicate'>,
): INodeExecutionData {
	return {
		json: withoutAbsent({
			...{ status: 'processing', id, jobId, kind: kind.name, ...made },
			...{ streamUrls, next: 'readJob', resource: resourceOf(kind) },
			description: nextOf(kind, made !== undefined),
		}),
		pairedItem: { item },
	};
}

export const WHILE_OPEN =
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
