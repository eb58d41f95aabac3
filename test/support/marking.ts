import { marked, type Facts, type Labelled } from '../../nodes/shared/marks';

export const FACTS: Facts = {
	source: 'trainedAlgorithmicMedia',
	tool: 'n8n-nodes-media-generation',
	date: '2026-08-02T10:00:00.000Z',
};

/** A file with the label, streamed in pieces of these sizes, and then of the last one. */
export async function mark(
	content: Uint8Array,
	{ facts = FACTS, sizes = [65_536] }: { facts?: Facts; sizes?: number[] } = {},
): Promise<{ content: Buffer; outcome: Labelled }> {
	const told: Labelled[] = [];
	const pieces: Uint8Array[] = [];
	for await (const piece of marked(inPieces(content, sizes), facts, (outcome) => told.push(outcome)))
		pieces.push(piece);
	if (told.length !== 1) throw new Error(`Told ${told.length} times`);
	return { content: Buffer.concat(pieces), outcome: told[0]! };
}

export async function* inPieces(content: Uint8Array, sizes: number[]): AsyncGenerator<Uint8Array> {
	for (let at = 0, piece = 0; at < content.length; piece++) {
		const size = sizes[Math.min(piece, sizes.length - 1)] ?? 65_536;
		yield content.subarray(at, at + size);
		at += size;
	}
}

/** The XMP packets that stand in a file. */
export function packetsIn(content: Buffer): string[] {
	return [...content.toString('utf8').matchAll(/<x:xmpmeta[^]*?<\/x:xmpmeta>/g)].map(([packet]) => packet);
}

/** A labelled JPEG without the segment of its label. */
export function unlabelledJpeg(content: Buffer): Buffer {
	const at = content.indexOf('http://ns.adobe.com/xap/1.0/\0') - 4;
	const size = content.readUInt16BE(at + 2) + 2;
	return Buffer.concat([content.subarray(0, at), content.subarray(at + size)]);
}
