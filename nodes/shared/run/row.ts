import type { INodeExecutionData } from 'n8n-workflow';
import type { Claim } from '../claims/claim';
import type { JobKind } from '../jobs/kinds';
import { toFailure } from '../operation/failure';
import { Failure, type FailureDetails } from '../service/failure';
import type { CreateSettings } from '../operation/settings';
import type { Plan, Tools } from '../operation/types';
import { detailsOfJob, isMade, type Job } from '../waiting/job';
import type { Outcome } from './outcome';

/** An input item on its way from parameters to output. */
export interface Row {
	readonly item: number;
	readonly settings: CreateSettings;
	readonly asks?: { input: unknown; plan: (tools: Tools) => Promise<Plan> };
	claim?: Claim;
	/** Whether this run sent the create, in any leg or try. */
	isOwn?: boolean;
	job?: Job;
	/** The service may have taken the create, and nobody knows the ID, so nothing more is sent for this row. */
	doubt?: 'yes' | 'unknown';
	isClosed?: true;
	outcome?: Outcome<INodeExecutionData>;
}

export const isOpen = ({ outcome }: Row) => outcome === undefined;

/** Whether the row's job is paid for, or may be. */
export const mayBePaid = ({ job, doubt }: Row) => isMade(job) || doubt !== undefined;

/** The details of a row's failure. */
export function detailsOfRow(kind: JobKind, { job, doubt, settings: { reference } }: Row): FailureDetails {
	const known = detailsOfJob(job);
	return { kind: kind.name, ...known, ...(doubt && { submitted: doubt }), reference };
}

/** The failure of a row whose job may have been made before. */
export function doubt(row: Row, why: string): Failure {
	row.doubt = 'unknown';
	return new Failure(`Not sent: this job may have been made before. ${why}`, {
		submitted: 'unknown',
		description: `Look for the job in the logs of the earlier executions, which name the IDs, or on the website of the service. ${row.claim ? wayToMakeAnother(row.claim) : ''}`,
	});
}

export const wayToMakeAnother = ({ by }: Claim): string =>
	({
		key: 'To make another one, give another Idempotency Key.',
		call: 'To make another one, change a parameter or wait 15 minutes.',
		row: 'To make another one, start the workflow again with this item, without Retry.',
	})[by];

/** A job that failed stands for its key, so the failure says how to get another one. */
export function withWordOnKey(kind: JobKind, row: Row, error: unknown): unknown {
	const { job, claim } = row;
	if (claim?.by !== 'key' || job?.is !== 'ended' || job.state.status === 'completed') return error;
	const failure = toFailure(error, detailsOfRow(kind, row));
	const description = [failure.details.description, wayToMakeAnother(claim)].filter(Boolean).join(' ');
	return failure.with({ description });
}
