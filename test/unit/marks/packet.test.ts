import { FACTS } from '../../support/marking';
import { withLabel } from '../../../nodes/shared/marks/extend';
import { Label } from '../../../nodes/shared/marks/label';
import { packetOf } from '../../../nodes/shared/marks/packet';

const RDF = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"';
const IPTC = 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/';
const TYPES = 'http://cv.iptc.org/newscodes/digitalsourcetype';
const packet = (description: string) => Buffer.from(`<rdf:RDF ${RDF}>${description}</rdf:RDF>`);
const extended = (description: string, facts = FACTS) => String(withLabel(packet(description), facts));

test.each([
	[
		'an attribute',
		`<rdf:Description xmlns:e="${IPTC}" e:DigitalSourceType="${TYPES}/digitalCapture" e:Other='x'/>`,
	],
	[
		'an element',
		`<rdf:Description><e:DigitalSourceType xmlns:e="${IPTC}">${TYPES}/digitalCapture</e:DigitalSourceType><e:Other xmlns:e="${IPTC}"/></rdf:Description>`,
	],
	[
		'an empty element',
		`<rdf:Description xmlns:e="${IPTC}"><e:DigitalSourceType rdf:resource="${TYPES}/digitalCapture"/><e:Other/></rdf:Description>`,
	],
])(
	'what the packet said of its source as %s is replaced, whatever its prefix, and all else stays',
	(_, description) => {
		const text = extended(description);
		expect(text).not.toContain('digitalCapture');
		expect(text.match(/DigitalSourceType/g)).toHaveLength(2);
		expect(text).toContain(`${TYPES}/trainedAlgorithmicMedia`);
		expect(text).toContain('e:Other');
	},
);

test('the new part is about the same as the others', () => {
	expect(extended('<rdf:Description rdf:about="uuid:12"/>')).toMatch(
		/<rdf:Description xmlns:rdf="[^"]+" rdf:about="uuid:12">/,
	);
});

test('the tool that made a file first stays, and the history tells of this one', () => {
	const text = extended(
		'<rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:CreatorTool="Camera"/>',
	);
	expect(text).toContain('CreatorTool="Camera"');
	expect(text.match(/CreatorTool/g)).toHaveLength(1);
	expect(text).toContain(`<stEvt:softwareAgent>${FACTS.tool}`);
});

test('entries of lists stay, each packet with its own', () => {
	const history =
		'<m:History xmlns:m="http://ns.adobe.com/xap/1.0/mm/"><rdf:Seq><rdf:li>first</rdf:li></rdf:Seq></m:History>';
	const text = extended(`<rdf:Description>${history}</rdf:Description>`);
	expect(text.match(/History/g)).toHaveLength(2);
	expect(text).toMatch(/first<\/rdf:li><rdf:li[^]*softwareAgent/);
});

test('padding goes, and the end of the packet stays', () => {
	const padded = Buffer.concat([
		packet('<rdf:Description/>'),
		Buffer.from(`${' '.repeat(9_999)}<?xpacket end="w"?>`),
	]);
	const text = String(withLabel(padded, FACTS));
	expect(text.length).toBeLessThan(5_000);
	expect(text).toMatch(/<\/rdf:RDF>\n<\?xpacket end="w"\?>$/);
});

test.each([
	'',
	'no XML',
	'<rdf:RDF',
	`<a><b></a></b>`,
	`<!DOCTYPE x [<!ENTITY a "b">]><rdf:RDF ${RDF}></rdf:RDF>`,
	'<!--'.repeat(50_000),
])('a packet that can not be read is replaced (%#)', (text) => {
	expect(withLabel(Buffer.from(text), FACTS)).toBeUndefined();
	expect(String(new Label(FACTS).extended(Buffer.from(text)))).toContain('trainedAlgorithmicMedia');
});

test('a consent is text, whatever is in it', () => {
	const text = String(packetOf({ ...FACTS, consentReference: '<a & "b">\0\u{1F600}\uD800' }, 0));
	expect(text).toContain(
		'<rdf:li xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">&lt;a &amp; &quot;b&quot;&gt;\u{1F600}</rdf:li>',
	);
});

test('a packet that is made to grow has the size that was told, and keeps what it said', () => {
	const label = new Label(FACTS);
	const old = packet(
		'<rdf:Description rdf:about="uuid:00000000-0000-0000-0000-000000000000" dc:title="kept"/>',
	);
	const grown = label.sized(old, old.length + label.bytes);
	expect(grown.length).toBe(old.length + label.bytes);
	expect(String(grown)).toMatch(/kept[^]*trainedAlgorithmicMedia/);
});
