/** Evicts the least recently used entry. The newest is the last. */
export class BoundedMap<K, V> extends Map<K, V> {
	constructor(private readonly most: number) {
		super();
	}

	/** Does not mark the entry as used. */
	peek(key: K): V | undefined {
		return super.get(key);
	}

	override get(key: K): V | undefined {
		const value = super.get(key);
		if (value !== undefined) this.set(key, value);
		return value;
	}

	override set(key: K, value: V): this {
		this.delete(key);
		super.set(key, value);
		const [oldest] = this.keys();
		if (this.size > this.most && oldest !== undefined) this.delete(oldest);
		return this;
	}
}
