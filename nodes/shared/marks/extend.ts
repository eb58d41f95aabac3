import { propertiesOf, type Facts, type Property } from './facts';
import { descriptionOf, PACKET_END } from './packet';
import { readPacket } from './readPacket';

/**
 * An existing XMP packet with a label. All else that it says stays, to the letter; its padding is left out.
 * @param existing in UTF-8, as XMP is in all files but those of old text formats
 * @returns undefined when it can't be read
 */
export function withLabel(existing: Uint8Array, facts: Facts): Buffer | undefined {
	const text = decoded(existing);
	const read = text === undefined ? undefined : readPacket(text);
	if (text === undefined || read === undefined) return undefined;
	const edits: Edit[] = [];
	const added: Property[] = [];
	for (const property of propertiesOf(facts)) {
		const { namespace, name, list, yields, xml } = property;
		const found = read.properties.filter((each) => each.namespace === namespace && each.name === name);
		const entriesEnd = list && found.find((each) => each.entriesEnd !== undefined)?.entriesEnd;
		if (entriesEnd !== undefined) edits.push({ start: entriesEnd, end: entriesEnd, text: xml });
		else if (!yields || found.length === 0) {
			edits.push(...found.map(({ start, end }) => ({ start, end, text: '' })));
			added.push(property);
		}
	}
	edits.push({ start: read.end, end: read.end, text: `${descriptionOf(added, read.about)}\n` });
	return Buffer.from(unpadded(edited(text, edits)));
}

function unpadded(packet: string): string {
	const end = packet.lastIndexOf(PACKET_END);
	return end < 0 ? packet.trimEnd() : `${packet.slice(0, end).trimEnd()}\n${packet.slice(end)}`;
}

interface Edit {
	start: number;
	end: number;
	text: string;
}

function edited(text: string, edits: readonly Edit[]): string {
	let at = 0;
	const parts: string[] = [];
	for (const { start, end, text: put } of [...edits].sort((a, b) => a.start - b.start)) {
		parts.push(text.slice(at, start), put);
		at = end;
	}
	return [...parts, text.slice(at)].join('');
}

function decoded(bytes: Uint8Array): string | undefined {
	try {
		return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		return undefined;
	}
}
