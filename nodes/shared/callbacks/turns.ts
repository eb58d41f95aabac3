import { createLimit } from '../async/limit';
import { Failure } from '../service/failure';

const signedTurns = createLimit(20);
const plainTurns = createLimit(10);
const MOST_PLAIN = 100;
let plainUnderWay = 0;

/** @throws Failure */
export async function inTurn<T>(signed: boolean, task: () => Promise<T>): Promise<T> {
	if (signed) return await signedTurns(task);
	if (plainUnderWay >= MOST_PLAIN) throw new Failure('There are too many callbacks at a time');
	plainUnderWay += 1;
	return await plainTurns(task).finally(() => (plainUnderWay -= 1));
}
