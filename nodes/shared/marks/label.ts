import type { Facts } from './facts';
import { packetOf, withLabel } from './packet';

/** The label of one file: the XMP packets that say it, and whether one of them was put out. */
export class Label {
	isWritten = false;
	/** A packet for a file without one. */
	readonly fresh: Buffer;

	constructor(readonly facts: Facts) {
		this.fresh = packetOf(facts);
	}

	/** What is put out with a packet in it. */
	written(bytes: Buffer): Buffer {
		this.isWritten = true;
		return bytes;
	}

	/** An existing packet that says it, too; undefined where that one has to stay as it is, and a fresh one goes beside it. */
	extended(existing: Buffer): Buffer | undefined {
		return withLabel(existing, this.facts);
	}
}
