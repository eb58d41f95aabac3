import { freeRequest, type ServiceRequest } from '../../service/request';
import { z } from '../../zod';
import type { ErrorGroup } from '../../service/failure';
import { failureReason, rawId, type JobRecord } from '../../service/records';
import { anyWordsIn } from '../../service/words';
import { jobStatus, STATUSES, type JobStatus } from '../../service/statuses';
import { changed, prepared, type Schema } from '../../service/schema';
import { BoundedMap, excerptOf, isObject, without, withoutAbsent } from '../../service/values';

export interface JobState {
	/** The ID that *Get* takes. */
	id: string;
	/** Names the task for a cancel (service.md: Face swap). */
	jobId?: string;
	/** A word of the node (service/statuses.ts). */
	status: JobStatus;
	/** The service's word, if the node does not know it. */
	unknownStatus?: string;
	/** Set when completed. If the status is unknown, it may be the result. */
	resultUrl?: string;
	/** If it has several results. */
	resultUrls?: string[];
	/** A translation with, or without, lip sync, in addition to the wanted one. */
	otherUrl?: string;
	/** Whether a translation was wanted with lip sync. */
	lipsync?: boolean;
	/** The name of an avatar, which creates take. */
	avatarId?: string;
	/** In percent. */
	progress?: number;
	/** ISO 8601. */
	createdAt?: string;
	/** Its cost. Before the end it is 0 or a guess. */
	credits?: number;
	/** Why it failed, in the service's words. */
	reason?: string;
	/** The possible changes of an image, such as `U1`. */
	buttons?: string[];
	/** More jobs that the same create made. */
	otherIds?: string[];
	/** Under the service's names in camelCase. */
	streamUrls?: Record<string, string | number>;
	/** The whole answer. */
	record: Record<string, unknown>;
}

/** The resource whose *Get* reads a job of the kind, such as `job`. */
export const resourceOf = ({ get }: Pick<JobKind, 'get'>) => get.replace(/ .*/, '').toLowerCase();

export interface JobKind {
	/** The `kind` of its items. */
	name: string;
	/** Its name in sentences. */
	label: string;
	/** The operation that reads it, as the screen names it. */
	get: string;
	/** The name of its ID, if that is not the id of its create. */
	takes?: string;
	/** Whose error codes its create has. */
	group: ErrorGroup;
	/** service.md: Callbacks */
	callbackTypes: readonly string[];
	/** Reads the answer of its create. */
	created: Schema<JobState>;
	/** Reads its records, at most so many in one request. */
	read: {
		most: number;
		request(ids: readonly string[]): ServiceRequest;
		answer(ids: readonly string[]): Schema<JobState[]>;
	};
	/** Takes the `jobId` of each job. Absent where the service cancels none. */
	cancel?(jobIds: readonly string[]): ServiceRequest;
	/** Its status when the wait for it ends. */
	ready: JobStatus;
	/** The parameter with the text that it is made from. */
	text?: string;
	/** Whether no other job can have the text of a failed one. */
	keepsText?: true;
	/** The advice if it takes too long. */
	whenLate?: string;
	/** Whether its results outlast seven days (service.md: Limits). */
	keepsResults?: boolean;
	/** For a result whose address and content do not show its type. */
	fileExtension?: string;
}

/** Whether a job of a kind has ended, or is ready. */
export const isFinal = ({ ready }: Pick<JobKind, 'ready'>, { status }: Pick<JobState, 'status'>): boolean =>
	status === ready || STATUSES[status].isFinal === true;

type Fields = Omit<JobState, 'id' | 'record' | 'status' | 'unknownStatus'> & {
	number: string | number | undefined;
};

export function stateOf<R extends JobRecord>(
	group: ErrorGroup,
	schema: Schema<R>,
	fieldsOfRecord: (record: R) => Fields,
	statusOf: (number: unknown, record: R) => JobState['status'] = jobStatus,
): Schema<JobState> {
	return changed(z.unknown(), (answer, context): JobState => {
		const [record = {}, ...others] = recordsIn(answer);
		const parsed = schema.safeParse(record);
		if (!parsed.success) {
			parsed.error.issues.forEach((issue) => context.addIssue(issue));
			return z.NEVER;
		}
		const { number, ...fields } = fieldsOfRecord(parsed.data);
		const status = statusOf(number, parsed.data);
		return withoutAbsent({
			id: parsed.data._id,
			status,
			unknownStatus: status === 'unknown' ? excerptOf(String(number ?? 'none')) : undefined,
			createdAt: isoDate(parsed.data.create_time),
			...fields,
			reason: fields.reason ?? reasonFor(status, parsed.data, group, hasResult(fields)),
			resultUrls: listed(fields.resultUrls),
			buttons: listed(fields.buttons),
			...(!mayHaveResult(status, group) && NO_RESULTS),
			otherIds: listed(others.length > 0 ? others.map(({ _id }) => String(_id)) : undefined),
			record,
		});
	});
}

/** More than any job has. n8n stores them with the execution. */
const MOST_LISTED = 100;
const listed = <T>(list: T[] | undefined) => list?.slice(0, MOST_LISTED);

/** Several with `all_results`, or in a list (service.md: Shapes that vary). */
function recordsIn(answer: unknown): Array<Record<string, unknown>> {
	if (Array.isArray(answer))
		return [...new Map(answer.filter(isObject).map((each) => [each._id, each])).values()];
	if (!isObject(answer)) return [];
	const { all_results: all } = answer;
	if (!Array.isArray(all)) return [answer];
	const first: unknown[] = '_id' in answer ? [without(answer, 'all_results')] : [];
	return recordsIn(first.concat(all.flat()));
}

/** The words of a job that did not fail are a reason only under a name that says so. */
function reasonFor(status: JobStatus, record: JobRecord, group: ErrorGroup, isWhole: boolean) {
	const { failure } = STATUSES[status];
	if (failure) return failureReason(record, group) ?? (anyWordsIn(record) || undefined);
	const mayFail = status === 'unknown' || (STATUSES[status].hasResult && !isWhole);
	return mayFail ? failureReason(record, group, true) : undefined;
}

const mayHaveResult = (status: JobStatus, group: ErrorGroup) =>
	status === 'unknown' ? group !== 'faceSwap' : STATUSES[status].hasResult === true;

const RESULTS = ['resultUrl', 'resultUrls'] as const;
export const hasResult = (state: Partial<JobState>) => RESULTS.some((name) => state[name] !== undefined);

/** A record may have its addresses long before the files exist (service.md: Face swap). */
const NO_RESULTS = Object.fromEntries([...RESULTS, 'otherUrl', 'buttons'].map((name) => [name, undefined]));

interface ReadAlone extends Omit<JobKind, 'created' | 'read' | 'ready'>, Partial<Pick<JobKind, 'ready'>> {
	path: string;
	parameter: string;
	state: Schema<JobState>;
	readGroup?: ErrorGroup;
}

export function readAlone({ path, parameter, state, readGroup, ...kind }: ReadAlone): JobKind {
	const found = state.optional();
	const detail = freeRequest(readGroup ?? kind.group, 'GET', path);
	return {
		created: state,
		read: {
			most: 1,
			request: ([id]) => ({ ...detail, query: { [parameter]: id } }),
			answer: ([id = '']) =>
				changed(
					prepared((answer) => recordOf(id, answer), found),
					(job) => (job ? [{ ...job, id }] : []),
				),
		},
		ready: 'completed',
		...kind,
	};
}

function recordOf(id: string, answer: unknown): unknown {
	const records: unknown[] = Array.isArray(answer) ? answer : [answer];
	const isAsked = (record: unknown) =>
		isObject(record) && (record._id === undefined || rawId.safeParse(record._id).data === id);
	const found = records.find(isAsked) ?? records.find((record) => !isObject(record));
	return isObject(found) && Object.keys(found).length === 0 ? undefined : (found ?? undefined);
}

export function isoDate(milliseconds = Number.NaN): string | undefined {
	const date = new Date(milliseconds);
	return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** Keeps fields that only the create has (service.md: Video records, Images), but not its cost of 0: no job had ended. */
export function mergeStates(earlier: JobState, later: JobState): JobState {
	const isOther = earlier.lipsync === false && later.lipsync === undefined && later.otherUrl !== undefined;
	return withoutAbsent({
		...earlier,
		...later,
		...(isOther && { resultUrl: later.otherUrl, otherUrl: later.resultUrl }),
		record: { ...earlier.record, ...later.record },
		streamUrls: (later.streamUrls ?? earlier.streamUrls) && { ...earlier.streamUrls, ...later.streamUrls },
		unknownStatus: later.unknownStatus,
		progress: later.progress,
		reason: later.reason,
		credits: later.credits ?? (earlier.credits || undefined),
	});
}

/** Facts that later answers lack (service.md: Results, Live avatar sessions). The key names account and service. */
const states = new BoundedMap<string, JobState>(10_000);

/** Remembers what only the create of a job says, or that its session was closed. */
export const rememberState = ({ owner }: { owner?: string }, state: JobState): void =>
	void states.set(`${owner} ${state.id}`, state);
export const rememberedState = ({ owner }: { owner?: string }, id: string): JobState | undefined =>
	states.get(`${owner} ${id}`);
