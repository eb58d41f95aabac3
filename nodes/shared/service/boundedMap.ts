/** A map of bounded size that evicts the least recently used entry (LRU) when it is full. */
export class BoundedMap<K, V> {
	private readonly kept = new Map<K, V>();

	constructor(private readonly most: number) {}

	/** Like `get`, without marking the entry as used. */
	peek(key: K): V | undefined {
		return this.kept.get(key);
	}

	/** Least recently used first. */
	entries(): IterableIterator<[K, V]> {
		return this.kept.entries();
	}

	/** Also marks the entry as used. */
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
