/** A map of bounded size that evicts the least recently used entry (LRU) when it is full. */
export class BoundedMap<K, V> {
	private readonly values = new Map<K, V>();

	constructor(private readonly most: number) {}

	/** Like `get`, without marking the entry as used. */
	peek(key: K): V | undefined {
		return this.values.get(key);
	}

	/** Least recently used first. */
	entries(): IterableIterator<[K, V]> {
		return this.values.entries();
	}

	/** Also marks the entry as used. */
	get(key: K): V | undefined {
		const value = this.values.get(key);
		if (value !== undefined) this.set(key, value);
		return value;
	}

	set(key: K, value: V): void {
		this.values.delete(key);
		this.values.set(key, value);
		const [oldest] = this.values.keys();
		if (this.values.size > this.most && oldest !== undefined) this.values.delete(oldest);
	}

	delete(key: K): void {
		this.values.delete(key);
	}
}
