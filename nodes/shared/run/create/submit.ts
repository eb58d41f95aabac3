import { ItemFailure, NOT_SENT, toFailure } from '../../operation/failure';
import type { CreateOperation, SessionOperation } from '../../operation/types';
import { asError, ServiceError } from '../../transport/serviceError';
import { haltAfter, type Batch } from '../batch/batch';
import type { Entry } from '../batch/entry';
import { keepJob } from '../batch/ledger';
import { canWakeUp, hasTimeToCreate, queuesUntil } from '../batch/waysToWait';
import {
	calledAt,
	doubted,
	started,
	type InDoubt,
	type Planned,
	type Running,
	type CreateEnd,
	type Held,
} from '../../item/job';
import { throwIfStopped, type Run } from '../../item/runContext';
import { claimKey, doubtFailure } from '../../keys/claim';
import { takeDayPlace } from './limits';
import { adopt } from './sentBefore';

/**
 * Creates the job of an item, once.
 * @returns the job; that of an earlier create where that has its key
 * @throws ItemFailure, also when nothing more must be created
 */
export async function submit(batch: Batch, entry: Entry, planned: Planned): Promise<Running> {
	const { operation, run, ledger, journal, wakeUpUrl } = batch;
	const { claim, item, digest, settings } = entry;
	await run.breathe();
	requireCreating(batch);
	const held = claim && (await claimKey(run, operation, claim));
	if (held && !('settle' in held)) return await adopt(batch, entry, held);
	// The key comes first, as it may know the job; the others are taken once it is this item's.
	const guards = [
		async () => held,
		async () => {
			requireCreating(batch);
			return await takeDayPlace(run, settings);
		},
		async () => {
			const noted = digest === undefined ? undefined : await journal.note(digest);
			ledger.change({ journal: journal.kept });
			return noted;
		},
	];
	const toSend = settings.waitForCompletion ? calledAt(planned, wakeUpUrl) : planned;
	return await createOnce(run, operation, toSend, {
		item,
		reference: settings.reference,
		guards,
		keep: (job) => {
			keepJob(ledger, entry, job);
			ledger.change({ made: (ledger.run.made ?? 0) + 1 });
		},
		until: () => queuesUntil(batch, settings.timeout, run.environment.now()),
		check: () => requireCreating(batch),
		failed: (failure) => haltAfter(batch, failure),
	});
}

/** How a job is created. */
interface Creating {
	item: number;
	reference?: string;
	/** Each is taken right before the create, and told how it ended. */
	guards: ReadonlyArray<() => Promise<Held | undefined>>;
	/** Keeps what has become of it for a second try, and after a crash: all that can fail comes later. */
	keep(job: Running | InDoubt): void;
	/** Until when it may wait for its turn at the service: milliseconds since the epoch. */
	until?(): number;
	/** Throws when nothing more must be created: others may have failed while it waited for its turn. */
	check(): void;
	/** Is told at once: others may be about to be sent. */
	failed(failure: ItemFailure): void;
}

/**
 * Sends a planned job, once; its ID is kept and logged at once.
 * @throws ItemFailure with what is known of the create, which was `submitted` or not
 */
export async function createOnce(
	{ context, environment, transport }: Run,
	{ kind }: CreateOperation | SessionOperation,
	planned: Planned,
	{ item, reference, guards, keep, until, check, failed }: Creating,
): Promise<Running> {
	const held: Held[] = [];
	const settle = async (end: CreateEnd) => {
		for (const guard of held) await guard.settle(end);
	};
	const send = async () => {
		for (const take of guards) {
			const guard = await take();
			if (guard) held.push(guard);
		}
		return await transport.send(planned.request, kind.created, until?.(), check);
	};
	const created = await send().catch(async (error: unknown) => {
		const submitted = error instanceof ServiceError ? error.submitted : 'no';
		const failure = toFailure(error, { submitted });
		failed(failure);
		if (submitted === 'no') await settle('free');
		else {
			const job = doubted(planned, asError(error).message, submitted);
			keep(job);
			await settle({ doubt: job.why });
		}
		throw failure;
	});
	const job = started(planned, created, environment.now());
	keep(job);
	const { id, jobId } = job.state;
	context.logger.info(`${kind.label} ${id} was created`, { id, jobId, item, reference });
	await settle({ job: { id, jobId, at: job.submittedAt } });
	return job;
}

/** @throws when nothing more must be created */
function requireCreating(batch: Batch): void {
	const { halted, run } = batch;
	throwIfStopped(run);
	const over = halted ?? whyTimeIsOver(batch);
	if (over) throw notSent(over);
}

/** The failure of an item that is left out because of another failure. */
export function notSent({ message, details: { description, errorCode } }: ItemFailure): ItemFailure {
	return new ItemFailure(`${NOT_SENT}${message}`, {
		submitted: 'no',
		description: [description, 'This item was not paid for: it can be run again.'].filter(Boolean).join(' '),
		errorCode,
	});
}

/** Why nothing more is created that can't be waited for: n8n would cancel the run, and all results would be lost with it. */
export function whyTimeIsOver(batch: Batch): ItemFailure | undefined {
	return hasTimeToCreate(batch, batch.run.environment.now()) ? undefined : limitHasCome();
}

/** Why nothing is left for a later leg: n8n would cancel it. */
export function whyNoLaterLeg({ run, ends }: Batch): ItemFailure | undefined {
	return canWakeUp(ends, run.environment.now()) ? undefined : limitHasCome();
}

const limitHasCome = () =>
	new ItemFailure('The time limit of n8n for this execution has come', {
		description:
			'Raise Timeout Workflow in the settings of the workflow, or EXECUTIONS_TIMEOUT, or give it fewer items.',
	});

/** A retry must not pay again for what may have been paid. */
export function notSentAgain(label: string, { why }: InDoubt): ItemFailure {
	return doubtFailure(
		`${label} was not sent again: an earlier try may have been taken. ${why}`,
		'start the workflow anew with this item: a retry of this execution does not send it',
	);
}
