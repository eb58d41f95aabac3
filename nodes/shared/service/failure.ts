import { withoutAbsent } from './values';

/** Whether the service took the create; `unknown` may be paid. */
export type Submitted = 'yes' | 'no' | 'unknown';

/** This row alone; all rows of the run or the account; a row that is left out because another one failed. */
export type Scope = 'row' | 'run' | 'leftOut';

/** A failed item shows them. */
export interface FailureDetails {
	/** The next step, without a word on money, which follows from `submitted`. */
	description?: string;
	id?: string;
	jobId?: string;
	kind?: string;
	status?: string;
	resultUrl?: string;
	/** service.md: Errors */
	errorCode?: number;
	httpStatus?: number;
	/** About the create of the row; absent for a read. */
	submitted?: Submitted;
	/** An ISO date. Before, it would be refused again. */
	retryFrom?: string;
	reference?: string;
	/** The parameter, as on the screen. */
	field?: string;
	/** Counted from 1, as n8n's panels do. */
	row?: number;
	duplicate?: boolean;
	/** The service's own words. */
	serviceMessage?: string;
}

interface Meaning {
	scope?: Scope;
	/** `later`: refused only for now. `never`: n8n refuses to send it, and no wait helps. */
	again?: 'later' | 'never';
	cause?: unknown;
}

/**
 * Why something did not end as wanted: one value, returned or thrown, from where it happens to the screen. Code decides
 * on its fields, never on its words. It holds no secret.
 */
export class Failure extends Error {
	override readonly name = 'Failure';
	readonly details: FailureDetails;
	readonly scope: Scope;
	readonly again: Meaning['again'];

	constructor(message: string, details: FailureDetails = {}, { scope = 'row', again, cause }: Meaning = {}) {
		super(message, { cause });
		this.details = withoutAbsent(details);
		[this.scope, this.again] = [scope, again];
	}

	/** The same failure with other details. */
	with(details: FailureDetails): Failure {
		return new Failure(this.message, { ...this.details, ...details }, this);
	}
}

export function asError(thrown: unknown): Error {
	return thrown instanceof Error ? thrown : new Failure(String(thrown));
}
