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
	return {
		now: realNow,
		uptime: () => performance.now(),
		random: () => Math.random(),
		async sleep(ms) {
			let stop = () => {};
			const stopped = new Promise<void>((resolve) => (stop = resolve));
			signal?.addEventListener('abort', stop);
			if (!signal?.aborted) await Promise.race([sleep(ms), stopped]);
			signal?.removeEventListener('abort', stop);
			if (signal?.aborted) throw new ManualExecutionCancelledError(context?.getExecutionId() ?? '');
		},
		signal,
	};
}

/** n8n replaces the signal of a request with the context's (n8n.md: Stop). */
export function withCancelSignal<C extends object>(signal: unknown, context: C): C {
	return Object.create(context, { getExecutionCancelSignal: { value: () => signal } }) as C;
}

/** Ends the node after a Stop. n8n would show any other error as a failed execution. */
export function throwIfStopped(run: { context: Context; environment: Environment }): void {
	if (run.environment.signal?.aborted) throw new ManualExecutionCancelledError(run.context.getExecutionId());
}

/** For code that outlives a run. */
export const realNow = (): number => Date.now();

/** Works share a timer, because most end long before. With one each, 24,000 rows would block n8n for 0.1 s. */
const deadlines = new Map<number, Set<() => void>>();
/** So late at most. With half, there are twice as many timers. */
const SHARED_MS = 100;

/** Whoever is in the set is called when the time is up. */
export function endsAfter(ms: number): Set<() => void> {
	const slot = Math.ceil((performance.now() + ms) / SHARED_MS);
	const ends = deadlines.get(slot) ?? new Set();
	if (deadlines.has(slot)) return ends;
	AbortSignal.timeout(Math.max(0, Math.ceil(slot * SHARED_MS - performance.now()))).onabort = () => {
		deadlines.delete(slot);
		for (const end of ends) end();
	};
	deadlines.set(slot, ends);
	return ends;
}

/** n8n's own limit restarts with every byte. @throws an error with the code ETIMEDOUT after `ms` milliseconds */
export async function within<T>(
	ms: number,
	stop: AbortSignal | undefined,
	work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
	const ending = new AbortController();
	const ended = new Promise<never>((_resolve, reject) => {
		ending.signal.onabort = () => reject(ending.signal.reason as Error);
	});
	const endByTime = () => ending.abort(Object.assign(new Error('The time is up'), { code: 'ETIMEDOUT' }));
	const endByStop = () => ending.abort(new Error('The run was stopped'));
	const ends = endsAfter(ms).add(endByTime);
	if (stop?.aborted) endByStop();
	stop?.addEventListener('abort', endByStop);
	return await Promise.race([ended, work(ending.signal)]).finally(() => {
		ends.delete(endByTime);
		stop?.removeEventListener('abort', endByStop);
		ending.abort('The work is done');
	});
}
