/** A map that forgets what was used longest ago when it is full: a memory of the process that can't grow. */
export class BoundedMap<K, V> {
	private readonly kept = new Map<K, V>();

	constructor(private readonly most: number) {}

	/** As `get`, and leaves the order alone. */
	peek(key: K): V | undefined {
		return this.kept.get(key);
	}

	/** The one used longest ago first. */
	entries(): IterableIterator<[K, V]> {
		return this.kept.entries();
	}

	/** Also makes the entry the one used last. */
	get(key: K): V | undefined {
		const value = this.kept.get(key);
		if (value !== undefined) this.set(key, value);
		return value;
	}

	set(key: K, value: V): void {
		this.kept.delete(key);
		this.kept.set(key, value);
		const [oldest] = this.kept.keys();
		if (this.kept.size > this.most && oldest !== undefined) this.kept.delete(oldest);
	}

	delete(key: K): void {
		this.kept.delete(key);
	}
}
