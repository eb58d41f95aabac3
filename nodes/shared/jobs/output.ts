import { jsonParse, type IBinaryKeyData, type IDataObject } from 'n8n-workflow';
import { STATUSES } from '../service/statuses';
import { without, withoutAbsent } from '../service/values';
import { isFinal, isoDate, isSession, jobKinds, resourceOf, type JobKind, type JobState } from './kinds';
import type { Waited } from './wait';

/** From completion (service.md: Limits), or from creation if only that is known. */
const RESULT_LIFE_MS = 7 * 24 * 60 * 60 * 1000;

/** The state of a job, and how the wait for it ended if there was one. */
export interface JobReport extends Partial<Omit<Waited, 'state'>> {
	kind: JobKind;
	/** At the end of the wait, or as its create or read gave it. */
	state: JobState;
	/** Your own name for its row. */
	reference?: string;
	/** Whether an earlier call or execution with the same key made it. */
	duplicate?: boolean;
	/** By a create, so that the same call again is the same job. */
	isMade?: boolean;
	/** Whether a job that is not ready counts as a failure. */
	isAwaited?: boolean;
	/** Its results, once they are saved. */
	files?: IBinaryKeyData;
}

const MORE_JOBS = 'The service made more jobs with this request, and the node follows the first';

/** All fields of an item, in their order. */
function fieldsOf(report: JobReport, simplify: boolean) {
	const { kind, state, reference, timedOut, duplicate, waitedMs, statusChecks } = report;
	const { id, jobId, status, resultUrl, otherUrl, avatarId, streamUrls, createdAt, buttons } = state;
	const others = state.otherIds && `${MORE_JOBS}: ${state.otherIds.join(', ')}`;
	const fields = {
		...{ id, kind: kind.name, status, jobId, resultUrl },
		resultUrls: state.resultUrls ?? (otherUrl && resultUrlsOf(state).concat(otherUrl)),
		...{ avatarId, streamUrls },
		progress: status === 'queued' ? undefined : state.progress,
		...{ createdAt, expiresAt: expiryOf(report) },
		// Before the end, credits are 0 or a guess, which would read as free.
		credits: STATUSES[status].isFinal ? state.credits : undefined,
		reason: [state.reason, others].filter(Boolean).join('. ') || undefined,
		...{ buttons, reference, timedOut: timedOut || undefined, duplicate: duplicate || undefined },
	};
	if (simplify) return fields;
	const waitedSeconds = waitedMs === undefined ? undefined : Math.round(waitedMs / 100) / 10;
	return { ...fields, waitedSeconds, statusChecks, record: recordOf(state) };
}

/** The signed address of a suspended execution (`n8n/reentry.ts`). */
const WAKES_A_RUN = /\/\d+\/media-generation(?:\?|$)/;

export const recordOf = ({ record }: JobState) =>
	jsonParse<IDataObject>(
		JSON.stringify(record, (name, value: unknown) =>
			name === 'webhookUrl' && WAKES_A_RUN.test(String(value)) ? undefined : value,
		),
	);

const OF_ANYBODY = new Set(['id', 'kind', 'createdAt', 'reference']);
const anyJob: JobReport = { kind: jobKinds.image, state: { id: '', status: 'queued', record: {} } };
const names = new Set(Object.keys(fieldsOf(anyJob, false)));

export const noResult: IDataObject = Object.fromEntries([...names].map((name) => [name, undefined]));

/** Whether it would say something about another job. */
export const isStanding = (field: string) => names.has(field) && !OF_ANYBODY.has(field);

export const jobItem = (report: JobReport, simplify: boolean): IDataObject =>
	withoutAbsent(fieldsOf(report, simplify));

export const resultUrlsOf = ({ resultUrls, resultUrl }: JobState): string[] =>
	resultUrls ?? (resultUrl === undefined ? [] : [resultUrl]);

export function expiryOf({ kind, state, unfinishedAt }: JobReport): string | undefined {
	if (kind.keepsResults || state.status !== 'completed' || resultUrlsOf(state).length === 0) return undefined;
	const from = unfinishedAt ?? (state.createdAt === undefined ? undefined : Date.parse(state.createdAt));
	return from === undefined ? undefined : isoDate(from + RESULT_LIFE_MS);
}

/** The item for a model: with its next step, and without the tokens of streams, because a chat takes the ID alone. */
export function toolItem(report: JobReport, simplify: boolean): IDataObject {
	const item = jobItem(report, simplify);
	return { ...(simplify ? without(item, 'streamUrls') : item), ...nextOf(report) };
}

const WHILE_OPEN = 'The session costs credits until you call the tool that closes it with this ID.';

function nextOf({ kind, state, isMade }: JobReport): IDataObject {
	const { label, ready } = kind;
	if (isSession(kind) && state.status === ready) return { description: WHILE_OPEN };
	if (isFinal(kind, state)) return {};
	if (state.status === 'unknown' && !isMade) {
		return { next: state.unknownStatus === undefined ? 'changeField' : 'askService' };
	}
	const get = `call the tool that gets ${/^[aeiou]/i.test(label) ? 'an' : 'a'} ${label.toLowerCase()} by its ID`;
	const [then, again] = isSession(kind)
		? [`${WHILE_OPEN} In about 10 seconds ${get}`, 'gives this session and opens no other']
		: [`The job continues. In about 30 seconds ${get}`, 'gives this job and is not paid again'];
	const description = isMade ? `${then}; the same call again within 15 minutes ${again}.` : `${then}.`;
	return { next: 'readJob', resource: resourceOf(kind), description };
}
