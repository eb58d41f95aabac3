import { ManualExecutionCancelledError, sleep } from 'n8n-workflow';
import type { CallContext, Environment } from './types';

/**
 * The real clock, random numbers and Stop of a run. The sleep of n8n-workflow does not notice a Stop in every version,
 * so it is raced against the run's signal.
 */
export function createEnvironment(context: CallContext): Environment {
	const signal = 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	const cancelled = () => new ManualExecutionCancelledError(context.getExecutionId());
	return {
		now: () => Date.now(),
		random: () => Math.random(),
		async sleep(ms) {
			if (signal?.aborted) throw cancelled();
			const awake = new AbortController();
			const stopped = new Promise<never>((_resolve, reject) => {
				signal?.addEventListener('abort', () => reject(cancelled()), { signal: awake.signal });
			});
			try {
				await Promise.race([sleep(ms), stopped]);
			} finally {
				awake.abort();
			}
		},
		signal,
	};
}
