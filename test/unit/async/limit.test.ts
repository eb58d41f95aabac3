import { createLimit, createYield } from '../../../nodes/shared/async/limit';
import { getEventListeners } from 'node:events';
import { within } from '../../../nodes/shared/async/deadline';
import { createEnvironment } from '../../../nodes/shared/async/environment';
import type { CallContext } from '../../../nodes/shared/transport/types';

test('no more than so many tasks run at a time, all of them run, in their order, and one that fails frees its place', async () => {
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

/** A pace on a clock of its own, whose turns end when the test says so. */
function pace() {
	let now = 0;
	jest.spyOn(performance, 'now').mockImplementation(() => now);
	const turns: Array<() => void> = [];
	const sleep = async () => await new Promise<void>((resolve) => void turns.push(resolve));
	const yieldToEventLoop = createYield({ sleep });
	return { yieldToEventLoop, turns, pass: (ms: number) => void (now += ms) };
}

afterEach(() => {
	jest.restoreAllMocks();
});

it('a process that was held for long gives a turn, and counts again from its end', async () => {
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

it('items that shared a turn continue only until the process was held for long again', async () => {
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

it('items continue after a Stop, which ends all sleep', async () => {
	const sleep = jest.fn().mockRejectedValueOnce(new Error('Stopped')).mockResolvedValue(undefined);
	const { pass } = pace();
	const yieldToEventLoop = createYield({ sleep });
	pass(HELD_MS);
	await expect(yieldToEventLoop()).resolves.toBeUndefined();
	await expect(yieldToEventLoop()).resolves.toBeUndefined();
});

test('the signal of work that is done is aborted, and the Stop of the run is let go', async () => {
	const stop = new AbortController();
	const signal = await within(60_000, stop.signal, async (given) => {
		expect(given.aborted).toBe(false);
		expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1);
		return given;
	});
	expect(signal.aborted).toBe(true);
	expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
});

test.each([
	['when its time is up', 1, undefined, { code: 'ETIMEDOUT' }],
	['when its time is up, which may be half a millisecond', 0.5, undefined, { code: 'ETIMEDOUT' }],
	['when the run was stopped before', 60_000, AbortSignal.abort(), { message: 'The run was stopped' }],
])('work that never ends is ended %s', async (_name, ms, stop, error) => {
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

test('a run that sleeps often leaves nothing at its signal', async () => {
	const { signal } = new AbortController();
	const { sleep } = createEnvironment(contextOf(signal));
	await Promise.all(Array.from({ length: 20 }, async () => await sleep(1)));
	expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('a sleep ends with the run that is stopped, and does not begin after that', async () => {
	const controller = new AbortController();
	const { sleep } = createEnvironment(contextOf(controller.signal));
	const sleeping = sleep(500);
	controller.abort();
	await expect(sleeping).rejects.toThrow('cancelled');
	await expect(sleep(500)).rejects.toThrow('cancelled');
});
