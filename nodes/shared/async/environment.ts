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
		uptime: () => performance.now(),
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

/** Ends the node after a Stop. n8n would show any other error as a failed execution. */
export function throwIfStopped(run: { context: Context; environment: Environment }): void {
	if (run.environment.signal?.aborted) throw new ManualExecutionCancelledError(run.context.getExecutionId());
}

/** For code that outlives a run. */
export const realNow = (): number => Date.now();

const DONE = new Error('The work is done');

/**
 * n8n's own limit restarts with every byte, so a trickling answer would never end.
 * @throws an error with the code ETIMEDOUT after `ms` milliseconds
 */
export async function within<T>(
	ms: number,
	stop: AbortSignal | undefined,
	work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
	const ending = new AbortController();
	const time = AbortSignal.timeout(Math.ceil(ms));
	const ended = new Promise<never>((_resolve, reject) => {
		ending.signal.onabort = () => reject(ending.signal.reason as Error);
	});
	time.onabort = () => ending.abort(Object.assign(new Error('The time is up'), { code: 'ETIMEDOUT' }));
	const endByStop = () => ending.abort(new Error('The run was stopped'));
	if (stop?.aborted) endByStop();
	// The signal of a run outlives its thousands of requests, so it must let go of them.
	else stop?.addEventListener('abort', endByStop, { signal: ending.signal });
	return await Promise.race([ended, work(ending.signal)]).finally(() => {
		time.onabort = null;
		ending.abort(DONE);
	});
}
