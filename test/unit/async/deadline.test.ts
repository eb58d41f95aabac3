import { getEventListeners } from 'node:events';
import { within } from '../../../nodes/shared/async/deadline';

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
