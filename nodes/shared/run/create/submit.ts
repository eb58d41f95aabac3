import type { JobState } from '../../jobs/kinds';
import { ItemFailure, toFailure } from '../../operation/failure';
import { asError, ServiceError } from '../../transport/serviceError';
import { doubted, started, type InDoubt, type Planned } from '../item/job';
import { throwIfStopped } from '../item/runContext';
import { claimKey, inDoubt, settleKey } from '../keys/claim';
import type { Place } from '../keys/day';
import type { Noted } from '../keys/journal';
import type { Batch } from '../batch/batch';
import { detailsOf, toStore, type Entry } from '../batch/entry';
import { canWakeUp, hasTimeToCreate, turnEndsAt } from '../batch/timing';
import { giveBack, takeDayPlace } from './limits';
import { adopt } from './sentBefore';

/**
 * Creates the job of an item, once; its ID is kept and logged at once, for a second try and after a crash. Where an
 * earlier create has its key, the item gets the job of that one.
 * @throws ItemFailure, also when nothing more must be created
 */
export async function submit(batch: Batch, entry: Entry, planned: Planned): Promise<void> {
	const { operation, run, ledger } = batch;
	const { claim, item } = entry;
	if (batch.halted === undefined) await batch.turn();
	requireCreating(batch);
	const first = claim && (await claimKey(run, operation, claim));
	if (first) {
		await adopt(batch, entry, first);
		return;
	}
	let created: JobState;
	let place: Place | undefined;
	let noted: Noted | undefined;
	try {
		requireCreating(batch);
		place = await takeDayPlace(run, entry.settings);
		noted = entry.request === undefined ? undefined : await batch.journal.note(entry.request);
		const until = turnEndsAt(batch, entry.settings.timeout, run.environment.now());
		created = await run.transport.send(planned.request, operation.kind.created, until);
	} catch (error) {
		const submitted = error instanceof ServiceError ? error.submitted : 'no';
		if (submitted === 'no') {
			await giveBack(run, place);
			await settleKey(run, claim, 'free');
			await noted?.refused();
		} else {
			const job = doubted(planned, asError(error).message, submitted);
			entry.job = job;
			ledger.keep(toStore(entry));
			await settleKey(run, claim, { doubt: job.why });
		}
		throw toFailure(error, { ...detailsOf(operation, entry), submitted });
	}
	const job = started(planned, created, run.environment.now());
	entry.job = job;
	ledger.keep(toStore(entry));
	const { id, jobId } = job.state;
	const { reference } = entry.settings;
	run.context.logger.info(`${operation.kind.label} ${id} was created`, { id, jobId, item, reference });
	await settleKey(run, claim, { job: { id, jobId, at: job.submittedAt } });
	await noted?.taken(id);
}

/** @throws when nothing more must be created */
function requireCreating(batch: Batch): void {
	const { halted, run } = batch;
	throwIfStopped(run);
	const over = halted ?? timeIsOver(batch);
	if (over) throw notSent(over);
}

/** The failure of an item that is left out because of another failure. */
export function notSent({ message, details: { description, errorCode } }: ItemFailure): ItemFailure {
	return new ItemFailure(`Not sent: ${message}`, {
		submitted: 'no',
		description: [description, 'This item was not paid for: it can be run again.'].filter(Boolean).join(' '),
		errorCode,
	});
}

/** Why nothing more is created that can't be waited for: n8n would cancel the run, and all results would be lost with it. */
export function timeIsOver(batch: Batch): ItemFailure | undefined {
	return hasTimeToCreate(batch, batch.run.environment.now()) ? undefined : limitHasCome();
}

/** Why nothing is left for a later leg: n8n would cancel it. */
export function noLaterLeg({ run, ends }: Batch): ItemFailure | undefined {
	return canWakeUp(ends, run.environment.now()) ? undefined : limitHasCome();
}

const limitHasCome = () =>
	new ItemFailure('The time limit of n8n for this execution has come', {
		description:
			'Raise Timeout Workflow in the settings of the workflow, or EXECUTIONS_TIMEOUT, or give it fewer items.',
	});

/** A retry must not pay again for what may have been paid. */
export function notSentAgain(label: string, { why }: InDoubt): ItemFailure {
	return inDoubt(
		`${label} was not sent again: an earlier try may have been taken. ${why}`,
		'start the workflow anew with this item: a retry of this execution does not send it',
	);
}
