import { whyNoKeyStore } from '../../n8n/deduplication';
import { ItemFailure } from '../../operation/failure';
import type { CreateSettings } from '../../operation/settings';
import { quota } from '../../service/records';
import { asError } from '../../transport/serviceError';
import { pending, type Batch } from '../batch/batch';
import { isMade, type Held } from '../../item/job';
import type { Run } from '../../item/runContext';
import { endOfDay, takePlace } from '../../keys/day';

/* What limits the creates: of a run, by the balance, of a day. */

/**
 * Takes the jobs that a run would make out of At Most (Jobs), the least of its items. Jobs that are known are free, and
 * items with the same key are one. The runs of the node in this execution are counted together: rounds of a loop, calls of
 * an agent.
 * @throws ItemFailure for the whole run, before anything is paid
 */
export function takeJobs(batch: Batch): void {
	const { ledger } = batch;
	const toMake = pending(batch, 'planned');
	const most = toMake.reduce(
		(least, { settings }) => Math.min(least, settings.maxJobs || Infinity),
		Infinity,
	);
	if (most === Infinity) return;
	const count = new Set(toMake.map(({ claim, item }) => claim?.key ?? item)).size;
	const before = ledger.jobCountOfOthers();
	if (before + count > most) {
		const already = before > 0 ? `, after ${before} in this execution` : '';
		throw new ItemFailure(
			`This run would make ${count} ${count === 1 ? 'job' : 'jobs'}${already}, and At Most (Jobs) allows ${most}`,
			{ description: 'Nothing was created. Give it fewer items, or raise At Most (Jobs).' },
		);
	}
	// For the other runs, those of an earlier try count, too.
	ledger.change({ jobCount: madeIn(batch) + count });
}

/** For the other runs of the node, what the service did not take counts no more. */
export function countMade(batch: Batch): void {
	if (batch.ledger.run.jobCount !== undefined) batch.ledger.change({ jobCount: madeIn(batch) });
}

/** How many jobs a run has made: by itself, or by a leg or an execution that was killed. */
function madeIn({ ledger, entries }: Batch): number {
	const known = entries.filter(({ job }) => job?.is === 'inDoubt' || (isMade(job) && !job.duplicate)).length;
	return Math.max(known, ledger.run.made ?? 0);
}

/**
 * Refuses all creates where the balance, which is read once (service.md: Credit), is below the Minimum Credit of an item.
 * @throws ItemFailure for the whole run, before anything is paid
 */
export async function requireMinimumCredit(batch: Batch): Promise<void> {
	const minimum = pending(batch, 'planned').reduce(
		(most, { settings }) => Math.max(most, settings.minimumCredit),
		0,
	);
	if (minimum === 0) return;
	const { credit } = await batch.run.transport.send(
		{ method: 'GET', path: '/faceswap/quota/info', intent: 'repeatable', group: 'faceSwap' },
		quota,
	);
	if (credit >= minimum) return;
	throw new ItemFailure(`The balance is ${credit} credits, and Minimum Credit asks for ${minimum}`, {
		description: 'Nothing was created. Top up the account, or lower Minimum Credit.',
	});
}

/**
 * Takes the place of a create in At Most a Day (Jobs), right before it is sent; undefined when there is no limit. A create
 * that was certainly not taken gives it back.
 * @throws ItemFailure when there is none left today, or places can't be counted
 */
export async function takeDayPlace(
	{ context, environment }: Run,
	{ maxJobsPerDay: most }: CreateSettings,
): Promise<Held | undefined> {
	if (most === 0) return undefined;
	const now = environment.now();
	const place = await placeOf(async () => {
		const why = whyNoKeyStore(context);
		if (why !== undefined) throw new Error(why);
		return await takePlace(context, most, now);
	});
	if (place) {
		return {
			settle: async (end) =>
				await place.settle(end).catch((error: unknown) => {
					// The day has one place less.
					context.logger.warn(`A place of At Most a Day (Jobs) could not be given back: ${String(error)}`);
				}),
		};
	}
	const timeZone = context.getTimezone();
	const retryFrom = endOfDay(now, timeZone);
	const shown = new Date(retryFrom).toLocaleString('sv-SE', {
		timeZone,
		dateStyle: 'short',
		timeStyle: 'short',
	});
	throw new ItemFailure(`Not sent: At Most a Day (Jobs) allows ${most}, and this node has made them today`, {
		submitted: 'no',
		retryFrom: new Date(retryFrom).toISOString(),
		description: `This item was not paid for: it can be run again from ${shown} (${timeZone}), or after the limit was raised.`,
	});
}

async function placeOf(take: () => Promise<Held | undefined>): Promise<Held | undefined> {
	return await take().catch((error: unknown) => {
		throw new ItemFailure(`At Most a Day (Jobs) can't be counted: ${asError(error).message}`, {
			submitted: 'no',
			description: 'Nothing was created. It needs the database of n8n, and a workflow that was saved.',
		});
	});
}
