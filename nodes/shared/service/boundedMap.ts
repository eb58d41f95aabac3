/** Evicts its oldest entry when it is full. An entry that you set again is the newest. */
export class BoundedMap<K, V> extends Map<K, V> {
	constructor(private readonly most: number) {
		super();
	}

	override set(key: K, value: V): this {
		this.delete(key);
		super.set(key, value);
		const [oldest] = this.keys();
		if (this.size > this.most && oldest !== undefined) this.delete(oldest);
		return this;
	}
}
