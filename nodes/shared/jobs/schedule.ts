const SHARE_OF_AGE = 0.08;
const SHORTEST_MS = 1_000;
const LONGEST_MS = 30_000;

/** How many finished jobs a shared look should find, where many finish: fewer looks cost calls, more cost lag. */
const FINDS_A_LOOK = 2.7;
const SHORTEST_SHARED_MS = 250;
/** How fast the measured rate follows the service, as the weight of the newest look. */
const NEWEST_WEIGHT = 0.05;
/** A lull of this many pauses is no chance any more: jobs finish more slowly than measured. */
const PAUSES_IN_A_LULL = 4;

/**
 * Milliseconds until the next look at a job of an age: a share of the age, so that the lag stays a small share of
 * the job and the calls grow with its logarithm; with jitter, so that many do not look at once.
 * @param random 0 (included) to 1 (excluded)
 */
export function lookAfter(ageMs: number, random: number): number {
	return jitter(Math.min(LONGEST_MS, Math.max(SHORTEST_MS, ageMs * SHARE_OF_AGE)), random);
}

/** The pace of looks that many jobs share. */
export interface SharedPace {
	/** Takes note of a look: how many jobs it found finished. */
	looked(now: number, found: number): void;
	/** Milliseconds until the next look, when the youngest job is of this age. */
	next(now: number, youngestAgeMs: number, random: number): number;
}

/**
 * Paces looks that each read all pending jobs: like those of the youngest job, but closer together while jobs finish
 * fast, so that a look finds a few of them. A look is one call however many it reads.
 */
export function createSharedPace(startedAt: number): SharedPace {
	let lastLook = startedAt;
	let lastFind = startedAt;
	let looksSinceFirstFind = 0;
	let finishedPerMs = 0;
	return {
		looked(now, found) {
			const rate = found / Math.max(1, now - lastLook);
			if (found > 0 || looksSinceFirstFind > 0) {
				looksSinceFirstFind++;
				finishedPerMs += (rate - finishedPerMs) * Math.max(1 / looksSinceFirstFind, NEWEST_WEIGHT);
			}
			if (found > 0) lastFind = now;
			lastLook = now;
		},
		next(now, youngestAgeMs, random) {
			const byAge = lookAfter(youngestAgeMs, random);
			if (finishedPerMs === 0) return byAge;
			const byRate = Math.max(SHORTEST_SHARED_MS, FINDS_A_LOOK / finishedPerMs);
			return Math.min(byAge, jitter(Math.max(byRate, (now - lastFind) / PAUSES_IN_A_LULL), random));
		},
	};
}

function jitter(ms: number, random: number): number {
	return ms * (0.95 + 0.1 * random);
}
