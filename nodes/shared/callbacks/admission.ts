import { createLimit } from '../transport/limit';
import type { Callback } from './types';

/** How many callbacks are read back at a time, and how many plain ones may wait for that. */
export interface AdmissionLimits {
	signed: number;
	plain: number;
	mostPlain: number;
}

/**
 * Runs a task for a callback when it is its turn; undefined when there are too many of its kind. Plain ones queue
 * apart: anyone can make up any number of them, and they must not keep the signed ones out.
 */
export type Admission = <T>(
	callback: Pick<Callback, 'signed'>,
	task: () => Promise<T>,
) => Promise<T | undefined>;

/** Makes the admission of a process. */
export function createAdmission({ signed, plain, mostPlain }: AdmissionLimits): Admission {
	const signedTurns = createLimit(signed);
	const plainTurns = createLimit(plain);
	let plainUnderWay = 0;
	return async (callback, task) => {
		if (callback.signed) return await signedTurns(task);
		if (plainUnderWay >= mostPlain) return undefined;
		plainUnderWay += 1;
		try {
			return await plainTurns(task);
		} finally {
			plainUnderWay -= 1;
		}
	};
}
