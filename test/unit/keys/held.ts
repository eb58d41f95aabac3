import type { Held } from '../../../nodes/shared/item/job';
import type { KeyStore } from '../../../nodes/shared/keys/store';

/** What a key is held by that was free; fails where it was not. */
export function heldIn(taken: Awaited<ReturnType<KeyStore['take']>>): Held {
	if (taken === undefined || !('settle' in taken))
		throw new Error(`The key was not free: ${JSON.stringify(taken)}`);
	return taken;
}
