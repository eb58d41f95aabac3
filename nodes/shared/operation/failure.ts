import { NodeOperationError, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';
import { isTool } from '../n8n/node';
import { plainText } from '../n8n/plainText';
import { asError, Failure, type FailureDetails } from '../service/failure';
import { excerptOf, isObject, sentences, withoutAbsent } from '../service/values';

/** The failure with what is known of its row; what it says itself counts more. */
export function toFailure(error: unknown, known: FailureDetails = {}): Failure {
	if (error instanceof Failure) {
		const { id, jobId } = error.details;
		const name = id === undefined && jobId === undefined ? (known.id ?? known.jobId) : undefined;
		const named = name !== undefined && `ID: ${excerptOf(name, 200)}`;
		const description = sentences(error.details.description, named) || undefined;
		return new Failure(error.message, { ...known, ...error.details, description }, error);
	}
	const { description, said }: Record<string, unknown> = isObject(error) ? error : {};
	return new Failure(asError(error).message, {
		...known,
		...withoutAbsent({ description: textOrNone(description), serviceMessage: textOrNone(said) }),
	});
}

const textOrNone = (value: unknown) => (typeof value === 'string' ? value : undefined);

export function failedItem({ message, details }: Failure): IDataObject {
	const { description, ...rest } = details;
	return { error: plainText(message), details: plainData({ ...rest, description }) };
}

const plainData = (data: object) =>
	JSON.parse(JSON.stringify(data), (_: string, value: unknown) =>
		typeof value === 'string' ? plainText(value) : value,
	) as IDataObject;

/** Counted from 0, as in n8n's own errors. */
export interface Failed {
	item: number;
	failure: Failure;
}

interface Stopped {
	first?: Failed;
	jobs?: ReadonlyArray<FailureDetails & { item: number }>;
	title?: string;
	rows?: number;
}

/** One failed row must not hide the others, nor the paid jobs. @throws NodeOperationError unless the node continues */
export function stopOnFailure(
	context: Pick<IExecuteFunctions, 'getNode' | 'continueOnFail'>,
	all: readonly Failed[],
	{ first = all[0], jobs = [], title = 'Jobs of this run', rows = all.length }: Stopped = {},
): void {
	if (!first || continuesOnFail(context)) return;
	const { message, details } = first.failure;
	const { description = '', ...rest } = details;
	// A single job without an ID or a result has nothing that the message does not say.
	const listed =
		jobs.length === 1 ? jobs.filter(({ id, resultUrl }) => resultUrl ?? !message.includes(id ?? '')) : jobs;
	const list = listed.map((job) =>
		[namesOf([job.item]), job.status, job.id && `ID ${job.id}`, job.resultUrl].filter(Boolean).join(', '),
	);
	const parts = [
		description,
		...failedRows(all, rows),
		...(list.length > 0 ? [`${title}: ${list.join('; ')}`] : unpaid(all, description, rows)),
	].filter((part) => part !== '');
	const error = new NodeOperationError(context.getNode(), plainText(message), {
		description: plainText((parts.length > 1 ? parts.map(sentence) : parts).join('\n\n')),
		// A refusal of the whole run is about no item.
		itemIndex: all.every(isLeftOut) ? undefined : first.item,
	});
	error.context.data = plainData({ ...rest, ...(jobs.length > 0 && { jobs }) });
	throw error;
}

const MOST_REASONS = 5;
const MOST_ITEMS = 10;

/** n8n shows the parts on one line. */
const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

/** The failure of a row that is left out because of another failure. */
export function leftOut({ message, details: { description, errorCode } }: Failure): Failure {
	const text = sentences(description, 'This item was not paid for, so you can run it again');
	const details = { submitted: 'no', description: text, errorCode } as const;
	return new Failure(`Not sent: ${message}`, details, { scope: 'leftOut' });
}

const isLeftOut = ({ failure: { scope } }: Failed) => scope === 'leftOut';

const isUnpaid = (all: readonly Failed[]) => all.every(({ failure }) => failure.details.submitted === 'no');

function failedRows(all: readonly Failed[], rows: number): string[] {
	const own = all.filter((failed) => !isLeftOut(failed));
	const leftOut = all.filter(isLeftOut).map(({ item }) => item);
	return [
		own.length > 1 ? reasonsOf(own) : rows > 1 ? own.map(rowOf).join('') : '',
		leftOut.length > 0 && !isUnpaid(all) ? `Not sent, and not paid: ${namesOf(leftOut)}` : '',
	];
}

const rowOf = ({ item, failure }: Failed) =>
	failure.scope === 'run' ? '' : `It happened in ${namesOf([item])}`;

function unpaid(all: readonly Failed[], description: string, rows: number): string[] {
	if (!isUnpaid(all) || /Nothing was |not paid for/.test(description)) return [];
	const own = all.filter((failed) => !isLeftOut(failed));
	const wasSent = own.some(({ failure: { details } }) => details.errorCode ?? details.httpStatus);
	const isForAll = own.length === 0 || all.some(({ failure }) => failure.scope === 'run');
	const nothing = `Nothing was ${wasSent ? 'paid' : 'sent'}.`;
	return [isForAll || rows === own.length ? nothing : `${nothing} ${RUN_THE_OTHERS}`];
}

const RUN_THE_OTHERS = 'To run the good rows, set Settings › On Error to Continue (using error output).';

function reasonsOf(all: readonly Failed[]): string {
	const itemsOf = new Map<string, number[]>();
	for (const { item, failure } of all) {
		const { id } = failure.details;
		const reason = id === undefined ? failure.message : failure.message.replace(` ${id}`, '');
		const items = itemsOf.get(reason);
		if (items) items.push(item);
		else itemsOf.set(reason, [item]);
	}
	const reasons = [...itemsOf].slice(0, MOST_REASONS);
	const shown = reasons.reduce((sum, [, items]) => sum + items.length, 0);
	const lines = reasons.map(
		([message, items]) => `${capitalized(namesOf(items))}: ${excerptOf(message, 200)}`,
	);
	if (shown < all.length) lines.push(`And ${all.length - shown} more rows`);
	return lines.join('. ');
}

const capitalized = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
const enumeration = new Intl.ListFormat('en-GB');

/** Counts from 1 as n8n's panels do, and from 0 as its errors do. For example "rows 3 and 6 (items 2 and 5)". */
export function namesOf(items: readonly number[]): string {
	const shown = items.slice(0, MOST_ITEMS);
	const more = items.length > MOST_ITEMS ? [`${items.length - MOST_ITEMS} more`] : [];
	const list = (word: string, numbers: number[]) =>
		`${word}${items.length === 1 ? '' : 's'} ${enumeration.format([...numbers.map(String), ...more])}`;
	return `${list(
		'row',
		shown.map((item) => item + 1),
	)} (${list('item', shown)})`;
}

export const continuesOnFail = (context: Pick<IExecuteFunctions, 'getNode' | 'continueOnFail'>) =>
	context.continueOnFail() || isTool(context);
