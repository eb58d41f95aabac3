import { automatic } from './automatic';
import { callback } from './callback';
import { polling } from './polling';
import type { Way } from './way';

export { polling } from './polling';
export { FIRST_LOOKS_MS, SHORTEST_PARK_MS, type Leg, type Way } from './way';

/** The table of the ways to wait, in the order of the screen: a new one is one file and one row. */
export const ways: readonly Way[] = [automatic, callback, polling];

/** The way with this name; the default where there is none. */
export function wayOf(value: string): Way {
	return ways.find((way) => way.value === value) ?? automatic;
}
