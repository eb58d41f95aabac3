import { hashOf } from './claims';
import { JOB, type Rows } from './store';
import { BoundedMap } from '../service/values';

/* The places of a period, over all workers: rows named by date and number. A lost leg keeps its place for good. */

export interface Place {
	date: string;
	number: number;
}

interface Period {
	name: string;
	/** The parts of a date that stay the same in it. */
	dates: Intl.DateTimeFormatOptions;
}

/** The places of each date that this process gave back. A later leg would not find it between places that are taken. */
const freed = new BoundedMap<string, number[]>(1_000);

/** In each time zone days and hours begin at a whole quarter of an hour. */
const QUARTER_MS = 15 * 60_000;

export class Places {
	/** The last place that is taken, as far as this leg knows. */
	private latest = { date: '', last: 0 };
	private dates?: Intl.DateTimeFormat;

	constructor(
		private readonly rows: Rows,
		private readonly period: Period,
		private readonly node: string,
		private readonly timeZone: string,
	) {}

	/** Undefined when no place is left. `now` in milliseconds since the epoch. @throws the store's error */
	async take(most: number, now: number): Promise<Place | undefined> {
		const date = this.dateOf(now);
		if (this.latest.date !== date) this.latest = { date, last: 0 };
		const { latest } = this;
		const free = freed.get(this.key(date))?.pop() ?? Infinity;
		if (free <= most && (await this.rows.insert(this.row(date, free), 1, 'ofCreate')))
			return { date, number: free };
		if (latest.last === 0) latest.last = Math.max(await this.lastTaken(date, most), latest.last);
		while (latest.last < most) {
			const number = (latest.last += 1);
			if (await this.rows.insert(this.row(date, number), 1, 'ofCreate')) return { date, number };
		}
		return undefined;
	}

	/** Whether this leg has seen that no place is left: then a row takes no turn. */
	isFull(most: number, now: number): boolean {
		const date = this.dateOf(now);
		return this.latest.date === date && this.latest.last >= most && !freed.get(this.key(date))?.length;
	}

	dateOf(at: number): string {
		this.dates ??= new Intl.DateTimeFormat('sv-SE', { timeZone: this.timeZone, ...this.period.dates });
		return this.dates.format(at);
	}

	endAfter(now: number): number {
		let end = now - (now % QUARTER_MS);
		while (this.dateOf(end) === this.dateOf(now)) end += QUARTER_MS;
		return end;
	}

	/** For a create that the service certainly did not take. Never throws: the place is lost then. */
	async giveBack({ date, number }: Place): Promise<void> {
		const note = () => void freed.set(this.key(date), [...(freed.get(this.key(date)) ?? []), number]);
		await this.rows.remove(this.row(date, number)).then(note, () => undefined);
	}

	/** Halving finds it, because a period is filled from 1. */
	private async lastTaken(date: string, most: number): Promise<number> {
		let [taken, free] = [0, most + 1];
		while (free - taken > 1) {
			const middle = Math.floor((taken + free) / 2);
			if ((await this.rows.read(this.row(date, middle))) === undefined) free = middle;
			else taken = middle;
		}
		return taken;
	}

	private readonly key = (date: string) => this.rows.store + this.row(date, 0);

	private row(date: string, number: number): string {
		return JOB + hashOf(this.period.name, this.node, date, number);
	}
}
