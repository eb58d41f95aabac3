import { NotLabelled } from './notLabelled';

/** So many bytes are remembered as they came: until then a file that turns out to be broken is passed on untouched. */
const REMEMBERED_BYTES = 4_000_000;

/**
 * The bytes of a file as they stream in, to look at before they are passed on. What is taken has to be put out, in this
 * or a changed form: nothing of a file is lost when its structure turns out to be broken afterwards.
 */
export class Input {
	readonly #source: AsyncIterator<Uint8Array>;
	#ended = false;
	/** Read, and not yet taken. */
	#waiting: Buffer[] = [];
	#waitingBytes = 0;
	#past: Buffer[] | undefined = [];
	#pastBytes = 0;

	constructor(source: AsyncIterable<Uint8Array>) {
		this.#source = source[Symbol.asyncIterator]();
	}

	/** All that came so far, as it came; undefined when that is too much to be remembered. */
	get past(): readonly Buffer[] | undefined {
		return this.#past;
	}

	/** Whether so many bytes are left. */
	async has(bytes: number): Promise<boolean> {
		while (this.#waitingBytes < bytes && !this.#ended) await this.#read();
		return this.#waitingBytes >= bytes;
	}

	/**
	 * The next bytes, which stay.
	 * @throws NotLabelled when fewer are left
	 */
	async peek(bytes: number): Promise<Buffer> {
		if (!(await this.has(bytes))) throw new NotLabelled('The file is broken: it ends in the middle');
		return this.#first(bytes).subarray(0, bytes);
	}

	/** The next bytes, taken; errors as of peek. */
	async take(bytes: number): Promise<Buffer> {
		const taken = await this.peek(bytes);
		this.#drop(bytes);
		return taken;
	}

	/** All bytes that have come and were not taken, at least so many: they stay. Errors as of peek. */
	async peekSome(least: number): Promise<Buffer> {
		await this.peek(least);
		return this.#first(least);
	}

	/** Takes the next bytes, in pieces; errors as of peek, once what is left is put out. */
	async *pass(bytes: number): AsyncGenerator<Buffer, void> {
		for (let left = bytes; left > 0;) {
			const piece = (await this.peekSome(1)).subarray(0, left);
			this.#drop(piece.length);
			left -= piece.length;
			yield piece;
		}
	}

	/** Takes all that is left. */
	async *rest(): AsyncGenerator<Buffer, void> {
		while (await this.has(1)) yield* this.pass(this.#waitingBytes);
	}

	/** Drops what has come and was not taken. */
	forget(): void {
		this.#drop(this.#waitingBytes);
	}

	/** Ends the source, when nobody wants the rest of it. */
	async close(): Promise<void> {
		if (!this.#ended) await this.#source.return?.();
	}

	async #read(): Promise<void> {
		const next = await this.#source.next();
		if (next.done) {
			this.#ended = true;
			return;
		}
		const { buffer, byteOffset, length } = next.value;
		const piece = Buffer.from(buffer, byteOffset, length);
		if (length === 0) return;
		this.#waiting.push(piece);
		this.#waitingBytes += length;
		this.#pastBytes += length;
		if (this.#pastBytes > REMEMBERED_BYTES) this.#past = undefined;
		this.#past?.push(piece);
	}

	/** The first piece, after pieces were joined so that it has at least so many bytes. */
	#first(bytes: number): Buffer {
		const [first] = this.#waiting;
		if (first && first.length >= bytes) return first;
		const joined = Buffer.concat(this.#waiting);
		this.#waiting = [joined];
		return joined;
	}

	#drop(bytes: number): void {
		this.#waitingBytes -= bytes;
		for (let left = bytes; left > 0;) {
			const [first] = this.#waiting;
			if (!first) return;
			if (first.length > left) this.#waiting[0] = first.subarray(left);
			else this.#waiting.shift();
			left -= Math.min(left, first.length);
		}
	}
}
