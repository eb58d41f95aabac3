import { RequestQueue, type QueuePlace } from '../async/requestQueue';
import type { Environment } from '../async/environment';
import { BoundedMap } from '../service/boundedMap';
import type { ServiceRequest } from '../service/request';

/** The paces of an account. What is limited is counted apart: a limit of creates does not slow down reads. */
export type Paces = Record<'creates' | 'detections' | 'reads', RequestQueue>;

/** The paces of the accounts that this process has used of late: all runs of an account share them. */
const known = new BoundedMap<string, Paces>(50);

/** @param account as `accountOf` gives it */
export function pacesOf(account: string): Paces {
	const paces = known.get(account) ?? {
		creates: new RequestQueue(),
		detections: new RequestQueue(),
		reads: new RequestQueue(),
	};
	known.set(account, paces);
	return paces;
}

/** The turns of the requests of one run, with a count of what the service's limits cost it. */
export function createRequestQueues(environment: Environment) {
	const slowed = { refusals: 0, waitedMs: 0 };
	let waiting = 0;
	let since = 0;
	return {
		slowed: () => slowed,

		/** The place of a request among those of its account. */
		place(
			paces: Paces,
			{ intent, host }: ServiceRequest,
			patienceMs: number,
			until?: number,
			check?: () => void,
		): QueuePlace {
			const kind = intent === 'create' ? 'creates' : host === 'detection' ? 'detections' : 'reads';
			const place = paces[kind].place(environment, patienceMs, until, check);
			return {
				async turn() {
					if (waiting === 0) since = environment.now();
					waiting += 1;
					return await place.turn().finally(() => {
						waiting -= 1;
						if (waiting === 0) slowed.waitedMs += environment.now() - since;
					});
				},
				report(outcome, retryAfterMs) {
					if (outcome === 'refused') slowed.refusals += 1;
					place.report(outcome, retryAfterMs);
				},
			};
		},
	};
}
