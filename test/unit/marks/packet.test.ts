import { FACTS } from '../../support/marking';
import { Label } from '../../../nodes/shared/marks/packet';

const RDF = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"';
const IPTC = 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/';
const TYPES = 'http://cv.iptc.org/newscodes/digitalsourcetype';
const packet = (description: string) => Buffer.from(`<rdf:RDF ${RDF}>${description}</rdf:RDF>`);
const extended = (description: string, facts = FACTS) =>
	String(new Label(facts).extended(packet(description)));

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
		expect(text.match(/digitalsourcetype\//g)).toHaveLength(1);
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
	const text = String(new Label(FACTS).extended(padded));
	expect(text.length).toBeLessThan(5_000);
	expect(text).toMatch(/<\/rdf:RDF>\n<\?xpacket end="w"\?>$/);
});

test.each([
	['no XMP', ''],
	['no XML', 'no XML'],
	['cut off', '<rdf:RDF'],
	['without RDF', '<a><b></a></b>'],
	['with entities', `<!DOCTYPE x [<!ENTITY a "b">]><rdf:RDF ${RDF}></rdf:RDF>`],
	['with comments', '<!--'.repeat(50_000)],
	['in another coding', Buffer.from(`<rdf:RDF ${RDF}>\xe4</rdf:RDF>`, 'latin1')],
	['with a namespace without a prefix', packet(`<Description xmlns="${IPTC}"/>`)],
	['with two prefixes for a namespace', packet(`<a xmlns:a="${IPTC}"/><b xmlns:b="${IPTC}"/>`)],
	[
		'with packets of other files',
		packet(`<m:Pantry><e:DigitalSourceType xmlns:e="${IPTC}">x</e:DigitalSourceType></m:Pantry>`),
	],
	[
		'with a value in parts',
		packet(`<e:DigitalSourceType xmlns:e="${IPTC}"><rdf:Alt/></e:DigitalSourceType>`),
	],
	['with an empty list', packet('<m:History xmlns:m="http://ns.adobe.com/xap/1.0/mm/"/>')],
	['with a value twice', packet(`<a xmlns:e="${IPTC}" e:DigitalSourceType="x"/>`.repeat(3))],
])('a packet that is not as programs write it is not changed: one %s', (_, existing) => {
	expect(new Label(FACTS).extended(Buffer.from(existing))).toBeUndefined();
});

test('text that looks like a property stays', () => {
	const text = extended(
		`<rdf:Description xmlns:e="${IPTC}"><t> e:DigitalSourceType="said"</t><b e:DigitalSourceType="x"/></rdf:Description>`,
	);
	expect(text).toContain('e:DigitalSourceType="said"</t>');
	expect(text).not.toContain('="x"');
});

test('a consent is text, whatever is in it', () => {
	const text = String(new Label({ ...FACTS, consentReference: '<a & "b">\0\u{1F600}\uD800' }).fresh);
	expect(text).toContain(
		'<rdf:li xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">&lt;a &amp; &quot;b&quot;&gt;\u{1F600}</rdf:li>',
	);
});

test('a packet and a label fit where both packets do, as files tell their size first', () => {
	const old = packet(
		'<rdf:Description rdf:about="uuid:00000000-0000-0000-0000-000000000000" dc:title="kept"/>',
	);
	const grown = new Label(FACTS).extended(old)!;
	expect(grown.length).toBeLessThanOrEqual(old.length + new Label(FACTS).fresh.length);
	expect(String(grown)).toMatch(/kept[^]*trainedAlgorithmicMedia/);
});
