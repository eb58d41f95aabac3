/*
 * Calls that wake up one suspended run, in one process: one looks at a time, one more may wait for its turn, and the
 * others need not, as the one that waits will see all that they could. After each look there is a rest, so a burst of
 * calls costs a look each rest and not a look each.
 */

interface Turn {
	/** Ends when the next may begin; gives whether this one has given what the run can go on with. */
	over: Promise<boolean>;
	isOneWaiting: boolean;
}

const turns = new Map<string, Turn>();

/**
 * Has a task done when it is its turn.
 * @param rest ends when the next may begin after this one
 * @returns what the task gives; undefined when another that waits does it for this one, too
 * @throws Error when the one before has given something: whether n8n goes on by that is not known yet, so who calls is
 *   to try again
 */
export async function takeTurn<T>(
	key: string,
	task: () => Promise<T | undefined>,
	rest: () => Promise<void>,
): Promise<T | undefined> {
	const before = turns.get(key);
	if (before?.isOneWaiting) return undefined;
	if (before) before.isOneWaiting = true;
	const mine: Turn = { over: Promise.resolve(false), isOneWaiting: false };
	const isMine = (before?.over ?? Promise.resolve(false)).then((goesOn) => {
		turns.set(key, mine);
		return !goesOn;
	});
	if (!before) turns.set(key, mine);
	const result = isMine.then(async (is) => {
		if (!is) throw new Error('an earlier call has woken the run up');
		return await task();
	});
	mine.over = endOf(isMine, result, rest).finally(() => {
		if (turns.get(key) === mine && !mine.isOneWaiting) turns.delete(key);
	});
	return await result;
}

/** Gives whether a turn has given something. One that was not taken ends at once, and hides nothing from the next. */
async function endOf(
	isMine: Promise<boolean>,
	result: Promise<unknown>,
	rest: () => Promise<void>,
): Promise<boolean> {
	const given = await result.catch(() => undefined);
	if (!(await isMine)) return false;
	await rest().catch(() => undefined);
	return given !== undefined;
}
