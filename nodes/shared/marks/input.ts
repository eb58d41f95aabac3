/** Why a file is passed on without a label, as a sentence without its full stop. Never a failure of the download. */
export class NotLabelled extends Error {}

/** The file does not have the structure of its type. */
export function broken(type: string, how: string): NotLabelled {
	return new NotLabelled(`The ${type} file is broken: ${how}`);
}

export const SIGNED = 'The file is signed (C2PA), and a label would break its signature';

/** So many bytes of a packet are read; a longer one is passed on as it is. */
export const LONGEST_PACKET = 1_000_000;

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
	#waiting = Buffer.alloc(0);
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
		return (await this.upTo(bytes)).length === bytes;
	}

	/** The next bytes, which stay; fewer when no more are left. */
	async upTo(most: number): Promise<Buffer> {
		while (this.#waiting.length < most && !this.#ended) await this.#read();
		return this.#waiting.subarray(0, most);
	}

	/**
	 * The next bytes, which stay.
	 * @throws NotLabelled when fewer are left
	 */
	async peek(bytes: number): Promise<Buffer> {
		const next = await this.upTo(bytes);
		if (next.length < bytes) throw new NotLabelled('The file is broken: it ends in the middle');
		return next;
	}

	/** The next bytes, taken; errors as of peek. */
	async take(bytes: number): Promise<Buffer> {
		const taken = await this.peek(bytes);
		this.#waiting = this.#waiting.subarray(bytes);
		return taken;
	}

	/** Takes the next bytes, in pieces; errors as of peek, once what is left is put out. */
	async *pass(bytes: number): AsyncGenerator<Buffer, void> {
		for (let left = bytes; left > 0;) {
			await this.peek(1);
			const piece = await this.take(Math.min(left, this.#waiting.length));
			left -= piece.length;
			yield piece;
		}
	}

	/** Takes all that is left. */
	async *rest(): AsyncGenerator<Buffer, void> {
		while (await this.has(1)) yield await this.take(this.#waiting.length);
	}

	/** Drops what has come and was not taken. */
	forget(): void {
		this.#waiting = Buffer.alloc(0);
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
		const piece = Buffer.from(next.value.buffer, next.value.byteOffset, next.value.length);
		this.#waiting = Buffer.concat([this.#waiting, piece]);
		this.#pastBytes += piece.length;
		if (this.#pastBytes > REMEMBERED_BYTES) this.#past = undefined;
		this.#past?.push(piece);
	}
}
