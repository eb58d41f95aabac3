import { NodeOperationError, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';
import { isTool } from '../n8n/node';
import { plainText } from '../n8n/plainText';
import { excerptOf, isObject, withoutAbsent } from '../service/values';
import { asError, ServiceError, type Submitted } from '../transport/serviceError';

/** What a failed item carries beside its message: enough to know what was paid, and how to go on. */
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
	/** Whether the service took the job: may this row be run again? Absent for operations that pay nothing. */
	submitted?: Submitted;
	/** Before this time it would be refused again: an ISO date. */
	retryFrom?: string;
	reference?: string;
	/** The job was made by an earlier create under the same idempotency key. */
	duplicate?: boolean;
	/** What the service says of a failed job, without what may be secret. */
	record?: IDataObject;
	/** What can be filed of the job, with Simplify off. */
	receipt?: IDataObject;
}

/** Why one item failed. Other items are not affected. */
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

/** Turns any error into the failure of an item; `known` is what else is known of its job. */
export function toFailure(error: unknown, known: FailureDetails = {}): ItemFailure {
	if (error instanceof ItemFailure) {
		return new ItemFailure(error.message, { ...known, ...error.details }, error.stopsEverything);
	}
	if (error instanceof ServiceError) {
		const { code: errorCode, httpStatus } = error;
		const details = { ...known, description: naming(known, error), errorCode, httpStatus };
		return new ItemFailure(error.message, details, error.stopsEverything);
	}
	const said = isObject(error) ? error.description : undefined;
	const description = typeof said === 'string' ? said : undefined;
	return new ItemFailure(asError(error).message, { ...known, description });
}

/** What to do, with the ids concerned: the service's own words seldom name them. */
function naming({ id, jobId }: FailureDetails, { message, description = '' }: ServiceError): string {
	const named = excerptOf(id ?? jobId ?? '', 200);
	if (`${message} ${description}`.includes(named)) return description;
	return `${description}${/(?:[.!?]|^)$/.test(description) ? '' : '.'} ID: ${named}`.trim();
}

/**
 * The item of a failure, for a node that goes on: only `error` and `details`, as n8n would drop ids beside an `error`
 * property. n8n's editor shows its texts as they are.
 */
export function failedItem({ message, details }: ItemFailure): IDataObject {
	const { description, ...rest } = details;
	const plain = (_: string, value: unknown) => (typeof value === 'string' ? plainText(value) : value);
	return {
		error: plainText(message),
		details: JSON.parse(JSON.stringify({ ...rest, description }), plain) as IDataObject,
	};
}

/** A failure and its item, counted from 0 as n8n counts on the screen. */
export interface Failed {
	item: number;
	failure: ItemFailure;
}

/**
 * Ends the node with its failures, unless it goes on past them. The error names every failed item and lists every job of
 * the run: one failed item must not hide the others, nor the paid jobs.
 * @param all failures, in the order of the items
 * @param first the failure that the message describes
 * @param jobs of the run, as far as they are known
 * @param title what they are
 * @throws NodeOperationError
 */
export function stopOnFailure(
	context: Pick<IExecuteFunctions, 'getNode' | 'continueOnFail'>,
	all: readonly Failed[],
	first = all[0],
	jobs: ReadonlyArray<FailureDetails & { item: number }> = [],
	title = 'Jobs of this run',
): void {
	if (!first || goesOn(context)) return;
	const { message, details } = first.failure;
	const { description = '', ...rest } = details;
	const list = jobs.map((job) =>
		[`item ${job.item}`, job.status, job.id && `ID ${job.id}`, job.resultUrl].filter(Boolean).join(', '),
	);
	const made = list.length > 0 ? `${title}: ${list.join('; ')}` : '';
	const parts = [description, ...allFailed(all, list.length > 0), made].filter((part) => part !== '');
	const error = new NodeOperationError(context.getNode(), plainText(message), {
		description: plainText((parts.length > 1 ? parts.map(sentence) : parts).join('\n\n')),
		itemIndex: first.item,
	});
	error.context.data = { ...withoutAbsent(rest), ...(jobs.length > 0 && { jobs }) };
	throw error;
}

const MOST_REASONS = 5;
const MOST_ITEMS = 10;

/** n8n shows parts one behind the other. */
const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

/** All failed items: by their reasons, unless it is that of the message alone; and those that were not sent. */
function allFailed(all: readonly Failed[], hasJobs: boolean): string[] {
	const isLeftOut = ({ failure: { message } }: Failed) => message.startsWith(NOT_SENT);
	const own = all.filter((failed) => !isLeftOut(failed));
	const reasons = own.length > 1 ? reasonsOf(own) : '';
	const isNothingPaid = !hasJobs && all.every(({ failure }) => failure.details.submitted === 'no');
	if (isNothingPaid) return [reasons, 'Nothing was paid'];
	const leftOut = all.filter(isLeftOut).map(({ item }) => item);
	return [reasons, leftOut.length > 0 ? `Not sent, and not paid: ${namesOf(leftOut).toLowerCase()}` : ''];
}

/** How the message of an item begins that was left out because of another failure. */
export const NOT_SENT = 'Not sent: ';

function reasonsOf(all: readonly Failed[]): string {
	const itemsOf = new Map<string, number[]>();
	for (const { item, failure } of all) {
		// Each job has an ID of its own.
		const { id } = failure.details;
		const reason = id === undefined ? failure.message : failure.message.replace(` ${id}`, '');
		const items = itemsOf.get(reason);
		if (items) items.push(item);
		else itemsOf.set(reason, [item]);
	}
	const reasons = [...itemsOf].slice(0, MOST_REASONS);
	const shown = reasons.reduce((sum, [, items]) => sum + items.length, 0);
	const lines = reasons.map(([message, items]) => `${namesOf(items)}: ${excerptOf(message, 200)}`);
	if (shown < all.length) lines.push(`And ${all.length - shown} more items`);
	return lines.join('. ');
}

const enumeration = new Intl.ListFormat('en-GB');

/** "Items 2, 5 and 9". */
function namesOf(items: readonly number[]): string {
	const more = items.length - MOST_ITEMS;
	const names = [...items.slice(0, MOST_ITEMS).map(String), ...(more > 0 ? [`${more} more`] : [])];
	return `Item${names.length === 1 ? '' : 's'} ${enumeration.format(names)}`;
}

/**
 * Whether a node goes on past a failed item, to its next node or to its error output. As a tool of an agent it always
 * does: the screen of a tool has no On Error, and earlier agents tell their model nothing of what a tool throws.
 */
export const goesOn = (context: Pick<IExecuteFunctions, 'getNode' | 'continueOnFail'>) =>
	context.continueOnFail() || isTool(context);
