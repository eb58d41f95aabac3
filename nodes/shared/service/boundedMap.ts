/** A map that forgets what was used longest ago when it is full: a memory of the process that can't grow. */
export class BoundedMap<K, V> {
	private readonly entries = new Map<K, V>();

	constructor(private readonly most: number) {}

	get size(): number {
		return this.entries.size;
	}

	/** Also makes the entry the one used last. */
	get(key: K): V | undefined {
		const value = this.entries.get(key);
		if (value !== undefined) this.set(key, value);
		return value;
	}

	set(key: K, value: V): void {
		this.entries.delete(key);
		this.entries.set(key, value);
		const [oldest] = this.entries.keys();
		if (this.entries.size > this.most && oldest !== undefined) this.entries.delete(oldest);
	}

	delete(key: K): void {
		this.entries.delete(key);
	}
}
