import { RateLimiter, type Waiting } from '../../../nodes/shared/async/rateLimiter';
import { Random } from '../../emulator/random';
import { Clock, tick } from '../../support/clock';
import type { ServiceLimit } from './limits';

/** The settings of a simulated run. */
export interface Course {
	rows: number;
	/** Submissions at a time. */
	atATime: number;
	seed: number;
	hasRetryAfter?: boolean;
	/** Only each so many-th row is sent. The others give their turn back. */
	sendsEach?: number;
	/** Each so many-th request gets no answer. */
	breaksEach?: number;
	/** Legs of a suspended run. The next leg sends the rows that the service has not accepted by the end of a leg. */
	legs?: { ms: number; pauseMs: number };
}

/** The service's time to answer, plus or minus 20 %. */
export const ANSWER_MS = 200;

/** A run that sends rows to a service with a limit, each until it is accepted. Times are milliseconds since the start. */
export async function simulate(
	limit: ServiceLimit,
	{ rows, atATime, seed, hasRetryAfter, sendsEach = 1, breaksEach = Infinity, legs }: Course,
) {
	const clock = new Clock();
	const random = new Random(1_000 + seed);
	const limiter = new RateLimiter(undefined, new Random(seed).next);
	const left = Array.from({ length: rows }, (_, row) => row);
	let requests = 0;
	const [legsAt, takenAt, refusedAt]: [number[], number[], number[]] = [[], [], []];

	/** True once the row is over, and false if the leg has no turn for it. */
	async function send(row: number, until: number): Promise<boolean> {
		const waiting: Waiting = {
			...{ environment: clock, since: clock.time, patienceMs: Infinity, until, order: 0, sentAt: 0 },
		};
		while (await limiter.turn(waiting)) {
			if (row % sendsEach !== 0) {
				await clock.sleep(5);
				limiter.report(waiting, 'unused');
				return true;
			}
			const wayMs = (ANSWER_MS * (0.8 + 0.4 * random.next())) / 2;
			await clock.sleep(wayMs);
			if (++requests % breaksEach === 0) {
				limiter.report(waiting, 'unknown');
				continue;
			}
			const earlyMs = limit.take(clock.elapsed);
			await clock.sleep(wayMs);
			(earlyMs === 0 ? takenAt : refusedAt).push(clock.elapsed);
			// The header has whole seconds.
			const retryAfterMs = hasRetryAfter ? Math.ceil(earlyMs / 1_000) * 1_000 : 0;
			limiter.report(waiting, earlyMs === 0 ? 'passed' : 'refused', retryAfterMs);
			if (earlyMs === 0) return true;
		}
		return false;
	}

	async function leg(until: number): Promise<void> {
		const sender = async () => {
			for (let row = left.shift(); row !== undefined; row = left.shift()) {
				if (clock.time < until && (await send(row, until))) continue;
				left.push(row);
				return;
			}
		};
		await Promise.all(Array.from({ length: atATime }, sender));
	}

	async function all(): Promise<void> {
		while (left.length > 0) {
			legsAt.push(clock.elapsed);
			await leg(legs ? clock.time + legs.ms : Infinity);
			if (legs && left.length > 0) await clock.sleep(legs.pauseMs);
		}
	}
	await clock.run(all(), tick);
	return { elapsedMs: takenAt.at(-1) ?? 0, legsAt, takenAt, refusedAt, refused: refusedAt.length };
}
