import { NodeOperationError, type IDataObject, type IExecuteFunctions, type INode } from 'n8n-workflow';
import { FaceError } from '../faces/faceError';
import { isTool } from '../n8n/reentry';
import { excerptOf } from '../service/values';
import { ServiceError, type Submitted } from '../transport/errors';

/** What a failed item carries beside its message: enough to know what was paid, and to go on from there. */
export interface FailureDetails {
	description?: string;
	id?: string;
	jobId?: string;
	kind?: string;
	status?: string;
	resultUrl?: string;
	/** The service's code (service.md: Errors). */
	errorCode?: number;
	httpStatus?: number;
	/** Whether the service took the job: may this row be run again? Absent for what pays nothing. */
	submitted?: Submitted;
	reference?: string;
	/** The job is that of an earlier create under the same idempotency key. */
	duplicate?: boolean;
	/** How often the job was made again. */
	remade?: number;
}

/** Why one item came to nothing. It harms no other item. */
export class ItemFailure extends Error {
	override readonly name = 'ItemFailure';

	constructor(
		message: string,
		readonly details: FailureDetails = {},
		/** True when no other item should be tried: quota, ban, a token rejected twice. */
		readonly stopsEverything = false,
	) {
		super(message);
	}
}

/** Any error as the failure of an item; `known` is what else is known of its job. */
export function toFailure(error: unknown, known: FailureDetails = {}): ItemFailure {
	if (error instanceof ItemFailure) {
		return new ItemFailure(error.message, { ...known, ...error.details }, error.stopsEverything);
	}
	if (error instanceof ServiceError) {
		const { code: errorCode, httpStatus } = error;
		const details = { ...known, description: naming(known, error), errorCode, httpStatus };
		return new ItemFailure(error.message, details, error.stopsEverything);
	}
	if (error instanceof FaceError) {
		const label = error.field === undefined ? '' : `${error.field}: `;
		const message =
			error.field !== undefined && error.message.includes(error.field)
				? error.message
				: label + error.message;
		return new ItemFailure(message, { ...known, description: error.description });
	}
	const description =
		error instanceof Error && 'description' in error && typeof error.description === 'string'
			? error.description
			: undefined;
	return new ItemFailure(error instanceof Error ? error.message : String(error), { ...known, description });
}

/** What to do, with the ids that it concerns: the service's own words seldom name them. */
function naming({ id, jobId }: FailureDetails, { message, description = '' }: ServiceError): string {
	const named = excerptOf(id ?? jobId ?? '', 200);
	if (`${message} ${description}`.includes(named)) return description;
	return `${description}${/[.!?]$/.test(description) ? '' : '.'} ID: ${named}`;
}

/**
 * The item of a failure, for a node that goes on: only `error` and `details`, as n8n would drop the ids beside an
 * `error` property otherwise.
 */
export function failedItem({ message, details }: ItemFailure): IDataObject {
	const { description, ...rest } = details;
	return { error: message, details: withoutAbsent({ ...rest, description }) };
}

/**
 * The error that ends a node. It lists every job of the run: one failed item must not hide the paid ones.
 * @param jobs of the run, as far as they are known
 */
export function nodeError(
	node: INode,
	{ message, details }: ItemFailure,
	itemIndex: number,
	jobs: ReadonlyArray<FailureDetails & { item: number }> = [],
): NodeOperationError {
	const { description = '', ...rest } = details;
	const list = jobs.map((job) =>
		[`item ${job.item}`, job.status, job.id && `ID ${job.id}`, job.resultUrl].filter(Boolean).join(', '),
	);
	const paid = list.length > 0 ? `Jobs of this run: ${list.join('; ')}.` : '';
	const error = new NodeOperationError(node, message, {
		description: [description, paid].filter((part) => part !== '').join('\n\n'),
		itemIndex,
	});
	error.context.data = { ...withoutAbsent(rest), ...(jobs.length > 0 && { jobs }) };
	return error;
}

/**
 * Whether a node goes on past a failed item, to its next node or to its error output. As a tool of an agent it always
 * does: the screen of a tool has no On Error, and of what a tool throws earlier agents hand their model nothing.
 */
export function goesOn(context: IExecuteFunctions): boolean {
	return context.continueOnFail() || isTool(context);
}

function withoutAbsent(details: Partial<FailureDetails>): IDataObject {
	const present = (entry: [string, unknown]) => entry[1] !== undefined;
	return Object.fromEntries(Object.entries(details).filter(present));
}
