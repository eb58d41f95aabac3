import { whyNoKeyStore } from '../../n8n/deduplication';
import { ItemFailure } from '../../operation/failure';
import type { CreateSettings } from '../../operation/settings';
import { asError } from '../../transport/serviceError';
import { endOfDay, takePlace, type Place } from '../keys/day';
import type { Run } from '../item/runContext';

/**
 * Takes the place of a create in At Most a Day (Jobs), right before it is sent; undefined when there is no limit. A create
 * that was certainly not taken gives it back.
 * @throws ItemFailure when there is none left today, or places can't be counted
 */
export async function takeDayPlace(
	{ context, environment }: Run,
	{ maxJobsPerDay: most }: CreateSettings,
): Promise<Place | undefined> {
	if (most === 0) return undefined;
	const now = environment.now();
	const place = await placeOf(async () => {
		const why = whyNoKeyStore(context);
		if (why !== undefined) throw new Error(why);
		return await takePlace(context, most, now);
	});
	if (place) return place;
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

async function placeOf(take: () => Promise<Place | undefined>): Promise<Place | undefined> {
	return await take().catch((error: unknown) => {
		throw new ItemFailure(`At Most a Day (Jobs) can't be counted: ${asError(error).message}`, {
			submitted: 'no',
			description: 'Nothing was created. It needs the database of n8n, and a workflow that was saved.',
		});
	});
}

/** Gives a place back. If that fails, the day has one place less. */
export async function giveBack({ context }: Run, place: Place | undefined): Promise<void> {
	await place?.giveBack().catch((error: unknown) => {
		context.logger.warn(`A place of At Most a Day (Jobs) could not be given back: ${String(error)}`);
	});
}
