import type { Finals } from '../collect';
import type { Outputs } from '../outputs';

/** What a process knows of one wait of a suspended run, from the calls that came to it. */
export interface KnownWait {
	/** What is final of its jobs. */
	finals: Finals;
	/** Jobs that are over as calls say, and not yet as the service does. */
	told: Set<string>;
	/** What the run goes on with, once it is made: files are fetched once. */
	outputs?: Outputs;
	/** When a call was given that, in milliseconds since the epoch. */
	handedOnAt?: number;
}

/** Waits that are remembered, those longest not called forgotten first. */
const MOST_WAITS = 200;

const waits = new Map<string, KnownWait>();

/** What is known of a wait, to be added to. */
export function knownWait(key: string): KnownWait {
	const wait = waits.get(key) ?? { finals: new Map(), told: new Set() };
	waits.delete(key);
	waits.set(key, wait);
	const [oldest] = waits.keys();
	if (waits.size > MOST_WAITS && oldest !== undefined) waits.delete(oldest);
	return wait;
}
