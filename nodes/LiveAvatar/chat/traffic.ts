/** The longest answer has 10 minutes. That is more than each letter in a frame of its own, or all words so far in each. */
const MOST_FRAMES = 10_000;
const MOST_BYTES = 16 * 1024 * 1024;
/** Of one message. A server that cuts messages makes parts of kilobytes. */
const MOST_FRAGMENTS = 1_000;

/** Reads the headers of a room's frames (RFC 6455, 5.2), because ws before 8.21 keeps any number of fragments. */
export class Traffic {
	private frames = 0;
	private bytes = 0;
	private fragments = 0;
	/** The bytes of the current frame that are still to come. */
	private pending = 0;
	private header = Buffer.alloc(0);

	/** Starts to count for the next question. */
	restart(): void {
		this.frames = this.bytes = 0;
	}

	isFlood(chunk: Buffer): boolean {
		const data = Buffer.concat([this.header, chunk]);
		let at = 0;
		for (;;) {
			const skipped = Math.min(this.pending, data.length - at);
			at += skipped;
			this.pending -= skipped;
			const [first = 0, second = 0] = data.subarray(at, at + 2);
			const short = second & 127;
			const size = short < 126 ? 2 : short === 126 ? 4 : 10;
			if (data.length - at < size) break;
			this.pending = size === 2 ? short : size === 4 ? data.readUInt16BE(at + 2) : data.readUIntBE(at + 4, 6);
			at += size;
			this.frames++;
			const isControl = (first & 8) > 0;
			if (!isControl) this.fragments = first < 128 ? this.fragments + 1 : 0;
			if (this.fragments > MOST_FRAGMENTS) return true;
		}
		this.header = data.subarray(at);
		this.bytes += chunk.length;
		return this.frames > MOST_FRAMES || this.bytes > MOST_BYTES;
	}
}
