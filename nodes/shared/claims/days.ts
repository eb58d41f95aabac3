import type { Rows } from './store';

/*
 * The places of a day. A node makes at most so many jobs from midnight to midnight, over all executions and workers.
 * Each create takes the next free place, a row with a number in its name, and keeps it even where the service refuses
 * the job.
 */

const DAY_MS = 24 * 3_600_000;
const OLD_DAYS = 30;

/** Undefined when no place is left. Times are milliseconds since the epoch. */
export async function takeDayPlace(
	rows: Rows,
	{ node, timeZone }: { node: string; timeZone: string },
	most: number,
	last: number,
	now: number,
): Promise<number | undefined> {
	const day = (at: number) => `day ${node} ${dateOf(at, timeZone)}`;
	let [taken, free] = [last, most + 1];
	// Places have no gaps, so halving finds the first free one.
	while (last === 0 && free - taken > 1) {
		const middle = Math.floor((taken + free) / 2);
		if ((await rows.read(`${day(now)} ${middle}`)) === undefined) free = middle;
		else taken = middle;
	}
	for (let place = taken + 1; place <= most; place++) {
		if (!(await rows.insert(`${day(now)} ${place}`, 1))) continue;
		for (let ago = 2; place === 1 && ago <= OLD_DAYS; ago++) await removeDay(rows, day(now - ago * DAY_MS));
		return place;
	}
	return undefined;
}

async function removeDay(rows: Rows, day: string): Promise<void> {
	for (let place = 1; (await rows.read(`${day} ${place}`)) !== undefined; place++) {
		await rows.remove(`${day} ${place}`).catch(() => undefined);
	}
}

/** A day has up to 25 hours. */
export function endOfDay(now: number, timeZone: string): number {
	const today = dateOf(now, timeZone);
	let [before, after] = [now, now + 26 * 3_600_000];
	while (after - before > 1) {
		const middle = Math.floor((before + after) / 2);
		if (dateOf(middle, timeZone) === today) before = middle;
		else after = middle;
	}
	return after;
}

/** Such as 2030-01-31. */
export function dateOf(at: number, timeZone: string): string {
	return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at);
}
