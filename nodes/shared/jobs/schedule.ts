const SHARE_OF_AGE = 0.08;
const SHORTEST_MS = 1_000;
const LONGEST_MS = 30_000;

/** How many finished jobs a shared look should find: more frequent looks cost calls, rarer ones cost lag. */
const FINDS_A_LOOK = 2.7;
const SHORTEST_SHARED_MS = 250;
/** The weight of the newest look in the measured rate of finished jobs. */
const NEWEST_WEIGHT = 0.05;
/** A lull of this many pauses is no longer chance: jobs finish more slowly than measured. */
const PAUSES_IN_A_LULL = 4;

/**
 * Milliseconds until the next look at a job of this age: a share of the age, so that the lag stays a small share of the
 * job's duration and the calls grow with its logarithm. Jitter keeps many jobs from being looked at together.
 * @param random 0 (included) to 1 (excluded)
 */
export function lookAfter(ageMs: number, random: number): number {
	return jitter(Math.min(LONGEST_MS, Math.max(SHORTEST_MS, ageMs * SHARE_OF_AGE)), random);
}

/** The pace of looks that many jobs share. */
export type SharedPace = ReturnType<typeof createSharedPace>;

/**
 * Paces looks that each read all pending jobs: as for the youngest job, but closer together while jobs finish fast, so
 * that a look finds a few of them. A look is one call for any number of jobs.
 */
export function createSharedPace(startedAt: number) {
	let lastLook = startedAt;
	let lastFind = startedAt;
	let looksSinceFirstFind = 0;
	let finishedPerMs = 0;
	return {
		/** Records a look: how many jobs it found finished. */
		looked(now: number, found: number) {
			const rate = found / Math.max(1, now - lastLook);
			if (found > 0 || looksSinceFirstFind > 0) {
				looksSinceFirstFind++;
				finishedPerMs += (rate - finishedPerMs) * Math.max(1 / looksSinceFirstFind, NEWEST_WEIGHT);
			}
			if (found > 0) lastFind = now;
			lastLook = now;
		},
		/** Milliseconds from the last look to the next one, when the youngest job is of this age. */
		next(now: number, youngestAgeMs: number, random: number) {
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
