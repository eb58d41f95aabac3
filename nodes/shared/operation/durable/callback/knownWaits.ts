import type { Finals } from '../collect';
import type { Outputs } from '../outputs';

/** What a process knows of one wait of a suspended run, from the calls that came to it. */
export interface KnownWait {
	/** What is final of its jobs. */
	finals: Finals;
	/** Jobs that are over as calls say, and not yet as the service does. */
	told: Set<string>;
	/** What the run goes on with, for the next call: files are fetched once. */
	outputs?: Outputs;
	/** When these were made, in milliseconds since the epoch. */
	madeAt?: number;
}

/** Waits that are remembered, those longest not called forgotten first. */
const MOST_WAITS = 200;
/** The files of a wait whose next call does not come here are let go after this time, in milliseconds. */
const OUTPUTS_LIFE_MS = 60_000;
/** Wake-ups that are remembered, the oldest forgotten first. */
const MOST_WAKE_UPS = 10_000;
/**
 * How long after a wake-up no other call does the same, in milliseconds. n8n may hold a run that goes on back for want of
 * a slot, and says that it waits until then; a second one would run all that follows once more, and pay for it.
 */
const WOKEN_MS = 60 * 60_000;

const waits = new Map<string, KnownWait>();
const wakeUps = new Map<string, number>();

/** What is known of a wait, to be added to. */
export function knownWait(key: string, now: number): KnownWait {
	for (const other of waits.values()) {
		if (now - (other.madeAt ?? now) > OUTPUTS_LIFE_MS) other.outputs = other.madeAt = undefined;
	}
	const wait = waits.get(key) ?? { finals: new Map(), told: new Set() };
	waits.delete(key);
	waits.set(key, wait);
	forgetOldest(waits, MOST_WAITS);
	return wait;
}

/** Whether a call has woken the run up from this wait lately. */
export function isWokenUp(key: string, now: number): boolean {
	return now < (wakeUps.get(key) ?? -Infinity) + WOKEN_MS;
}

/** Notes that a call was given what the run goes on with. */
export function noteWakeUp(key: string, now: number): void {
	waits.delete(key);
	wakeUps.delete(key);
	wakeUps.set(key, now);
	forgetOldest(wakeUps, MOST_WAKE_UPS);
}

function forgetOldest(map: Map<string, unknown>, most: number): void {
	const [oldest] = map.keys();
	if (map.size > most && oldest !== undefined) map.delete(oldest);
}
