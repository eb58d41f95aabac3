import type { CallContext } from './types';

/** The same context without its Stop: n8n ends every request of a stopped run, also those that must go on. */
export function unstoppable<C extends CallContext>(context: C): C {
	return Object.create(context, { getExecutionCancelSignal: { value: () => undefined } }) as C;
}
