/**
 * The same context with another signal as its Stop: n8n replaces the signal of a request with the context's. Tried on
 * n8n 1.123 to 2.41; when n8n does not ask the context for a signal, nothing changes.
 */
export function withCancelSignal<C extends object>(signal: AbortSignal | undefined, context: C): C {
	return Object.create(context, { getExecutionCancelSignal: { value: () => signal } }) as C;
}
