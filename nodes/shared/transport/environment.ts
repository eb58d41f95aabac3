import { ManualExecutionCancelledError, sleep } from 'n8n-workflow';
import type { CallContext, Environment } from './types';

/**
 * The real clock, random numbers and Stop of a run. The sleep of n8n-workflow does not notice a Stop in every version,
 * so it is raced against the run's signal.
 */
export function createEnvironment(context: CallContext): Environment {
	const signal = 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	return {
		now: () => Date.now(),
		random: () => Math.random(),
		sleep: async (ms) => await sleepUnlessStopped(ms, signal, () => context.getExecutionId()),
		signal,
	};
}

async function sleepUnlessStopped(
	ms: number,
	signal: AbortSignal | undefined,
	executionId: () => string,
): Promise<void> {
	if (signal === undefined) {
		await sleep(ms);
		return;
	}
	if (signal.aborted) throw new ManualExecutionCancelledError(executionId());
	let stopListening = () => {};
	const stopped = new Promise<never>((_resolve, reject) => {
		const onStop = () => reject(new ManualExecutionCancelledError(executionId()));
		signal.addEventListener('abort', onStop, { once: true });
		stopListening = () => signal.removeEventListener('abort', onStop);
	});
	try {
		await Promise.race([sleep(ms), stopped]);
	} finally {
		stopListening();
	}
}
