/** An estimate counts as many requests, if it can. */
const ENOUGH = 40;
const MOST_REMEMBERED = 1_000;

/** How many requests passed, and since when: what a service takes in a time. */
interface Count {
	from: number;
	count: number;
}

/** When requests passed, of late, to estimate a limit by: at the end of a pause, whose trial has passed already. */
export class PassedRequests {
	private times: number[] = [];
	/** The ends of the last two pauses that lie far enough apart. */
	private lastEnd = 0;
	private endBefore = 0;

	add(now: number): void {
		this.times.push(now);
		if (this.times.length > 2 * MOST_REMEMBERED) this.times.splice(0, MOST_REMEMBERED);
	}

	/** Around the beginning of a first pause: as long before it as it lasted, and up to its end. */
	around(since: number, pausedMs: number, now: number): Count {
		this.endBefore = this.lastEnd = now;
		const [from = since, ...others] = this.times.filter((at) => at >= since - pausedMs);
		return others.length > 0 ? { from, count: others.length } : { from: since, count: 0 };
	}

	/** Since the end of an earlier pause: the last one if that is enough. */
	ofLate(now: number): Count {
		const { lastEnd, endBefore } = this;
		const last = this.since(lastEnd);
		if (last.count < ENOUGH) return this.since(endBefore);
		this.endBefore = lastEnd;
		this.lastEnd = now;
		return last;
	}

	private since(from: number): Count {
		return { from, count: this.times.filter((at) => at >= from).length - 1 };
	}
}
