import { withLabel } from './extend';
import type { Facts } from './facts';
import { packetOf, padded } from './packet';

/**
 * Room in a new packet: for what an extended one may need beside the label, which repeats what the packet is about. Not
 * more, as programs look for what they know of a file at its start.
 */
const ROOM = 200;

/** The label of one file: the XMP packets that say it, and whether one of them was put out. */
export class Label {
	isWritten = false;
	readonly #facts: Facts;
	readonly #fresh: Buffer;

	constructor(facts: Facts) {
		this.#facts = facts;
		this.#fresh = packetOf(facts, ROOM);
	}

	/** How many bytes a new packet has. */
	get bytes(): number {
		return this.#fresh.length;
	}

	/** A packet for a file without one. */
	get fresh(): Buffer {
		return this.#fresh;
	}

	/** What is put out with a packet in it. */
	written(bytes: Buffer): Buffer {
		this.isWritten = true;
		return bytes;
	}

	/** An existing packet that says it, too. What is no XMP is replaced: no program can read it. */
	extended(existing: Uint8Array): Buffer {
		return withLabel(existing, this.#facts) ?? packetOf(this.#facts, 0);
	}

	/** The same in so many bytes, no fewer than a new one has: for files that tell their size before they show their packet. */
	sized(existing: Uint8Array, bytes: number): Buffer {
		const packet = this.extended(existing);
		return padded(packet.length > bytes ? this.#fresh : packet, bytes);
	}
}
