import type { CallContext } from './types';

/** The same context without its Stop: n8n ends every request of a stopped run, also those that must go on. */
export function unstoppable<C extends CallContext>(context: C): C {
	return endedBy(undefined, context);
}

/** The same context with another signal as its Stop: n8n puts its own in the place of a request's. */
export function endedBy<C extends CallContext>(signal: AbortSignal | undefined, context: C): C {
	return Object.create(context, { getExecutionCancelSignal: { value: () => signal } }) as C;
}
