import type { GenericValue, IDataObject } from 'n8n-workflow';
import { isoDate, type JobKind, type JobState } from './kinds';

const RESULT_LIFE_MS = 7 * 24 * 60 * 60 * 1000;

/** A job as it stands when it goes out of a node. */
export interface JobReport {
	kind: JobKind;
	state: JobState;
	/** The earliest time that the job can have been completed: milliseconds since the epoch. */
	completedAt?: number;
	reference?: string;
	timedOut?: boolean;
	waitedMs?: number;
	statusChecks?: number;
}

/**
 * The output of a job, whatever its kind. Results are gone 7 days after completion (interface: Limits), counted from
 * the creation where only that is known.
 * @param simplify leaves out how long the wait was, the status checks and the service's own record
 */
export function jobItem(report: JobReport, simplify: boolean): IDataObject {
	const { kind, state, reference, timedOut } = report;
	const item: IDataObject = { id: state.id, kind: kind.name, status: state.status };
	const add = (field: string, value: GenericValue) => {
		if (value !== undefined) item[field] = value;
	};
	add('jobId', state.jobId);
	add('resultUrl', state.resultUrl);
	add('resultUrls', state.resultUrls ?? bothOf(state));
	add('avatarId', state.avatarId);
	add('streamUrls', state.streamUrls);
	add('createdAt', state.createdAt);
	add('expiresAt', expiryOf(report));
	add('credits', state.credits);
	add('reason', state.reason);
	add('buttons', state.buttons);
	add('reference', reference);
	if (timedOut) item.timedOut = true;
	if (!simplify) {
		add('waitedSeconds', report.waitedMs === undefined ? undefined : Math.round(report.waitedMs / 100) / 10);
		add('statusChecks', report.statusChecks);
		item.record = state.record;
	}
	return item;
}

/** The result that was asked for, and the other one beside it. */
function bothOf({ resultUrl, otherUrl }: JobState): string[] | undefined {
	return resultUrl === undefined || otherUrl === undefined ? undefined : [resultUrl, otherUrl];
}

/** The addresses of all the results of a job that are to be saved, in the service's order. */
export function resultUrlsOf(state: JobState): string[] {
	if (state.resultUrls && state.resultUrls.length > 0) return state.resultUrls;
	return state.resultUrl === undefined ? [] : [state.resultUrl];
}

function expiryOf({ kind, state, completedAt }: JobReport): string | undefined {
	if (kind.keepsResults || state.status !== 'completed' || resultUrlsOf(state).length === 0) return undefined;
	const from = completedAt ?? (state.createdAt === undefined ? undefined : Date.parse(state.createdAt));
	return from === undefined ? undefined : isoDate(from + RESULT_LIFE_MS);
}
