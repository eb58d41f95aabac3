/** What a label says. */
export interface Facts {
	/** As IPTC's NewsCodes name it. */
	source: 'trainedAlgorithmicMedia' | 'compositeWithTrainedAlgorithmicMedia';
	/** The program that brought the file here. */
	tool: string;
	/** When the label is written: ISO 8601. */
	date: string;
	/** The person's own text: the number of a consent, or of a contract. */
	consentReference?: string;
}

/** A property of XMP. Its XML stands alone: it declares the prefixes that it uses. */
interface Property {
	namespace: string;
	prefix: string;
	name: string;
	/** The value; of a list, one entry. */
	xml: string;
	/** A list keeps the entries that it has. */
	list?: 'Bag' | 'Seq';
	/** Whether the value of another program stays instead. */
	yields?: boolean;
}

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const IPTC = { prefix: 'Iptc4xmpExt', namespace: 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/' };
const XMP = { prefix: 'xmp', namespace: 'http://ns.adobe.com/xap/1.0/' };
const MEDIA = { prefix: 'xmpMM', namespace: 'http://ns.adobe.com/xap/1.0/mm/' };
const PLUS = { prefix: 'plus', namespace: 'http://ns.useplus.org/ldf/xmp/1.0/' };
const EVENT = 'http://ns.adobe.com/xap/1.0/sType/ResourceEvent#';
const RDF_END = '</rdf:RDF>';
const PACKET_END = '<?xpacket end=';

/** The label of one file: the XMP packets that say it, and whether one of them was put out. */
export class Label {
	isWritten = false;
	/** A packet for a file without one. */
	readonly fresh: Buffer;

	constructor(private readonly facts: Facts) {
		this.fresh = freshPacket(facts);
	}

	/** What is put out with a packet in it. */
	written(bytes: Buffer): Buffer {
		this.isWritten = true;
		return bytes;
	}

	/**
	 * An existing packet with the label. All else that it says stays, to the letter; its padding is left out.
	 * @returns undefined where it is not as programs write it, or no XMP at all: it stays, and a fresh one goes beside it
	 */
	extended(existing: Buffer): Buffer | undefined {
		return withLabel(existing.toString(), propertiesOf(this.facts));
	}
}

function freshPacket(facts: Facts): Buffer {
	return Buffer.from(
		[
			'<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>',
			`<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="${RDF}">`,
			descriptionOf(propertiesOf(facts), '""'),
			`${RDF_END}</x:xmpmeta>`,
			`${PACKET_END}"w"?>`,
		].join('\n'),
	);
}

/** Comments and the like, a namespace without a prefix, packets of other files, bytes that are no UTF-8. */
const UNUSUAL = /<!|\sxmlns\s*=|:Pantry\b|\uFFFD/;

function withLabel(existing: string, properties: readonly Property[]): Buffer | undefined {
	let text = existing;
	if (UNUSUAL.test(text) || !text.includes(RDF_END)) return undefined;
	const added: Property[] = [];
	for (const property of properties) {
		const { namespace, list, yields, xml } = property;
		const declared = text.matchAll(new RegExp(`xmlns:([\\w.-]+)\\s*=\\s*["']${namespace}["']`, 'g'));
		const [prefix = property.prefix, another] = new Set([...declared].map(([, each = '']) => each));
		const name = `${prefix}:${property.name}`;
		const mentions = text.split(name).length - 1;
		// It stands there once, in an attribute or an element: else nobody knows which one counts.
		if (another !== undefined || mentions > 2) return undefined;
		if (mentions === 0) added.push({ ...property, prefix });
		else if (!yields) {
			const place = placeOf(name, list).exec(text);
			if (!place) return undefined;
			text = text.slice(0, place.index) + xml + text.slice(place.index + place[0].length);
		}
	}
	const [about = '""'] = /(?<=rdf:about\s*=\s*)(?:"[^"]*"|'[^']*')/.exec(text) ?? [];
	const end = text.lastIndexOf(RDF_END);
	const rest = text.slice(end).split(PACKET_END);
	const unpadded = rest.map((part) => part.trimEnd()).join(`\n${PACKET_END}`);
	return Buffer.from(`${text.slice(0, end)}${descriptionOf(added, about)}\n${unpadded}`);
}

/** Where a property takes a value: at the end of its list; else in an attribute, or in an element. */
function placeOf(name: string, list?: string): RegExp {
	if (list) return new RegExp(`(?=</rdf:${list}>\\s*</${name}>)`);
	return new RegExp(
		[
			`(?<=[\\s<]${name}(?:\\s+rdf:resource)?\\s*=\\s*["'])[^"'<]*(?=["'][^<>]*>)`,
			`(?<=<${name}(?:\\s[^<>]*)?(?<!/)>)[^<]*(?=</${name}>)`,
		].join('|'),
	);
}

/** The part of a packet that holds properties. @param about of the packet's other parts, quoted: all have the same */
function descriptionOf(properties: readonly Property[], about: string): string {
	const elements = properties.map(({ prefix, name, namespace, list, xml }) => {
		const value = list ? `<rdf:${list}>${xml}</rdf:${list}>` : xml;
		return `<${prefix}:${name} xmlns:${prefix}="${namespace}">${value}</${prefix}:${name}>`;
	});
	return [`<rdf:Description xmlns:rdf="${RDF}" rdf:about=${about}>`, ...elements, '</rdf:Description>'].join(
		'\n',
	);
}

/** A packet of so many bytes: with white space before its end, where XMP has it. */
export function padded(packet: Buffer, bytes: number): Buffer {
	const end = packet.lastIndexOf(PACKET_END);
	const at = end < 0 ? packet.length : end;
	const room = Buffer.alloc(bytes - packet.length, ' ');
	return Buffer.concat([packet.subarray(0, at), room, packet.subarray(at)]);
}

/** A label as properties of XMP: IPTC's for what it is, PLUS's for the consent, XMP's own for tool and date. */
function propertiesOf({ source, tool, date, consentReference }: Facts): Property[] {
	const event = Object.entries({ action: 'saved', changed: '/metadata', softwareAgent: tool, when: date })
		.map(([name, value]) => `<stEvt:${name}>${escaped(value)}</stEvt:${name}>`)
		.join('');
	const entry = ` xmlns:stEvt="${EVENT}" rdf:parseType="Resource"`;
	return [
		{ ...IPTC, name: 'DigitalSourceType', xml: `http://cv.iptc.org/newscodes/digitalsourcetype/${source}` },
		{ ...XMP, name: 'CreatorTool', xml: escaped(tool), yields: true },
		{ ...XMP, name: 'MetadataDate', xml: escaped(date) },
		...(consentReference === undefined
			? []
			: [{ ...PLUS, name: 'ModelReleaseID', list: 'Bag' as const, xml: entryOf(escaped(consentReference)) }]),
		{ ...MEDIA, name: 'History', list: 'Seq', xml: entryOf(event, entry) },
	];
}

function entryOf(xml: string, attributes = ''): string {
	return `<rdf:li xmlns:rdf="${RDF}"${attributes}>${xml}</rdf:li>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text for XML, without the characters that XML can't have. */
function escaped(text: string): string {
	return text
		.replace(/[^\t\n\r\P{Cc}]|[\p{Cs}\uFFFE\uFFFF]/gu, '')
		.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
}
