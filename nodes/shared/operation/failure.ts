import { NodeOperationError, type IDataObject, type IExecuteFunctions } from 'n8n-workflow';
import { createEnvironment } from '../async/environment';
import { isTool } from '../n8n/storedExecution';
import { plainText } from '../n8n/hintsAndCustomData';
import { asError, Failure, type FailureDetails, type Submitted } from '../service/failure';
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

/** How an item ended, with what was made for it or with a failure. A row that is open has neither. */
export interface Outcome<T> {
	/** Counted from 0, as n8n does. */
	readonly item: number;
	readonly value?: T;
	readonly failure?: Failure;
}
export type Failed = Pick<Required<Outcome<never>>, 'item' | 'failure'>;

export function failedItem({ item, failure }: Failed): IDataObject {
	const { message, details } = failure;
	const description = sentences(details.submitted === 'no' && unpaid([failure]), details.description);
	return {
		error: plainText(message),
		details: plainData({ row: item + 1, ...withTime(details), description: description || undefined }),
	};
}

/** A service that is busy, or away for a moment, takes the next request by then, as a rule. */
const SOON_MS = 60_000;

function withTime(details: FailureDetails): FailureDetails {
	if (details.next !== 'runAgainLater') return details;
	return { retryFrom: new Date(createEnvironment().now() + SOON_MS).toISOString(), ...details };
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
export function stopOnFailure(
	context: Context,
	outcomes: ReadonlyArray<Outcome<unknown>>,
	stopped: Stopped = {},
): void {
	const all = outcomes.flatMap(({ item, failure }) => (failure ? { item, failure } : []));
	const own = all.filter(({ failure }) => failure.scope !== 'leftOut');
	const first = own[0] ?? all[0];
	if (!first || continuesOnFail(context)) return;
	const { jobs = [], title = 'Jobs of this run', done = 0, isPaid = false } = stopped;
	const { rows = new Set(outcomes.map(({ item }) => item)).size } = stopped;
	const { message, details } = first.failure;
	const failures = all.map(({ failure }) => failure);
	const isFree = !isPaid && failures.every((each) => each.details.submitted === 'no');
	const list = listOf(jobs, first);
	const which = named(first.item, details.reference);
	const parts = [
		own.length > 1
			? `It happened in ${namesOf(own.map(({ item }) => item))}.`
			: rows > 1 && own[0]?.failure.scope === 'row' && `It happened in ${which}.`,
		isFree ? `${unpaid(failures, context.getMode() === 'retry')}.` : countsOf(all),
		sentences(details.description),
		list && `${title}: ${list}.`,
		jobs.some(({ id, status }) => id && !statusOf(status)?.failure) &&
			context.getMode() === 'manual' &&
			KEEP_THEM,
	];
	const isDone = done > 0 ? `, ${done} ${done === 1 ? 'is' : 'are'} done` : '';
	const counted = `${own.length} of ${rows} rows failed${isDone}. The first, ${which}: ${message}`;
	const error = new NodeOperationError(context.getNode(), plainText(own.length > 1 ? counted : message), {
		description: plainText(parts.filter(Boolean).join('\n\n')),
		// A refusal of the run is about no item.
		itemIndex: own.length === 0 ? undefined : first.item,
	});
	error.context.data = plainData({
		...(own.length > 0 && { row: first.item + 1 }),
		...without(withTime(details), 'description'),
		...(jobs.length > 0 && { jobs: jobs.map(({ item, ...job }) => ({ row: item + 1, ...job })) }),
	});
	throw error;
}

const MOST_LISTED = 5;
const KEEP_THEM =
	'Retry execution, in the list of executions, keeps the jobs that did not fail, with the same account. Execute step pays again, except under an Idempotency Key.';

/** Nobody knows whether the service charges for the detection of faces. */
const unpaid = (failures: readonly Failure[], isRetry = false) => {
	if (isRetry || failures.some(({ details }) => details.failedIds)) return 'No other job was made';
	return failures.some(({ details }) => details.kind === 'faceSwap') ? 'No job was made' : 'Nothing was paid';
};

/** Nothing of a call, which makes no job. */
function countsOf(all: readonly Failed[]): string {
	const words = all.map(({ failure }) => failure.details.submitted);
	if (words.includes(undefined)) return '';
	const count = (word: Submitted) => words.filter((each) => each === word).length;
	const [free, open] = [count('no'), count('unknown')];
	return sentences(
		free > 0 && `Rows without a job: ${free}`,
		open > 0 && all.length > 1 && `Rows that may be paid: ${open}`,
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

const named = (item: number, reference?: string) =>
	reference === undefined ? namesOf([item]) : `${excerptOf(reference, 80)} (${namesOf([item])})`;

/** Rows are counted from 1, as n8n's panels do. For example "row 3" or "rows 1, 4 and 12". */
export function namesOf(items: readonly number[]): string {
	const shown = items.slice(0, 2 * MOST_LISTED).map((item) => String(item + 1));
	const more = items.length - shown.length;
	const list = new Intl.ListFormat('en-GB').format([...shown, ...(more > 0 ? [`${more} more`] : [])]);
	return `row${items.length === 1 ? '' : 's'} ${list}`;
}

export const continuesOnFail = (context: Pick<IExecuteFunctions, 'getNode' | 'continueOnFail'>) =>
	context.continueOnFail() || isTool(context);
