import { getEventListeners } from 'node:events';
import { createEnvironment } from '../../../nodes/shared/async/environment';
import type { CallContext } from '../../../nodes/shared/transport/types';

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
