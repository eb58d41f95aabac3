import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Claim } from '../claims/claims';
import { resourceOf, type JobKind } from '../jobs/kinds';
import type { CreateSettings, Tools } from '../operation/defineOperation';
import type { ServiceRequest } from '../service/request';
import { retriedExecutionOf } from '../n8n/executionFacts';
import { isTool } from '../n8n/storedExecution';
import { type Failure, type FailureDetails } from '../service/failure';
import type { Ended, Planned, Running } from '../waiting/state';
import { NEXT_STEPS } from '../service/nextStep';
import { quoted, sentences } from '../service/values';
import type { Outcome } from './output';
import type { Run } from './runContext';

/*
 * The states of a row. `to` is the only way from one to the next:
 *
 *   checked ──▶ planned ──▶ running ──▶ ended ──▶ done
 *      └───────────┴───────────┴──────────┴─────▶ failed
 *      └───────────┴────────────────────────────▶ inDoubt
 *
 * | state   | known                                 | it is left when                                                |
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

/** Without a job, a create that was not certainly refused may be taken. */
export const failedState = (failure: Failure, job?: Running | Ended): RowState =>
	job !== undefined || failure.details.submitted === 'no'
		? { is: 'failed', failure, job }
		: { is: 'inDoubt', failure };

interface Begun {
	/** Absent in a later leg. */
	asks?: { input: unknown; plan: (tools: Tools) => Promise<ServiceRequest> };
	state?: RowState;
	/** The claim that its create takes. */
	claim?: Claim;
	/** Whether this run sent the create, in any leg or try. */
	isOwn?: boolean;
}
type Claimed = Pick<Begun, 'claim' | 'isOwn'>;

/** An input item on its way from parameters to output. */
export class Row {
	readonly asks: Begun['asks'];
	private state: RowState;
	private claimed: Claimed;

	constructor(
		/** Counted from 0. */
		readonly item: number,
		readonly settings: CreateSettings,
		{ asks, state = { is: 'checked' }, claim, isOwn }: Begun = {},
	) {
		[this.asks, this.state, this.claimed] = [asks, state, { claim, isOwn }];
	}

	get now(): RowState {
		return this.state;
	}

	get claim(): Claim | undefined {
		return this.claimed.claim;
	}

	get isOwn(): boolean {
		return this.claimed.isOwn === true;
	}

	/** @throws TypeError when no such step is allowed */
	to(state: RowState, claimed: Claimed = {}): void {
		const { is } = this.state;
		if (!STEPS[is].includes(state.is)) throw new TypeError(`Row ${this.item + 1}: ${is} -> ${state.is}`);
		this.state = state;
		this.claimed = { ...this.claimed, ...claimed };
	}

	/** Ends the work on the row. */
	fail(failure: Failure): void {
		this.to(failedState(failure, this.job));
	}

	/** Its job at the service. */
	get job(): Running | Ended | undefined {
		const { now } = this;
		if (now.is === 'running' || now.is === 'ended') return now;
		return 'job' in now ? now.job : undefined;
	}

	get outcome(): Outcome<INodeExecutionData> | undefined {
		const { now, item } = this;
		if (now.is === 'done') return { ok: true, value: now.output };
		return 'failure' in now ? { ok: false, item, failure: now.failure } : undefined;
	}
}

export const isOpen = ({ outcome }: Row) => outcome === undefined;

export const isPlanned = ({ now }: Row) => now.is === 'planned';

/** Whether the row's job is paid for, or may be. */
export const mayBePaid = ({ job, now }: Row) => job !== undefined || now.is === 'inDoubt';

/** @param kind undefined where nothing of the run is known */
export function detailsOfRow(
	kind: JobKind | undefined,
	{ job, now, settings: { reference } }: Row,
): FailureDetails {
	const row = { kind: kind?.name, reference };
	if (!job) {
		const { submitted = 'no', jobId } = now.is === 'inDoubt' ? now.failure.details : {};
		return { ...row, submitted, jobId };
	}
	const { id, jobId, status, resultUrl } = job.state;
	const resource = kind && resourceOf(kind);
	return { ...row, id, jobId, status, resultUrl, resource, submitted: 'yes', duplicate: job.duplicate };
}

/** For the log, because n8n prints the text alone. For example: execution 812, row 3, key "order 5". */
export function rowInLog({ context }: Pick<Run, 'context'>, { item, settings }: Row): string {
	const { reference, idempotencyKey } = settings;
	const words = [
		`execution ${context.getExecutionId()}, row ${item + 1}`,
		reference !== undefined && `reference ${quoted(reference)}`,
		idempotencyKey !== undefined && `key ${quoted(idempotencyKey)}`,
	];
	return words.filter(Boolean).join(', ');
}

/** How to get the job that another execution, leg or try may have made, where this one can't look for it. */
export function wayBack(context: IExecuteFunctions, settings?: CreateSettings): FailureDetails {
	const retried = retriedExecutionOf(context);
	const next = retried === undefined ? 'continueExecution' : 'retryExecution';
	const execution = retried ?? settings?.continueExecution ?? context.getExecutionId();
	const description = `Correct this first. ${NEXT_STEPS[next].say({ execution })}`;
	return { submitted: 'unknown', next, execution, description };
}

/** Adds what the row knows: a job in doubt may be found, and a job that failed stands for its key. */
export function withAdvice(
	{ context }: Pick<Run, 'context'>,
	kind: JobKind,
	row: Row,
	failure: Failure,
): Failure {
	const { job, claim } = row;
	const { failedIds = [] } = claim ?? {};
	const { description, submitted, next, lookFor = rowInLog({ context }, row) } = failure.details;
	if (!job && submitted !== 'no' && next === 'askService') {
		const found = `If there is one, read it with ${kind.get} and its ID`;
		const words = sentences(description, found, wayToMakeAnother({ context }, row, 'If not'));
		return failure.with({ lookFor, description: words });
	}
	const isOver = job?.is === 'ended' && job.state.status !== 'completed' && claim?.by === 'key';
	const words = sentences(
		description,
		job && failedIds.length > 0 && `Before it failed ${failedIds.join(', ')}`,
		isOver && !isTool(context) && wayToMakeAnother({ context }, row),
	);
	return failure.with({ description: words });
}

export function wayToMakeAnother(
	{ context }: Pick<Run, 'context'>,
	{ claim, settings: { idempotencyKey: key = '' } }: Row,
	begin = 'To make another one',
): string {
	// A model follows each instruction, and each way pays.
	if (isTool(context)) return `${begin}, ask a person.`;
	const ways = {
		key: `give another Idempotency Key, such as ${quoted(`${key} again`)}`,
		call: 'change a parameter or wait 15 minutes',
		row: 'start the workflow again with this item, without Retry',
	};
	return claim ? `${begin}, ${ways[claim.by]}.` : '';
}
