import type { Rows } from './store';

/*
 * The places of a day. A node makes at most so many jobs from midnight to midnight, over all executions and workers.
 * Each create has a place of the day on which it is sent: a row with a date and a number in its name, which only the
 * database gives and takes back. So a leg that is lost may keep a place, but no place serves two jobs.
 */

export interface Place {
	date: string;
	number: number;
}

const DAY_MS = 24 * 3_600_000;
/** Days that are over for so long are removed. A clock may be wrong by a week. */
const OLD_DAYS = { from: 8, to: 38 };
/** Creates in flight leave gaps when they are refused. */
const LONGEST_GAP = 5;

export class DayPlaces {
	/** What this process knows of the places of one day. */
	private known = { date: '', last: 0, free: new Array<number>() };

	constructor(
		private readonly rows: Rows,
		private readonly node: string,
		private readonly timeZone: string,
	) {}

	/** Undefined when no place is left. `now` in milliseconds since the epoch. @throws the store's error */
	async take(most: number, now: number): Promise<Place | undefined> {
		const date = dateOf(now, this.timeZone);
		if (this.known.date !== date) this.known = { date, last: 0, free: [] };
		const { known } = this;
		let place = known.free.pop();
		if (place !== undefined && (await this.insert(date, place))) return { date, number: place };
		const last = known.last || (await this.lastTaken(date, most));
		for (place = last + 1; place <= most; place++) {
			known.last = Math.max(known.last, place);
			if (!(await this.insert(date, place))) continue;
			if (place === 1) await this.removeOld(now);
			return { date, number: place };
		}
		return undefined;
	}

	/** Whether a create that is sent now may use the place. */
	isOfToday({ date }: Place, now: number): boolean {
		return date === dateOf(now, this.timeZone);
	}

	/** For a create that the service certainly did not take. Never throws: the place is lost then. */
	async giveBack({ date, number }: Place): Promise<void> {
		try {
			await this.rows.remove(this.row(date, number));
			if (this.known.date === date) this.known.free.push(number);
		} catch {
			return;
		}
	}

	private async insert(date: string, number: number): Promise<boolean> {
		return await this.rows.insert(this.row(date, number), 1);
	}

	/** Halving finds it, because a day is filled from 1. */
	private async lastTaken(date: string, most: number): Promise<number> {
		let [taken, free] = [0, most + 1];
		while (free - taken > 1) {
			const middle = Math.floor((taken + free) / 2);
			if ((await this.rows.read(this.row(date, middle))) === undefined) free = middle;
			else taken = middle;
		}
		return taken;
	}

	private async removeOld(now: number): Promise<void> {
		for (let ago = OLD_DAYS.from; ago <= OLD_DAYS.to; ago++) {
			const date = dateOf(now - ago * DAY_MS, this.timeZone);
			for (let [number, gap] = [1, 0]; gap < LONGEST_GAP; number++) {
				const isThere = (await this.rows.read(this.row(date, number))) !== undefined;
				gap = isThere ? 0 : gap + 1;
				if (isThere) await this.rows.remove(this.row(date, number)).catch(() => undefined);
			}
		}
	}

	private row(date: string, number: number): string {
		return `day ${this.node} ${date} ${number}`;
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
