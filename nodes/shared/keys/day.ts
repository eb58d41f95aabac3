import type { IExecuteFunctions } from 'n8n-workflow';
import { createLimit } from '../async/limit';
import type { Held } from '../item/job';
import { append, countRows, removeRows } from './list';

/*
 * The places of a day: a node makes at most so many jobs from one midnight to the next, over all executions, workers and
 * restarts (n8n.md: Deduplication store). Each job has a row. A place that is given back is a row of another list, which
 * makes the first one that much longer. A process that dies between the two leaves its place taken: never one too many.
 */

export const DAY_MS = 24 * 3_600_000;
/** Days that are looked for to remove them. */
const OLD_DAYS = 40;

/** Of the creates of this process one takes its place at a time: they would compete for the same row. */
const oneAtATime = createLimit(1);

/**
 * Takes a place of today for a job, which is given back if the service certainly does not take it.
 * @param most places of the day
 * @param now milliseconds since the epoch
 * @returns undefined when there is none left
 * @throws n8n's error when its store can't be used
 */
export async function takePlace(
	context: IExecuteFunctions,
	most: number,
	now: number,
): Promise<Held | undefined> {
	const names = namesOf(context, now);
	const place = await oneAtATime(async () => {
		const free = await append(context, names.taken, most);
		if (free !== undefined) return free;
		return await append(context, names.taken, most + (await countRows(context, names.back)));
	});
	if (place === undefined) return undefined;
	// It is the first create of the day, which one process makes.
	if (place === 1) removeOldDays(context, now).catch(() => undefined);
	return {
		async settle(end) {
			if (end === 'free') await oneAtATime(async () => await append(context, names.back, Infinity));
		},
	};
}

/** Removes the places of the days before yesterday, the last one first; processes whose clocks differ still use yesterday's. */
export async function removeOldDays(context: IExecuteFunctions, now: number): Promise<void> {
	for (let ago = 2; ago <= OLD_DAYS; ago++) {
		const { taken, back } = namesOf(context, now - ago * DAY_MS);
		if ((await countRows(context, taken)) === 0) continue;
		await removeRows(context, back);
		await removeRows(context, taken);
	}
}

/** When the day ends in the time zone of the workflow, to the second, in milliseconds since the epoch. */
export function endOfDay(now: number, timeZone: string): number {
	const today = dateOf(now, timeZone);
	// A day of 25 hours has the end of summer time in it.
	let [before, after] = [now, now + 26 * 3_600_000];
	while (after - before > 1) {
		const middle = Math.floor((before + after) / 2);
		if (dateOf(middle, timeZone) === today) before = middle;
		else after = middle;
	}
	return after;
}

function namesOf(context: IExecuteFunctions, at: number) {
	const day = `${context.getNode().id} ${dateOf(at, context.getTimezone())}`;
	return { taken: day, back: `${day} back` };
}

/** The date in a time zone, like 2030-01-31. */
export function dateOf(at: number, timeZone: string): string {
	const format = new Intl.DateTimeFormat('en-CA', {
		timeZone,
		year: 'numeric',
		month: '2-digit',
		day: '2-digit',
	});
	return format.format(at);
}
