import { propertiesOf, RDF, type Facts, type Property } from './facts';

export const PACKET_END = '<?xpacket end=';

/** A whole XMP packet of a label, of an even size, with so many bytes of white space as room for later changes. */
export function packetOf(facts: Facts, room: number): Buffer {
	const packet = Buffer.from(
		[
			'<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>',
			`<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="${RDF}">`,
			descriptionOf(propertiesOf(facts)),
			'</rdf:RDF></x:xmpmeta>',
			`${' '.repeat(room)}${PACKET_END}"w"?>`,
		].join('\n'),
	);
	return padded(packet, packet.length + (packet.length & 1));
}

/** The part of a packet that holds properties. @param about of the packet's other parts, as XML: all have the same */
export function descriptionOf(properties: readonly Property[], about = ''): string {
	const elements = properties.map(({ prefix, name, namespace, list, xml }) => {
		const value = list ? `<rdf:${list}>${xml}</rdf:${list}>` : xml;
		return `<${prefix}:${name} xmlns:${prefix}="${namespace}">${value}</${prefix}:${name}>`;
	});
	return [
		`<rdf:Description xmlns:rdf="${RDF}" rdf:about="${about}">`,
		...elements,
		'</rdf:Description>',
	].join('\n');
}

/** A packet of so many bytes: with white space before its end, where XMP has it. */
export function padded(packet: Buffer, bytes: number): Buffer {
	const end = packet.lastIndexOf(PACKET_END);
	const at = end < 0 ? packet.length : end;
	const room = Buffer.alloc(bytes - packet.length, ' ');
	return Buffer.concat([packet.subarray(0, at), room, packet.subarray(at)]);
}
