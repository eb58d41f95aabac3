import type { Environment } from '../../../nodes/shared/async/environment';
import { RateLimiter } from '../../../nodes/shared/async/rateLimiter';
import { Random } from '../../emulator/random';
import { VirtualClock } from '../jobs/virtualClock';
import type { ServiceLimit } from './limits';

/** The settings of a simulated run. */
export interface Course {
	rows: number;
	/** Submissions at a time. */
	atATime: number;
	hasRetryAfter?: boolean;
	seed?: number;
	/** The share of answers without news about the limit, such as HTTP 5xx. The request is sent again. */
	unknown?: number;
	/** Other rows give their turn back. */
	sends?: (row: number) => boolean;
	/** Legs of a suspended run. The next leg sends the rows that the service has not accepted by the end of a leg. */
	legs?: { ms: number; pauseMs: number };
}

/** The outcome. */
export interface Simulated {
	elapsedMs: number;
	refused: number;
	failed: number;
	/** The rows in the order in which the service accepted them. */
	order: number[];
	/** How many rows were accepted by the end of each leg except the last. */
	legs: number[];
	/** When each leg began, when the service took a row, and when it refused one, in milliseconds. */
	legsAt: number[];
	takenAt: number[];
	refusedAt: number[];
}

/** Pseudo-random numbers. */
export const numbers = (seed: number) => new Random(seed).next;

export const PATIENCE_MS = 600_000;
/** The service's time to answer, plus or minus 20 %. */
export const ANSWER_MS = 200;

/** Faster, because it lets promises settle without a turn of the event loop. 20 senders wake one another in a chain. */
export class FastClock extends VirtualClock {
	protected override async othersGo(): Promise<void> {
		for (let turn = 0; turn < 250; turn++) await undefined;
		if (!this.isAsleep) await super.othersGo();
	}
}

/** Sends rows to a service with a limit, each until it is accepted or gives up. */
export async function simulate(limit: ServiceLimit, course: Course): Promise<Simulated> {
	const clock = new FastClock();
	return await clock.run(send(limit, course, clock, new RateLimiter(numbers(course.seed ?? 1))));
}

/** The same on the caller's clock, for several at a time. */
export async function send(
	limit: ServiceLimit,
	{ rows, atATime, hasRetryAfter = false, seed = 1, unknown = 0, sends, legs }: Course,
	clock: Environment & { elapsed: number },
	limiter: RateLimiter,
): Promise<Simulated> {
	const result: Simulated = {
		...{ elapsedMs: 0, refused: 0, failed: 0 },
		...{ order: [], legs: [], legsAt: [], takenAt: [], refusedAt: [] },
	};
	const random = numbers(1_000 + seed);
	let [since, until] = [clock.now(), Infinity];
	const left: number[] = [];
	const one = async (row: number): Promise<void> => {
		const waiting = { environment: clock, since, patienceMs: PATIENCE_MS, until, order: 0, sentAt: 0 };
		while (await limiter.turn(waiting)) {
			if (sends?.(row) === false) {
				await clock.sleep(5);
				limiter.report(waiting, 'unused');
				return;
			}
			const wayMs = (ANSWER_MS * (0.8 + 0.4 * random())) / 2;
			await clock.sleep(wayMs);
			const isUnknown = random() < unknown;
			const earlyMs = isUnknown ? 0 : limit.take(clock.elapsed);
			await clock.sleep(wayMs);
			if (isUnknown) limiter.report(waiting, 'unknown');
			else if (earlyMs === 0) {
				limiter.report(waiting, 'passed');
				result.order.push(row);
				result.takenAt.push(clock.elapsed);
				result.elapsedMs = clock.elapsed;
				return;
			} else {
				result.refused += 1;
				result.refusedAt.push(clock.elapsed);
				// The header has whole seconds.
				limiter.report(waiting, 'refused', hasRetryAfter ? Math.ceil(earlyMs / 1_000) * 1_000 : undefined);
			}
		}
		if (legs) left.push(row);
		else result.failed += 1;
	};
	const open = Array.from({ length: rows }, (_, row) => row);
	const worker = async () => {
		for (let row = open.shift(); row !== undefined; row = open.shift()) {
			if (clock.now() >= until) left.push(row);
			else await one(row);
		}
	};
	for (;;) {
		since = clock.now();
		result.legsAt.push(clock.elapsed);
		if (legs) until = since + legs.ms;
		await Promise.all(Array.from({ length: atATime }, worker));
		if (!legs || left.length === 0) return result;
		open.push(...left.splice(0));
		result.legs.push(result.order.length);
		await clock.sleep(legs.pauseMs);
	}
}
