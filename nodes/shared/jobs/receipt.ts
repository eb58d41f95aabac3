import type { IDataObject } from 'n8n-workflow';
import { withoutAbsent } from '../service/values';
import { isoDate, type JobState } from './kinds';
import type { JobReport } from './output';

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

/** What is known of a job that can be filed. */
type Known = Sightings & Pick<JobState, 'credits'> & Pick<JobReport, 'sentAt' | 'consentReference' | 'files'>;

/** What can be filed of a job: only what is known; undefined where that is nothing. */
export function receiptOf({ files = [], ...known }: Known): IDataObject | undefined {
	const counted = files.filter(({ sha256 }) => sha256 !== undefined);
	const receipt = withoutAbsent({
		sentAt: isoDate(known.sentAt),
		workingAt: isoDate(known.workingAt),
		completedAt: isoDate(known.completedAt),
		credits: known.credits,
		consentReference: known.consentReference,
		files:
			counted.length > 0 ? counted.map(({ field, size, sha256 }) => ({ field, size, sha256 })) : undefined,
	});
	return Object.keys(receipt).length > 0 ? receipt : undefined;
}
