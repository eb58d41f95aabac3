import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod/v3';
import type { FileFacts } from '../../jobs/output';
import { ItemFailure, type FailureDetails } from '../../operation/failure';
import { changedSettings, settingsWith, type CreateSettings } from '../../operation/settings';
import type { CreateOperation } from '../../operation/types';
import { isObject } from '../../service/values';
import { failedAt, itemOf, type Outcome } from '../../item/outcome';
import { isMade, jobSchema, knownOf, receiptOfJob, type Job } from '../../item/job';
import { doubtFailure } from '../../keys/claim';
import { claimSchema, type Claim } from '../../keys/fingerprint';

/** One item of a run that makes jobs. */
export interface Entry {
	item: number;
	/** Tells what was asked for: another try recognises its job by it. */
	fingerprint: string;
	/** What identifies its request in the journal; absent where a key guards it. */
	digest?: string;
	settings: CreateSettings;
	/** Its idempotency key. */
	claim?: Claim;
	/** Absent where the item failed before there was a plan. */
	job?: Job;
	/** What is known of its files, once they are saved in this leg or before. */
	files?: readonly FileFacts[];
	/** Absent while the item is at work, or left for a later leg. */
	outcome?: Outcome<INodeExecutionData>;
}

export const failureSchema = z.object({ message: z.string(), details: z.record(z.unknown()) });

/** An entry as the ledger stores it. */
export const storedEntry = z.object({
	item: z.number(),
	fingerprint: z.string(),
	digest: z.string().optional(),
	claim: claimSchema.optional(),
	job: jobSchema.optional(),
	/** For the next leg; another try starts afresh. */
	parked: z
		.object({
			/** What the person set for the item. */
			settings: z.record(z.unknown()),
			/** Why it failed. */
			failure: failureSchema.optional(),
			/** Its output, when that is known already and can't be derived from a job that has ended. */
			output: z.custom<IDataObject>(isObject).optional(),
		})
		.optional(),
});
export type StoredEntry = z.infer<typeof storedEntry>;

/** What another try has to know of an entry. */
export function toStore({ item, fingerprint, digest, claim, job, settings }: Entry): StoredEntry {
	return { item, fingerprint, digest, claim, job: job && slim(job, settings) };
}

/** What the next leg has to know of an entry. */
export function toPark(operation: CreateOperation, entry: Entry): StoredEntry {
	const { outcome, job } = entry;
	const settings = changedSettings(operation, entry.settings);
	const stored = toStore(entry);
	if (!outcome) return { ...stored, parked: { settings } };
	if (!outcome.ok) return { ...stored, parked: { settings, failure: storedFailure(outcome.failure) } };
	// The job stays: another try takes it up, and an error lists it.
	const isDerived = job?.is === 'ended' && entry.settings.waitForCompletion;
	return { ...stored, parked: { settings, output: isDerived ? undefined : outcome.value.json } };
}

/** The entry that was parked. */
export function fromPark(operation: CreateOperation, item: number, stored: StoredEntry | undefined): Entry {
	if (!stored) {
		const lost = doubtFailure(
			'The stored state of this item is lost',
			'start the workflow anew with this item',
		);
		return { ...emptyEntry(operation, item), outcome: failedAt(item, lost, { kind: operation.kind.name }) };
	}
	const settings = settingsWith(operation, stored.parked?.settings);
	const { fingerprint, digest, claim, job, parked = { failure: undefined, output: undefined } } = stored;
	const { failure, output } = parked;
	const entry = { item, fingerprint, digest, claim, job, settings };
	if (failure) return { ...entry, outcome: failedAt(item, toFailureAgain(failure)) };
	return output ? { ...entry, outcome: { ok: true, value: itemOf(output, item) } } : entry;
}

export function storedFailure({ message, details }: ItemFailure): z.infer<typeof failureSchema> {
	return { message, details: { ...details } };
}

export function toFailureAgain({ message, details }: z.infer<typeof failureSchema>): ItemFailure {
	return new ItemFailure(message, details);
}

/** Only who switches Simplify off gets the record. */
function slim(job: Job, { simplify }: CreateSettings): Job {
	return isMade(job) && simplify ? { ...job, state: { ...job.state, record: {} } } : job;
}

/** An entry of which nothing is known but its item. */
export function emptyEntry(operation: CreateOperation, item: number): Entry {
	return { item, fingerprint: '', settings: settingsWith(operation, undefined) };
}

/** Ends the work on an item with a failure. */
export function fail(operation: CreateOperation, entry: Entry, error: unknown): void {
	entry.outcome = failedAt(entry.item, error, detailsOf(operation, entry));
}

/** What the failure of an item tells of its job. */
export function detailsOf({ kind }: CreateOperation, { job, settings }: Entry): FailureDetails {
	const receipt = isMade(job) && !settings.simplify ? receiptOfJob(job) : undefined;
	return { kind: kind.name, ...knownOf(job), reference: settings.reference, receipt };
}
