import type { INodeExecutionData } from 'n8n-workflow';
import type { Claim } from '../claims/claims';
import { resourceOf, type JobKind } from '../jobs/kinds';
import type { Settings, Tools } from '../operation/defineOperation';
import type { ServiceRequest } from '../service/request';
import { type Failure, type FailureDetails } from '../service/failure';
import type { Ended, Planned, Running } from '../waiting/state';
import { quoted } from '../service/values';
import type { Outcome } from '../operation/failure';
import type { Run } from './runContext';

/*
 * The states of a row. `to` is the only way from one to the next:
 *
 *   checked ──▶ planned ──▶ running ──▶ ended ──▶ done
 *      └───────────┴───────────┴──────────┴─────▶ failed
 *      └───────────┴────────────────────────────▶ inDoubt
 *
 * Its job is found under its claim, or the service takes its request. A create that may have been taken is in doubt, and
 * nothing is sent for it. A dry run goes from checked to done. A job that has failed before gives way to the next claim:
 * the row stays checked or planned.
 */

export type RowState =
	| { is: 'checked' }
	| Planned
	| Running
	| Ended
	| { is: 'done'; output: INodeExecutionData; job?: Running | Ended }
	| { is: 'failed'; failure: Failure; job?: Running | Ended }
	| { is: 'inDoubt'; failure: Failure };

const STEPS: Readonly<Record<RowState['is'], ReadonlyArray<RowState['is']>>> = {
	checked: ['checked', 'planned', 'running', 'done', 'failed', 'inDoubt'],
	planned: ['planned', 'running', 'failed', 'inDoubt'],
	running: ['running', 'ended', 'done', 'failed'],
	ended: ['done', 'failed'],
	done: [],
	failed: [],
	inDoubt: [],
};

interface Begun {
	state?: RowState;
	/** The claim that its create takes. */
	claim?: Claim;
	/** Whether this run sent the create, in any leg or try. */
	isOwn?: boolean;
}

export class Row implements Outcome<INodeExecutionData> {
	constructor(
		/** Counted from 0. */
		readonly item: number,
		readonly settings: Settings,
		private begun: Begun = {},
		/** Absent in a later leg. */
		readonly asks?: { input: unknown; plan: (tools: Tools) => Promise<ServiceRequest> },
	) {}

	get now(): RowState {
		return this.begun.state ?? { is: 'checked' };
	}

	get claim(): Claim | undefined {
		return this.begun.claim;
	}

	get isOwn(): boolean {
		return this.begun.isOwn === true;
	}

	/** @throws TypeError when no such step is allowed */
	to(state: RowState, claimed: Pick<Begun, 'claim' | 'isOwn'> = {}): void {
		const { is } = this.now;
		if (!STEPS[is].includes(state.is)) throw new TypeError(`Row ${this.item + 1}: ${is} -> ${state.is}`);
		this.begun = { ...this.begun, ...claimed, state };
	}

	/** Without a job, a create that was not certainly refused may be taken. */
	fail(failure: Failure): void {
		const { job } = this;
		const isUnpaid = job === undefined && failure.details.submitted === 'no';
		this.to(job || isUnpaid ? { is: 'failed', failure, job } : { is: 'inDoubt', failure });
	}

	get job(): Running | Ended | undefined {
		const { now } = this;
		if (now.is === 'running' || now.is === 'ended') return now;
		return 'job' in now ? now.job : undefined;
	}

	get value(): INodeExecutionData | undefined {
		return this.now.is === 'done' ? this.now.output : undefined;
	}

	get failure(): Failure | undefined {
		return 'failure' in this.now ? this.now.failure : undefined;
	}
}

export const isOpen = ({ value, failure }: Row) => (value ?? failure) === undefined;

export const isPlanned = ({ now }: Row) => now.is === 'planned';

/** Whether its job may end with this run or its retry. The job of a key or a call belongs to the run that created it. */
export const isOfChain = ({ isOwn, claim }: Row) => isOwn || claim?.by === 'row';

/** Whether the row's job is paid for, or may be. */
export const mayBePaid = ({ job, now }: Row) => job !== undefined || now.is === 'inDoubt';

/** @param kind undefined where nothing of the run is known */
export function detailsOfRow(kind: JobKind | undefined, { job, now, settings }: Row): FailureDetails {
	const row = { kind: kind?.name, reference: settings.reference };
	if (!job) {
		const { submitted = 'no', jobId } = now.is === 'inDoubt' ? now.failure.details : {};
		return { ...row, submitted, jobId };
	}
	const { id, jobId, status, resultUrl } = job.state;
	const resource = kind && resourceOf(kind);
	return { ...row, id, jobId, status, resultUrl, resource, submitted: 'yes', duplicate: job.duplicate };
}

/** For the log, because n8n prints the text alone. For example: execution 812, row 3, key "order 5". */
export function rowInLog({ context }: Run, { item, settings }: Row): string {
	const { reference, idempotencyKey } = settings;
	const words = [
		`execution ${context.getExecutionId()}, row ${item + 1}`,
		reference !== undefined && `reference ${quoted(reference)}`,
		idempotencyKey !== undefined && `key ${quoted(idempotencyKey)}`,
	];
	return words.filter(Boolean).join(', ');
}
