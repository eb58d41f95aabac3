import { createLimit, createYield } from '../../../nodes/shared/async/limit';
import { createEnvironment, within } from '../../../nodes/shared/async/environment';
import type { CallContext } from '../../../nodes/shared/n8n/executionFacts';

test('a limit runs only so many tasks at a time, runs all in order, and a failed task frees its place', async () => {
	const started: number[] = [];
	const ends: Array<() => void> = [];
	let [most, running] = [0, 0];
	const limit = createLimit(4);
	const all = Array.from({ length: 20 }, async (_, n) => {
		await limit(async () => {
			started.push(n);
			most = Math.max(most, ++running);
			await new Promise<void>((end) => ends.push(end));
			running--;
			if (n % 3 === 1) throw new Error(`task ${n}`);
		});
	});
	const done = Promise.allSettled(all);
	for (let ended = 0; ended < all.length; ended++) {
		while (ends.length === 0) await new Promise(setImmediate);
		ends.shift()?.();
		await new Promise(setImmediate);
	}
	expect((await done).map(({ status }) => status)).toEqual(
		all.map((_, n) => (n % 3 === 1 ? 'rejected' : 'fulfilled')),
	);
	expect([most, started]).toEqual([4, [...all.keys()]]);
});

const HELD_MS = 10;

/** A pace on its own clock. The test ends its turns. */
function pace() {
	let now = 0;
	jest.spyOn(performance, 'now').mockImplementation(() => now);
	const turns: Array<() => void> = [];
	const sleep = async () => await new Promise<void>((resolve) => void turns.push(resolve));
	const yieldToEventLoop = createYield({ sleep });
	return { yieldToEventLoop, turns, pass: (ms: number) => void (now += ms) };
}

it('work that has held the process for long yields a turn, and the count starts again when the turn ends', async () => {
	const { yieldToEventLoop, turns, pass } = pace();
	pass(HELD_MS);
	const breathing = yieldToEventLoop();
	pass(HELD_MS);
	turns[0]?.();
	await breathing;
	pass(HELD_MS - 1);
	await yieldToEventLoop();
	expect(turns).toHaveLength(1);
});

it('items that shared a turn continue only until they have held the process for long again', async () => {
	const { yieldToEventLoop, turns, pass } = pace();
	pass(HELD_MS);
	let goneOn = 0;
	const items = Array.from({ length: 100 }, async () => {
		await yieldToEventLoop();
		goneOn++;
		pass(HELD_MS);
	});
	await new Promise(setImmediate);
	for (let turn = 0; goneOn < items.length; turn++) {
		const before = goneOn;
		turns[turn]?.();
		await new Promise(setImmediate);
		expect(goneOn - before).toBeLessThan(5);
	}
	await Promise.all(items);
});

test.each([
	['when its time is up', 1, undefined, { code: 'ETIMEDOUT' }],
	['when half a millisecond is up', 0.5, undefined, { code: 'ETIMEDOUT' }],
	['if the run was stopped before', 60_000, AbortSignal.abort(), { message: 'The run was stopped' }],
])('endless work is ended %s', async (_name, ms, stop, error) => {
	let signal: AbortSignal | undefined;
	const work = within(ms, stop, async (given) => {
		signal = given;
		return await new Promise(() => {});
	});
	await expect(work).rejects.toMatchObject(error);
	expect(signal?.aborted).toBe(true);
});

const contextOf = (signal: AbortSignal) =>
	({ getExecutionCancelSignal: () => signal, getExecutionId: () => '7' }) as unknown as CallContext;

test('a Stop of the run ends its sleep, and ends a later sleep immediately', async () => {
	const controller = new AbortController();
	const { sleep } = createEnvironment(contextOf(controller.signal));
	const sleeping = sleep(500);
	controller.abort();
	await expect(sleeping).rejects.toThrow('cancelled');
	await expect(sleep(500)).rejects.toThrow('cancelled');
});
