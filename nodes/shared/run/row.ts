import type { INodeExecutionData } from 'n8n-workflow';
import type { Claim } from '../claims/claim';
import type { JobKind } from '../jobs/kinds';
import type { CreateSettings } from '../operation/settings';
import type { Plan, Tools } from '../operation/types';
import { type Failure, type FailureDetails } from '../service/failure';
import { detailsOfJob, isMade, type Ended, type Job, type Planned, type Running } from '../waiting/job';
import { quoted } from '../service/urls';
import type { Outcome } from './outcome';
import type { Run } from './runContext';

/*
 * The states of a row. `to` is the only way from one to the next:
 *
 *   checked ──▶ planned ──▶ running ──▶ ended ──▶ done
 *      └───────────┴───────────┴──────────┴─────▶ failed
 *      └───────────┴────────────────────────────▶ inDoubt
 *
 * | state   | what is known                         | it is left when                                                |
 * |---------|---------------------------------------|----------------------------------------------------------------|
 * | checked | good parameters, later a claim        | its request is planned, or a job of its claim is found         |
 * | planned | a request that was not sent           | the service took it, or a job of its claim is found            |
 * | running | a job at the service                  | the job is final, or its state is the output                   |
 * | ended   | a final job, later its files          | its output is made                                             |
 * | done    | the output                            | never                                                          |
 * | failed  | why, and the job if there is one      | never                                                          |
 * | inDoubt | why. The create may have been taken   | never. Nothing is sent for it                                  |
 *
 * A dry run goes from checked to done. A job that has failed before gives way to the next claim: the row stays checked
 * or planned.
 */

export type RowState =
	| { is: 'checked' }
	| Planned
	| Running
	| Ended
	| { is: 'done'; output: INodeExecutionData; job?: Running | Ended }
	| { is: 'failed'; failure: Failure; job?: Running | Ended }
	| { is: 'inDoubt'; failure: Failure };

type Name = RowState['is'];

const STEPS: Readonly<Record<Name, readonly Name[]>> = {
	checked: ['checked', 'planned', 'running', 'done', 'failed', 'inDoubt'],
	planned: ['planned', 'running', 'failed', 'inDoubt'],
	running: ['running', 'ended', 'done', 'failed'],
	ended: ['done', 'failed'],
	done: [],
	failed: [],
	inDoubt: [],
};

export const CHECKED = { is: 'checked' } as const;

/** Without a job, a create that was not certainly refused may be taken. */
export function failedState(failure: Failure, job?: Running | Ended): RowState {
	const isSure = job !== undefined || failure.details.submitted === 'no';
	return isSure ? { is: 'failed', failure, job } : { is: 'inDoubt', failure };
}

/** Which create a row stands for. */
interface Right {
	claim?: Claim;
	/** Whether this run sent the create, in any leg or try. */
	isOwn?: boolean;
}

/** An input item on its way from parameters to output. */
export class Row {
	constructor(
		/** Counted from 0. */
		readonly item: number,
		readonly settings: CreateSettings,
		/** What its parameters ask for; absent in a later leg. */
		readonly asks?: { input: unknown; plan: (tools: Tools) => Promise<Plan> },
		private state: RowState = CHECKED,
		private right: Right = {},
	) {}

	/** @throws TypeError when no such step is allowed */
	to(state: RowState, right: Right = {}): void {
		const { is } = this.state;
		if (!STEPS[is].includes(state.is)) throw new TypeError(`Row ${this.item}: ${is} -> ${state.is}`);
		this.state = state;
		this.right = { ...this.right, ...right };
	}

	/** Ends the work on the row. */
	fail(failure: Failure): void {
		this.to(failedState(failure, isMade(this.job) ? this.job : undefined));
	}

	get now(): RowState {
		return this.state;
	}

	get claim(): Claim | undefined {
		return this.right.claim;
	}

	get isOwn(): boolean | undefined {
		return this.right.isOwn;
	}

	get job(): Job | undefined {
		const { state } = this;
		if (state.is === 'planned' || state.is === 'running' || state.is === 'ended') return state;
		return 'job' in state ? state.job : undefined;
	}

	get outcome(): Outcome<INodeExecutionData> | undefined {
		const { state, item } = this;
		if (state.is === 'done') return { ok: true, value: state.output };
		return 'failure' in state ? { ok: false, item, failure: state.failure } : undefined;
	}
}

export const isOpen = ({ outcome }: Row) => outcome === undefined;

/** Whether the row's job is paid for, or may be. */
export const mayBePaid = ({ job, now }: Row) => isMade(job) || now.is === 'inDoubt';

/** The details of a row's failure. */
export function detailsOfRow(kind: JobKind, { job, now, settings: { reference } }: Row): FailureDetails {
	const { submitted, jobId } = now.is === 'inDoubt' ? now.failure.details : {};
	return { kind: kind.name, ...detailsOfJob(job), ...(submitted && { submitted, jobId }), reference };
}

/** For the log, because n8n prints the text alone. For example (execution 812, row 3, key "order 5"). */
export function placeOf({ run }: { run: Pick<Run, 'context'> }, { item, settings }: Row): string {
	const { reference, idempotencyKey } = settings;
	const words = [
		`execution ${run.context.getExecutionId()}, row ${item + 1}`,
		reference !== undefined && `reference ${quoted(reference)}`,
		idempotencyKey !== undefined && `key ${quoted(idempotencyKey)}`,
	];
	return `(${words.filter(Boolean).join(', ')})`;
}

export const wayToMakeAnother = ({ by }: Claim, key?: string): string =>
	({
		key: `To make another one, give another Idempotency Key${key === undefined ? '' : `, such as ${quoted(`${key} again`)}`}.`,
		call: 'To make another one, change a parameter or wait 15 minutes.',
		row: 'To make another one, start the workflow again with this item, without Retry.',
	})[by];

/** A job that failed stands for its key, so the failure says how to get another one. */
export function withWordOnKey({ job, claim }: Row, failure: Failure): Failure {
	if (claim?.by !== 'key' || job?.is !== 'ended' || job.state.status === 'completed') return failure;
	const description = [failure.details.description, wayToMakeAnother(claim)].filter(Boolean).join(' ');
	return failure.with({ description });
}
