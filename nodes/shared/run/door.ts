import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { withJobType } from '../operation/customJob';
import type { Operation, Resource } from '../operation/defineOperation';
import { failedItem, stopOnFailure, toFailure, type Failed } from '../operation/failure';
import { quoted } from '../operation/parameters/messages';
import { Failure, wrongField, type FailureDetails } from '../service/failure';
import { textOf } from '../service/values';
import {
	State,
	storedFailure,
	storedItem,
	storedRow,
	type StoredRow,
	type Suspended,
} from '../waiting/state';
import { enterAgain } from '../n8n/reentry';
import { isTool } from '../n8n/storedExecution';
import { itemOf } from './output';
import { detailsOfJob } from './row';

/* Where n8n calls the node: what it knows of the run, which operation runs, and how the items end if none can. */

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

/** n8n adds this choice to each list of operations. */
const CUSTOM_API_CALL = '__CUSTOM_API_CALL__';

export function chosen(context: IExecuteFunctions, resources: readonly Resource[]): Operation {
	const resource: unknown = context.getNodeParameter('resource', 0, '');
	const operation: unknown = context.getNodeParameter('operation', 0, '');
	const found = resources
		.find(({ value }) => value === resource)
		?.operations.find(({ value }) => value === operation);
	if (found) return withJobType(found, context.getNodeParameter('jobType', 0, ''));
	const description =
		'For a request that no operation covers, choose the resource Custom Job. For a read, use the HTTP Request node with Authentication › Predefined Credential Type › Media Generation API.';
	const isCustom = [resource, operation].includes(CUSTOM_API_CALL);
	const isKnown = resources.some(({ value }) => value === resource);
	const [field, given] = isKnown || isCustom ? ['Operation', operation] : ['Resource', resource];
	const name = isCustom ? 'Custom API Call' : quoted(given);
	throw wrongField(field, `${field} is ${name}, which this node does not have`, description);
}

/**
 * The items of a run that ends at its door: a row that was done keeps its output, and each other row fails with what is
 * known of its job.
 * @throws NodeOperationError that lists the jobs, where the node stops on failures
 */
export function endAtDoor(
	context: IExecuteFunctions,
	past: Past | undefined,
	why: Failure,
): INodeExecutionData[] {
	const items: INodeExecutionData[] = [];
	const failures: Failed[] = [];
	const jobs: Array<FailureDetails & { item: number }> = [];
	const count = Math.max(1, context.getInputData().length);
	for (let item = 0; item < count; item++) {
		const stored = storedRow.safeParse(past?.saved?.rows[item]).data;
		const details = detailsAtDoor(past, stored, item, why);
		if (details.submitted === 'yes') jobs.push({ item, ...details });
		if (stored?.output) {
			items.push(storedItem(stored.output, item));
			continue;
		}
		const { failure: before } = stored ?? {};
		// Nobody is to look for the cause of a refusal of the run in a row.
		const [cause, scope] = before ? [storedFailure(before), before.scope] : [why, 'leftOut' as const];
		const { message, details: all } = toFailure(cause, details);
		const failed = { item, failure: new Failure(message, all.next, all, { scope }) };
		failures.push(failed);
		items.push(itemOf(failedItem(failed), item));
	}
	const done = count - failures.length;
	stopOnFailure(context, failures, { jobs, isPaid: jobs.length > 0, rows: count, done });
	return items;
}

function detailsAtDoor(
	past: Past | undefined,
	stored: StoredRow | undefined,
	item: number,
	why: Failure,
): FailureDetails {
	const reference = textOf(stored?.settings.reference) || undefined;
	const row = { kind: past?.saved?.kind, reference };
	if (stored?.job && stored.job.is !== 'planned') return { ...row, ...detailsOfJob(stored.job) };
	const isSent = past?.state.run.sent[item] !== undefined || (!stored && past?.mayHaveSent === true);
	return { ...row, submitted: isSent ? 'unknown' : (why.details.submitted ?? 'no') };
}
