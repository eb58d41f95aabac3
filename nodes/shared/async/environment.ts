import { ManualExecutionCancelledError, sleep, type IExecuteFunctions } from 'n8n-workflow';

type Context = Pick<IExecuteFunctions, 'getExecutionId'> &
	Partial<Pick<IExecuteFunctions, 'getExecutionCancelSignal'>>;

export interface Environment {
	/** Milliseconds since the epoch. */
	now(): number;
	/** Milliseconds of a clock that never jumps. */
	uptime(): number;
	sleep(ms: number): Promise<void>;
	/** From 0 to 1, without 1. */
	random(): number;
	/** Aborted on Stop; absent where n8n has no such signal. */
	signal?: AbortSignal;
}

/** The sleep of n8n-workflow does not notice a Stop in every version, so it races against the run's signal. */
export function createEnvironment(context?: Context): Environment {
	const signal = context?.getExecutionCancelSignal?.();
	const cancelled = () => new ManualExecutionCancelledError(context?.getExecutionId() ?? '');
	return {
		now: realNow,
		uptime: realUptime,
		random: () => Math.random(),
		async sleep(ms) {
			if (signal?.aborted) throw cancelled();
			let stop = () => {};
			const stopped = new Promise<never>((_resolve, reject) => {
				stop = () => reject(cancelled());
			});
			signal?.addEventListener('abort', stop);
			await Promise.race([sleep(ms), stopped]).finally(() => signal?.removeEventListener('abort', stop));
		},
		signal,
	};
}

/** For code that outlives a run. */
export const realNow = (): number => Date.now();

/** A change of the computer's date does not move it. */
export const realUptime = (): number => performance.now();
