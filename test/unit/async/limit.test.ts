import { getEventListeners } from 'node:events';
import { createLimit, createYield } from '../../../nodes/shared/async/limit';
import { createEnvironment, endsAfter, within } from '../../../nodes/shared/async/environment';
import type { CallContext } from '../../../nodes/shared/n8n/executionFacts';

test('a limit runs only so many tasks at a time, runs all in order, and a failed task frees its place', async () => {
	const limit = createLimit(4);
	const started: number[] = [];
	const ends: Array<() => void> = [];
	const tasks = Array.from({ length: 20 }, (_, n) => async () => {
		started.push(n);
		await new Promise<void>((resolve, reject) => ends.push(n % 3 === 1 ? reject : resolve));
	});
	const done = Promise.allSettled(tasks.map(limit));
	for (let ended = 0; ended < tasks.length; ended++) {
		await new Promise(setImmediate);
		expect(started).toEqual([...tasks.keys()].slice(0, ended + 4));
		ends[ended]?.();
	}
	expect((await done).map(({ status }) => status === 'rejected')).toEqual(tasks.map((_, n) => n % 3 === 1));
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
	await Promise.resolve();
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
	// Something else holds the process until the time is long up.
	jest.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(500);
	const work = within(ms, stop, async (given) => {
		signal = given;
		return await new Promise(() => {});
	});
	await expect(work).rejects.toMatchObject(error);
	expect(signal?.aborted).toBe(true);
});

test('thousands of works that end in time share a few timers', async () => {
	const timeout = jest.spyOn(AbortSignal, 'timeout');
	for (let works = 0; works < 5_000; works++) await within(60_000, undefined, async () => works);
	expect(timeout.mock.calls.length).toBeLessThan(500);
	jest.spyOn(performance, 'now').mockReturnValue(1);
	await within(60_000, undefined, async () => undefined);
	expect(endsAfter(60_000).size).toBe(0);
});

const contextOf = (signal: AbortSignal) =>
	({ getExecutionCancelSignal: () => signal, getExecutionId: () => '7' }) as unknown as CallContext;

test('a Stop of the run ends its sleep, and ends a later sleep immediately', async () => {
	const controller = new AbortController();
	const { sleep } = createEnvironment(contextOf(controller.signal));
	const began = performance.now();
	expect(await sleep(1)).toBeUndefined();
	const sleeping = sleep(5_000);
	controller.abort();
	await expect(sleeping).rejects.toThrow('cancelled');
	await expect(sleep(5_000)).rejects.toThrow('cancelled');
	expect(performance.now() - began).toBeLessThan(4_000);
});

test('a run leaves no listeners at its signal', async () => {
	const { signal } = new AbortController();
	const environment = createEnvironment({
		getExecutionId: () => '7',
		getExecutionCancelSignal: () => signal,
	});
	await environment.sleep(0);
	await within(1_000, signal, async () => await Promise.resolve());
	expect(getEventListeners(signal, 'abort')).toEqual([]);
});
