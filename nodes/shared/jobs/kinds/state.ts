import { z } from 'zod/v3';
import { messageOf, type ErrorGroup } from '../../service/codes';
import { isObject } from '../../service/values';
import type { JobState, Reads, RecordReads } from './types';

/**
 * Parses a record, or a list of that one record, with `schema`, and returns its state, with the record as it came. An
 * answer without a record (null, an empty list or object) has no state: the service knows no such job.
 */
export function stateOf<R extends { _id: string }>(
	schema: Reads<R>,
	tell: (record: R) => Omit<JobState, 'id' | 'record'>,
): Reads<JobState | undefined> {
	return z.unknown().transform((answer, context): JobState | undefined => {
		const raw: unknown = Array.isArray(answer) ? answer[0] : answer;
		if (raw === null || raw === undefined || (isObject(raw) && Object.keys(raw).length === 0))
			return undefined;
		const parsed = schema.safeParse(raw);
		if (!parsed.success) {
			parsed.error.issues.forEach((issue) => context.addIssue(issue));
			return z.NEVER;
		}
		const told = tell(parsed.data);
		const results = told.status === 'completed' ? {} : NO_RESULTS;
		return withoutAbsent({ id: parsed.data._id, ...told, ...results, record: isObject(raw) ? raw : {} });
	});
}

/** A record may have its addresses long before the files exist (service.md: Face swap). */
const NO_RESULTS = { resultUrl: undefined, resultUrls: undefined, otherUrl: undefined };

/** The same for the answer of a create, which must hold a record. */
export function createdState(state: Reads<JobState | undefined>): Reads<JobState> {
	return state.pipe(z.custom<JobState>((known) => known !== undefined, 'Expected a record'));
}

/** Reads records one by one, each by a GET with its id as this parameter of the query. */
export function readOne(
	path: string,
	parameter: string,
	group: ErrorGroup,
	answer: Reads<JobState | undefined>,
): RecordReads {
	return {
		batch: false,
		request: (id) => ({ method: 'GET', path, query: { [parameter]: id }, intent: 'repeatable', group }),
		answer,
	};
}

/** Where a job stands: its status, as the service gave it when that is unknown, and why it failed. */
export function standing<S extends JobState['status']>(
	read: (given: unknown) => S,
	given: string | number | undefined,
	record: Parameters<typeof failureReason>[0],
) {
	const status = read(given);
	return {
		status,
		unknownStatus: status === 'unknown' ? String(given ?? 'none') : undefined,
		reason: status === 'failed' ? failureReason(record) : undefined,
	};
}

/** Milliseconds since the epoch, as ISO 8601. */
export function isoDate(milliseconds: number | undefined): string | undefined {
	if (milliseconds === undefined) return undefined;
	const date = new Date(milliseconds);
	return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** Why a job failed, in the service's words, or in those for its code (service.md: Jobs and states). */
function failureReason(record: {
	error_reason?: string;
	error_msg?: string;
	error_code?: string | number;
}): string | undefined {
	const { error_code: code = 0 } = record;
	const reason = record.error_reason ?? record.error_msg ?? messageOf(Number(code));
	if (Number(code) === 0) return reason;
	return reason === undefined ? `code ${code}` : `${reason} (code ${code})`;
}

/**
 * Later answers override earlier ones, and what a later one leaves out stays: a session's chat addresses, or what only
 * the create tells of a job (service.md: Video records, Images).
 */
export function mergeStates(earlier: JobState, later: JobState): JobState {
	return withoutAbsent({
		...earlier,
		...asAskedFor(earlier, later),
		record: mergeRecords(earlier.record, later.record),
		streamUrls: (later.streamUrls ?? earlier.streamUrls) && { ...earlier.streamUrls, ...later.streamUrls },
		unknownStatus: later.unknownStatus,
	});
}

function mergeRecords(earlier: JobState['record'], later: JobState['record']): JobState['record'] {
	const merged = { ...earlier, ...later };
	for (const [name, value] of Object.entries(later)) {
		const before = earlier[name];
		if (isObject(before) && isObject(value)) merged[name] = { ...before, ...value };
	}
	return merged;
}

/** A record with both videos of a translation may not say which was asked for; the answer of the create did. */
function asAskedFor({ lipsync }: JobState, later: JobState): JobState {
	if (lipsync !== false || later.lipsync !== undefined || later.otherUrl === undefined) return later;
	return { ...later, resultUrl: later.otherUrl, otherUrl: later.resultUrl };
}

function withoutAbsent<T extends object>(value: T): T {
	const copy = { ...value };
	for (const key in copy) if (copy[key] === undefined) delete copy[key];
	return copy;
}
