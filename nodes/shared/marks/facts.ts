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
export interface Property {
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

export const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const IPTC = { prefix: 'Iptc4xmpExt', namespace: 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/' };
const XMP = { prefix: 'xmp', namespace: 'http://ns.adobe.com/xap/1.0/' };
const MEDIA = { prefix: 'xmpMM', namespace: 'http://ns.adobe.com/xap/1.0/mm/' };
const PLUS = { prefix: 'plus', namespace: 'http://ns.useplus.org/ldf/xmp/1.0/' };
const EVENT = 'http://ns.adobe.com/xap/1.0/sType/ResourceEvent#';

/** A label as properties of XMP: IPTC's for what it is, PLUS's for the consent, XMP's own for tool and date. */
export function propertiesOf({ source, tool, date, consentReference }: Facts): Property[] {
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
