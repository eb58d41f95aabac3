import type { BinaryHelperFunctions, RequestHelperFunctions } from 'n8n-workflow';
import { z } from '../zod';

export type Readable = Awaited<ReturnType<BinaryHelperFunctions['getBinaryStream']>>;

const streamedAnswer = z.object({
	statusCode: z.number(),
	headers: z.record(z.unknown()),
	body: z.custom<Readable>(
		(value) => typeof value === 'object' && value !== null && 'destroy' in value && 'read' in value,
	),
});

export async function openFile(
	{ httpRequest }: Pick<RequestHelperFunctions, 'httpRequest'>,
	url: string,
	abortSignal: AbortSignal,
	headers: Record<string, string> = {},
): Promise<z.output<typeof streamedAnswer>> {
	const answer: unknown = await httpRequest({
		method: 'GET',
		url,
		headers,
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		abortSignal,
	});
	return streamedAnswer.parse(answer);
}

const NEWS = ['readable', 'end', 'close', 'error'];

export async function headOf(stream: Readable, length: number): Promise<Uint8Array> {
	return await new Promise((resolve) => {
		const read = () => {
			// Null while more may come.
			const head: unknown = stream.read(length);
			if (head === null && !stream.readableEnded && !stream.destroyed) return;
			for (const event of NEWS) stream.off(event, read);
			const isThere = head instanceof Uint8Array;
			if (isThere) stream.unshift(head);
			resolve(isThere ? head : new Uint8Array());
		};
		for (const event of NEWS) stream.on(event, read);
		read();
	});
}
