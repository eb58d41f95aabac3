import type { INodeExecutionData } from 'n8n-workflow';
import type { Claim } from '../claims/claim';
import type { JobKind } from '../jobs/kinds';
import type { FailureDetails } from '../operation/failure';
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
