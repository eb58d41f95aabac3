import type { Environment } from '../../../nodes/shared/async/environment';
import { createLimit } from '../../../nodes/shared/async/limit';
import { RequestQueue } from '../../../nodes/shared/async/requestQueue';
import { VirtualClock } from '../jobs/virtualClock';
import type { ServiceLimit } from './limits';

/** How a simulated run goes. */
export interface Course {
	rows: number;
	/** Submissions at a time. */
	atATime: number;
	/** Milliseconds that the service takes to answer. */
	answerMs: number;
	hasRetryAfter: boolean;
	seed?: number;
}

/** What it came to. */
export interface Simulated {
	elapsedMs: number;
	refused: number;
	failed: number;
	/** The rows in the order in which they were taken. */
	order: number[];
}

/** Numbers that look random (mulberry32). */
export function numbers(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}

const PATIENCE_MS = 600_000;

/** Sends rows to a service with a limit, each until it is taken, or its turn does not come any more. */
export async function simulate(
	limit: ServiceLimit,
	course: Course,
	turns?: RequestQueue,
): Promise<Simulated> {
	const clock = new VirtualClock();
	return await clock.run(send(limit, course, clock, turns ?? new RequestQueue(numbers(course.seed ?? 1))));
}

/** The same on a clock of the caller's, for several at a time. */
export async function send(
	limit: ServiceLimit,
	{ rows, atATime, answerMs, hasRetryAfter }: Course,
	clock: Environment & { elapsed: number },
	turns: RequestQueue,
): Promise<Simulated> {
	const result: Simulated = { elapsedMs: 0, refused: 0, failed: 0, order: [] };
	const one = async (row: number): Promise<void> => {
		const place = turns.place(clock, PATIENCE_MS);
		for (;;) {
			if (!(await place.turn())) {
				result.failed += 1;
				return;
			}
			await clock.sleep(answerMs / 2);
			const earlyMs = limit.take(clock.elapsed);
			await clock.sleep(answerMs / 2);
			if (earlyMs === 0) {
				place.report('passed');
				result.order.push(row);
				result.elapsedMs = clock.elapsed;
				return;
			}
			result.refused += 1;
			// Whole seconds, as the header has them.
			place.report('refused', hasRetryAfter ? Math.ceil(earlyMs / 1_000) * 1_000 : undefined);
		}
	};
	const submissions = createLimit(atATime);
	await Promise.all(
		Array.from({ length: rows }, async (_, row) => await submissions(async () => await one(row))),
	);
	return result;
}
