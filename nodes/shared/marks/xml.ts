/** A tag of an XML text; its place counts UTF-16 units. */
export interface Tag {
	kind: 'open' | 'close' | 'empty';
	name: string;
	attributes: Attribute[];
	start: number;
	end: number;
}

/** Its place begins with the white space before it; its value is as it stands in the text. */
interface Attribute {
	name: string;
	value: string;
	start: number;
	end: number;
}

const NAME = /[^\s<>/=&"'?!]+/.source;
const ATTRIBUTE = `\\s+${NAME}\\s*=\\s*(?:"[^"<]*"|'[^'<]*')`;
const TOKEN = new RegExp(
	[
		'<!--[^]*?-->|<\\?[^]*?\\?>|<!\\[CDATA\\[[^]*?\\]\\]>|[^<]+',
		`<(?<opened>${NAME})(?<attributes>(?:${ATTRIBUTE})*)\\s*(?<empty>/?)>`,
		`</(?<closed>${NAME})\\s*>`,
	].join('|'),
	'y',
);

/** The tags of an XML text, in their order, up to the first thing that is no XML, or that defines entities. */
export function* tagsOf(text: string): Generator<Tag, void> {
	for (let start = 0; start < text.length;) {
		TOKEN.lastIndex = start;
		const match = TOKEN.exec(text);
		if (!match) return;
		const end = start + match[0].length;
		const { opened, closed, attributes = '', empty } = match.groups ?? {};
		if (closed !== undefined) yield { kind: 'close', name: closed, attributes: [], start, end };
		if (opened !== undefined) {
			const from = start + 1 + opened.length;
			yield {
				kind: empty ? 'empty' : 'open',
				name: opened,
				attributes: attributesOf(attributes, from),
				start,
				end,
			};
		}
		start = end;
	}
}

function attributesOf(text: string, from: number): Attribute[] {
	return [...text.matchAll(new RegExp(ATTRIBUTE, 'g'))].map(({ 0: whole, index }) => {
		const [name = ''] = whole.split('=', 1);
		const value = whole.slice(name.length + 1).trim();
		const start = from + index;
		return { name: name.trim(), value: value.slice(1, -1), start, end: start + whole.length };
	});
}
