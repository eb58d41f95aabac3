import { jsonParse, type IDataObject, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { z } from '../zod';
import { enterAgain } from '../n8n/reentry';
import { isTool } from '../n8n/storedExecution';
import { defaultsOf, type CreateOperation } from '../operation/defineOperation';
import { resourceOf } from '../jobs/kinds';
import { Failure } from '../service/failure';
import { State, storedFailure, storedRow, type Suspended } from '../waiting/state';
import { failedState, Row, type RowState } from './row';
import { itemOf } from './output';
import type { Run } from './runContext';

/*
 * What this execution knows of its own earlier legs and tries. n8n stores it with the execution (waiting/state.ts). It is
 * read before anything else, because whatever a leg then refuses must not deny the jobs that are paid.
 *
 * | the run                        | its rows begin with                | a refusal at the door says of a row    |
 * |--------------------------------|------------------------------------|----------------------------------------|
 * | is the first leg               | their parameters, then their claim | not sent                               |
 * | is a later leg                 | what the last leg has stored       | its job by ID, or not sent             |
 * | is another try, after a create | their parameters, then their claim | may be paid, if its create was sent    |
 * | is the retry of an execution   | their parameters, then their claim | its job by ID, if one is stored, else  |
 * |                                |                                    | may be paid                            |
 */

export interface Past {
	readonly state: State;
	/** The rows as the last leg left them. The retry of an execution only tells of them: its claims know more. */
	readonly saved?: Suspended;
	/** Whether creates of the execution that this one retries may have been sent. */
	readonly mayHaveSent: boolean;
}

/** Throws nothing. Undefined where n8n keeps nothing of the run. */
export function readPast(context: IExecuteFunctions): Past | undefined {
	try {
		if (!isTool(context)) enterAgain(context);
		const state = new State(context);
		return { state, saved: state.run.suspended, mayHaveSent: context.getMode() === 'retry' };
	} catch {
		return undefined;
	}
}

/** The row of an item as the last leg has stored it. */
export function restore(run: Run, operation: CreateOperation, item: number, given: unknown): Row {
	const { success, data } = storedRow.safeParse(given);
	const settings = { ...defaultsOf(operation), ...data?.settings };
	const { book } = run;
	if (!success)
		return new Row(item, settings, { state: { is: 'failed', failure: lost(operation, given) }, book });
	const { failure, output, job, claim, isOwn } = data;
	const made = job?.is === 'planned' ? undefined : job;
	const begun = (state?: RowState) => new Row(item, settings, { state, claim, isOwn, book });
	if (failure) return begun(failedState(storedFailure(failure), made));
	if (!output) return begun(job);
	const value = storedItem(output, item);
	const { binary } = run.items[item] ?? {};
	if (settings.includeOtherFields && binary) value.binary = binary;
	return begun({ is: 'done', output: value, job: made });
}

export const storedItem = (output: object, item: number): INodeExecutionData =>
	itemOf(jsonParse<IDataObject>(JSON.stringify(output)), item);

const anyJob = z.object({ job: z.object({ state: z.object({ id: z.string() }) }) });

function lost({ kind }: CreateOperation, given: unknown): Failure {
	const id = anyJob.safeParse(given).data?.job.state.id;
	const submitted = id === undefined ? 'unknown' : 'yes';
	const description = `Read the job with ${kind.get}. n8n's log of this execution names its ID.`;
	const details = { id, kind: kind.name, submitted, resource: resourceOf(kind), description } as const;
	return new Failure("The saved state of this item can't be read", 'readJob', details);
}
