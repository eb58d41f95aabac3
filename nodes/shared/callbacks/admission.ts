import { createLimit } from '../transport/limit';
import type { Callback } from './types';

export type Admission = ReturnType<typeof createAdmission>;

/**
 * Makes the admission of a process, which runs a task for a callback when it is its turn; undefined when there are too
 * many of its kind. Plain ones queue apart: anyone can make up any number of them, and they must not keep the signed
 * ones out.
 * @param limits how many callbacks of each kind are read back at a time, and how many plain ones may wait for that
 */
export function createAdmission(limits: Record<'signed' | 'plain' | 'mostPlain', number>) {
	const signedTurns = createLimit(limits.signed);
	const plainTurns = createLimit(limits.plain);
	let plainUnderWay = 0;
	return async <T>({ signed }: Pick<Callback, 'signed'>, task: () => Promise<T>): Promise<T | undefined> => {
		if (signed) return await signedTurns(task);
		if (plainUnderWay >= limits.mostPlain) return undefined;
		plainUnderWay += 1;
		try {
			return await plainTurns(task);
		} finally {
			plainUnderWay -= 1;
		}
	};
}
