/** A small seeded source of randomness (mulberry32): the same seed gives the same run. */
export class Random {
	private state: number;

	constructor(seed: number) {
		this.state = seed >>> 0;
	}

	/** A number from 0 up to, not including, 1. */
	next = (): number => {
		this.state = (this.state + 0x6d2b79f5) >>> 0;
		let mixed = this.state;
		mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	};

	/** A whole number from low to high, both included. */
	int(low: number, high: number): number {
		return low + Math.floor(this.next() * (high - low + 1));
	}

	hex(length: number): string {
		let text = '';
		while (text.length < length) text += this.int(0, 15).toString(16);
		return text;
	}
}

/** A number from a text and another number, always the same (FNV-1a). */
export function hashText(text: string, seed = 0x811c9dc5): number {
	let hash = seed;
	for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
	return hash;
}
