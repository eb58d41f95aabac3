/** n8n replaces the signal of a request with the context's (n8n.md: Stop). */
export function withCancelSignal<C extends object>(signal: AbortSignal | undefined, context: C): C {
	return Object.create(context, { getExecutionCancelSignal: { value: () => signal } }) as C;
}
