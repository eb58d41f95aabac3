import { ManualExecutionCancelledError, NodeOperationError } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { isTool } from '../n8n/storedExecution';
import { plainText } from '../n8n/errors';
import { wordsOn, asError, Failure, type FailureDetails } from '../service/failure';
import { statusOf } from '../service/statuses';
import { excerptOf, isObject, sentences, textOf, without } from '../service/values';

/** Adds the details of its row. Its own details count more. A job that it does not name is named. */
export function toFailure(error: unknown, known: FailureDetails = {}): Failure {
	if (error instanceof Failure) {
		const { id, jobId } = error.details;
		const name = id === undefined && jobId === undefined ? (known.id ?? known.jobId) : undefined;
		const all = error.with({ ...known, ...error.details });
		if (name === undefined) return all;
		return all.with({ description: sentences(all.details.description, `ID: ${excerptOf(name, 200)}`) });
	}
	const next = isObject(error) ? textOf(error.description) : '';
	// An error of n8n or JavaScript: the try of a row that may be paid is continued.
	const all = { ...known, description: next || known.description };
	return new Failure(asError(error).message, known.next ?? 'retryExecution', all);
}

/** The failure of a row that is left out because of another failure. */
export function leftOut({ message, details }: Failure): Failure {
	const { next, description, errorCode, field, suggestion, retryFrom } = details;
	const same = { description, errorCode, field, suggestion, retryFrom };
	return new Failure(`Not sent: ${message}`, next, { submitted: 'no', ...same }, { scope: 'leftOut' });
}

/** Its item is counted from 0, as n8n does. */
export interface Failed {
	item: number;
	failure: Failure;
}

export function failedItem({ item, failure }: Failed): IDataObject {
	const { message, details } = failure;
	const money =
		details.submitted === 'no' && (mayHaveDetected({ failure }) ? 'No job was made' : 'It cost nothing');
	const description = sentences(money, details.description) || undefined;
	return { error: plainText(message), details: plainData({ row: item + 1, ...details, description }) };
}

/**
 * The items of a node, even if all of it fails. If a node throws and continues, n8n passes its input on as a
 * success. So each input item fails instead.
 * @param end makes the failed items
 * @throws where the node stops on failures, and after a Stop
 */
export async function itemsAtDoor(
	context: IExecuteFunctions,
	work: () => Promise<INodeExecutionData[]>,
	end = (why: Failure): INodeExecutionData[] => failAll(context, why),
): Promise<INodeExecutionData[]> {
	try {
		return await work();
	} catch (error) {
		if (error instanceof ManualExecutionCancelledError) throw asError(error);
		// n8n shows the next step of its own errors alone.
		if (!(error instanceof Failure || continuesOnFail(context))) throw asError(error);
		return end(toFailure(error));
	}
}

function failAll(context: IExecuteFunctions, failure: Failure): INodeExecutionData[] {
	const { message, details } = failure;
	// It is about no item.
	stopOnFailure(context, [
		{ item: 0, failure: new Failure(message, details.next, details, { scope: 'leftOut' }) },
	]);
	const { length } = context.getInputData();
	return Array.from({ length: Math.max(1, length) }, (_, item) => ({
		json: failedItem({ item, failure }),
		pairedItem: { item },
	}));
}

const plainData = (data: object) =>
	JSON.parse(JSON.stringify(data), (_: string, value: unknown) =>
		typeof value === 'string' ? plainText(value) : value,
	) as IDataObject;

interface Stopped {
	/** The jobs that are paid, or may be. A session is one of them while it is open. */
	jobs?: ReadonlyArray<FailureDetails & { item: number }>;
	title?: string;
	/** Whether a row is paid, or may be. Closed sessions count. */
	isPaid?: boolean;
	/** How many rows the run has, and how many are done. */
	rows?: number;
	done?: number;
}
type Context = Pick<IExecuteFunctions, 'getNode' | 'continueOnFail' | 'getMode'>;

/** One failed row must not hide the others, nor the paid jobs. @throws NodeOperationError unless the node continues */
export function stopOnFailure(context: Context, all: readonly Failed[], stopped: Stopped = {}): void {
	const own = all.filter(({ failure }) => failure.scope !== 'leftOut');
	const first = own[0] ?? all[0];
	if (!first || continuesOnFail(context)) return;
	const { jobs = [], title = 'Jobs of this run', rows = all.length, done = 0, isPaid } = stopped;
	const { message, details } = first.failure;
	const isFree = !isPaid && all.every(costsNothing);
	const isForAll = own.length === 0 || own.some(({ failure }) => failure.scope === 'run');
	const list = listOf(jobs, first);
	const parts = [
		rows > 1 && !(isForAll && own.length < 2) && placesOf(own, first),
		isFree ? `${all.some(mayHaveDetected) ? 'No job was made' : 'Nothing was paid'}.` : costsOf(all),
		sentences(details.description),
		list && `${title}: ${list}.`,
		isFree && !isForAll && rows > own.length && RUN_THE_OTHERS,
		jobs.some(({ id, status }) => id && !statusOf(status)?.isFailure) &&
			context.getMode() === 'manual' &&
			KEEP_THEM,
	];
	const isDone = done > 0 ? `, ${done} ${done === 1 ? 'is' : 'are'} done` : '';
	const counted = `${own.length} of ${rows} rows failed${isDone}. The first, ${nameOf(first)}: ${message}`;
	const error = new NodeOperationError(context.getNode(), plainText(own.length > 1 ? counted : message), {
		description: plainText(parts.filter(Boolean).join('\n\n')),
		// A refusal of the run is about no item.
		itemIndex: own.length === 0 ? undefined : first.item,
	});
	error.context.data = plainData({
		...(own.length > 0 && { row: first.item + 1 }),
		...without(details, 'description'),
		...(jobs.length > 0 && { jobs: jobs.map(({ item, ...job }) => ({ row: item + 1, ...job })) }),
	});
	throw error;
}

const MOST_LISTED = 5;
const MOST_ROWS = 10;
const RUN_THE_OTHERS = 'To run the good rows, set Settings › On Error to Continue (using error output).';
const KEEP_THEM =
	'Retry execution, in the list of executions, keeps the jobs that did not fail. Execute step pays again, except under an Idempotency Key.';

/** Nobody knows whether the service charges for the detection of faces. */
const mayHaveDetected = ({ failure }: Pick<Failed, 'failure'>) => failure.details.kind === 'faceSwap';

const costsNothing = ({ failure }: Failed) => failure.details.submitted === 'no';

function costsOf(all: readonly Failed[]): string {
	const free = all.filter(costsNothing);
	const open = all.filter(({ failure }) => failure.details.submitted === 'unknown');
	return sentences(
		free.length > 0 &&
			`${rowsOf(free)} ${free.some(mayHaveDetected) ? `${free.length > 1 ? 'have' : 'has'} no job` : 'cost nothing'}`,
		open.length > 0 && all.length > 1 && `${rowsOf(open)} may be paid`,
	);
}

/** A single job without a result has nothing that the failure does not say. */
function listOf(jobs: readonly (FailureDetails & { item: number })[], { item: failed }: Failed): string {
	const listed =
		jobs.length === 1 ? jobs.filter(({ item, resultUrl }) => resultUrl ?? item !== failed) : jobs;
	const lines = listed
		.slice(0, MOST_LISTED)
		.map(({ item, reference, status, id, resultUrl }) =>
			[named(item, reference), status, id && `ID ${id}`, resultUrl].filter(Boolean).join(', '),
		);
	const more = listed.length - lines.length;
	return [...lines, ...(more > 0 ? [`${more} more in the details`] : [])].join('; ');
}

/** Which rows failed, and why unless the headline says it for all of them. */
function placesOf(all: readonly Failed[], first: Failed): string {
	const byReason = new Map<string, Failed[]>();
	for (const failed of all) {
		const { message, details } = failed.failure;
		const { errorCode, serviceMessage } = details;
		const words = errorCode === undefined ? undefined : wordsOn(errorCode, serviceMessage);
		const reason = excerptOf(words === undefined ? message : sentences(message, words), 300);
		const known = byReason.get(reason);
		if (known) known.push(failed);
		else byReason.set(reason, [failed]);
	}
	if (byReason.size === 1) {
		return `It happened in ${all.length > 1 ? namesOf(all.map(({ item }) => item)) : nameOf(first)}.`;
	}
	const reasons = [...byReason].slice(0, MOST_LISTED);
	const left = all.length - reasons.reduce((sum, [, failed]) => sum + failed.length, 0);
	const lines = reasons.map(([reason, failed]) => `${rowsOf(failed)}: ${reason}`);
	return sentences(...lines, left > 0 && `And ${left} more rows`);
}

const nameOf = ({ item, failure }: Failed) => named(item, failure.details.reference);

const named = (item: number, reference?: string) =>
	reference === undefined ? namesOf([item]) : `${excerptOf(reference, 80)} (${namesOf([item])})`;

function rowsOf(failed: readonly Failed[]): string {
	const text = namesOf(failed.map(({ item }) => item));
	return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

const enumeration = new Intl.ListFormat('en-GB');

/** Rows are counted from 1, as n8n's panels do. For example "row 3" or "rows 1, 4 to 9 and 12". */
export function namesOf(items: readonly number[]): string {
	const ranges: Array<[from: number, to: number]> = [];
	for (const row of items.map((item) => item + 1)) {
		const last = ranges.at(-1);
		if (last && last[1] + 1 === row) last[1] = row;
		else ranges.push([row, row]);
	}
	const shown = ranges.slice(0, MOST_ROWS);
	const left = items.length - shown.reduce((sum, [from, to]) => sum + to - from + 1, 0);
	const texts = shown.flatMap(([from, to]) =>
		to - from > 1 ? `${from} to ${to}` : [...new Set([from, to])].map(String),
	);
	const list = enumeration.format([...texts, ...(left > 0 ? [`${left} more`] : [])]);
	return `row${items.length === 1 ? '' : 's'} ${list}`;
}

export const continuesOnFail = (context: Pick<IExecuteFunctions, 'getNode' | 'continueOnFail'>) =>
	context.continueOnFail() || isTool(context);
