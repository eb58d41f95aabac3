/**
 * The same context with another signal as its Stop: n8n puts its own in the place of a request's. Tried on n8n 1.123 to
 * 2.41; where n8n asks the context for no signal, nothing is different.
 */
export function endedBy<C extends object>(signal: AbortSignal | undefined, context: C): C {
	return Object.create(context, { getExecutionCancelSignal: { value: () => signal } }) as C;
}

/** The same context without its Stop: n8n ends every request of a stopped run, also those that must go on. */
export function unstoppable<C extends object>(context: C): C {
	return endedBy(undefined, context);
}
