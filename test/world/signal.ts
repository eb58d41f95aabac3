type Listener = (this: Signal, event: { type: 'abort'; target: Signal }) => void;

/** A signal and its controller, without Node's events and weak references, which took a twelfth of the time. */
export class Signal {
	readonly signal = this;
	aborted = false;
	reason: unknown;
	onabort: Listener | null = null;
	private readonly listeners = new Set<Listener>();

	addEventListener(_type: 'abort', listener: Listener): void {
		this.listeners.add(listener);
	}

	removeEventListener(_type: 'abort', listener: Listener): void {
		this.listeners.delete(listener);
	}

	/** n8n calls it. */
	setMaxListeners(): void {}

	abort(reason: unknown = new DOMException('This operation was aborted', 'AbortError')): void {
		if (this.aborted) return;
		Object.assign(this, { aborted: true, reason });
		const event = { type: 'abort', target: this } as const;
		this.onabort?.(event);
		// A set leaves out what is deleted meanwhile.
		for (const listener of this.listeners) listener.call(this, event);
		this.listeners.clear();
	}
}
