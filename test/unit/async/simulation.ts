import { Pace, type Sent } from '../../../nodes/shared/async/rateLimiter';
import { Random } from '../../emulator/random';
import type { ServiceLimit } from './limits';

/** The settings of a simulated run. */
export interface Course {
	rows: number;
	/** Submissions at a time. */
	atATime: number;
	seed: number;
	hasRetryAfter?: boolean;
	/** Other rows give their turn back. */
	sends?: (row: number) => boolean;
	/** Legs of a suspended run. The next leg sends the rows that the service has not accepted by the end of a leg. */
	legs?: { ms: number; pauseMs: number };
}

const numbers = (seed: number) => new Random(seed).next;

/** The service's time to answer, plus or minus 20 %. */
export const ANSWER_MS = 200;
/** A date. */
const EPOCH = Date.parse('2030-01-01T00:00:00Z');
const LONGEST_HOLD_MS = 600_000;

/** Calls functions in the order of their times, so an hour takes no time. */
class Events {
	now = 0;
	private readonly events: Array<{ at: number; happen: () => void }> = [];

	in(ms: number, happen: () => void): void {
		const at = this.now + ms;
		const later = this.events.findIndex((event) => event.at > at);
		this.events.splice(later < 0 ? this.events.length : later, 0, { at, happen });
	}

	/** Until nothing happens any more. */
	run(): void {
		for (let next = this.events.shift(); next; next = this.events.shift()) {
			this.now = next.at;
			next.happen();
		}
	}
}

interface Row {
	row: number;
	order: number;
}

/** A process that sends rows to a service with a limit, each until it is accepted. */
class Sender {
	/** In milliseconds since the start. */
	elapsedMs = 0;
	refused = 0;
	/** How many rows were accepted by the end of each leg except the last. */
	readonly legs: number[] = [];
	/** When each leg began, when the service took a row, and when it refused one. */
	readonly legsAt: number[] = [];
	readonly takenAt: number[] = [];
	readonly refusedAt: number[] = [];
	private readonly pace: Pace;
	private readonly random: () => number;
	private readonly line: Row[] = [];
	private readonly left: number[];
	private requests = 0;
	private busy = 0;
	private until = Infinity;
	private wakesAt = 0;

	constructor(
		private readonly events: Events,
		private readonly limit: ServiceLimit,
		private readonly course: Course,
	) {
		const { seed, rows } = course;
		this.pace = new Pace(numbers(seed), LONGEST_HOLD_MS);
		this.random = numbers(1_000 + seed);
		this.left = Array.from({ length: rows }, (_, row) => row);
		this.begin();
	}

	private get now(): number {
		return EPOCH + this.events.now;
	}

	private begin(): void {
		const { legs, atATime } = this.course;
		this.legsAt.push(this.events.now);
		if (legs) {
			this.until = this.now + legs.ms;
			this.events.in(legs.ms, () => this.next());
		}
		for (let sender = 0; sender < atATime; sender++) this.take();
		this.next();
	}

	private take(): void {
		const row = this.isOver ? undefined : this.left.shift();
		if (row === undefined) return;
		this.busy += 1;
		this.join({ row, order: ++this.requests });
	}

	private join(row: Row): void {
		this.line.push(row);
		this.line.sort((a, b) => a.order - b.order);
	}

	/** A leg also ends when it can't wait for a Retry-After. */
	private get isOver(): boolean {
		const { pause, nextAt } = this.pace;
		const isHeld = pause !== undefined && pause.trial === undefined && pause.retryAt !== undefined;
		return this.now >= this.until || (isHeld && nextAt > this.until);
	}

	private next(): void {
		if (this.isOver) this.endLeg();
		while (this.line.length > 0) {
			const ms = this.pace.waitMs(this.now);
			if (ms > 0) {
				this.wakeIn(ms);
				return;
			}
			const first = this.line.shift();
			if (first) this.send(first);
		}
	}

	private wakeIn(ms: number): void {
		// A date is not exact.
		const isSoonEnough = this.wakesAt > this.now + 0.001 && this.wakesAt <= this.now + ms;
		if (isSoonEnough || ms === Infinity) return;
		this.wakesAt = this.now + ms;
		this.events.in(ms, () => this.next());
	}

	private endLeg(): void {
		const { legs } = this.course;
		this.busy -= this.line.length;
		this.left.push(...this.line.splice(0).map(({ row }) => row));
		if (!legs || this.busy > 0 || this.left.length === 0 || this.legs.length === this.legsAt.length) return;
		this.legs.push(this.takenAt.length);
		this.events.in(legs.pauseMs, () => this.begin());
	}

	private send(row: Row): void {
		const { events, pace, limit, course } = this;
		const { sends, hasRetryAfter } = course;
		const request: Sent = { sentAt: 0 };
		pace.send(request, this.now);
		if (sends?.(row.row) === false) {
			events.in(5, () => this.done(() => pace.report(request, 'unused', this.now)));
			return;
		}
		const wayMs = (ANSWER_MS * (0.8 + 0.4 * this.random())) / 2;
		events.in(wayMs, () => {
			const earlyMs = limit.take(events.now);
			events.in(wayMs, () => {
				if (earlyMs === 0) {
					this.takenAt.push(events.now);
					this.elapsedMs = events.now;
					this.done(() => pace.report(request, 'passed', this.now));
					return;
				}
				this.refusedAt.push(events.now);
				this.refused = this.refusedAt.length;
				// The header has whole seconds.
				const retryAfterMs = hasRetryAfter ? Math.ceil(earlyMs / 1_000) * 1_000 : 0;
				pace.report(request, 'refused', this.now, retryAfterMs);
				this.join(row);
				this.next();
			});
		});
	}

	private done(report: () => void): void {
		report();
		this.busy -= 1;
		this.take();
		this.next();
	}
}

/** Sends rows to a service, in simulated time. */
export function simulate(limit: ServiceLimit, course: Course): Sender {
	const events = new Events();
	const sender = new Sender(events, limit, course);
	events.run();
	return sender;
}
