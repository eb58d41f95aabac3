import type { BinaryHelperFunctions } from 'n8n-workflow';

/** The stream type of n8n's files. */
export type Readable = Awaited<ReturnType<BinaryHelperFunctions['getBinaryStream']>>;

const NEWS = ['readable', 'end', 'close', 'error'];

/**
 * The first bytes of a stream that nobody has begun to read; whoever reads it later gets them as well. Fewer, when it has
 * no more, or breaks off: a broken stream reports that to its reader.
 */
export async function headOf(stream: Readable, length: number): Promise<Uint8Array> {
	return await new Promise((resolve) => {
		const look = () => {
			// Null while fewer have come, and more may.
			const head: unknown = stream.read(length);
			if (head === null && !stream.readableEnded && !stream.destroyed) return;
			for (const event of NEWS) stream.off(event, look);
			const isThere = head instanceof Uint8Array;
			if (isThere) stream.unshift(head);
			resolve(isThere ? head : new Uint8Array());
		};
		for (const event of NEWS) stream.on(event, look);
		look();
	});
}
