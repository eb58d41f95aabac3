import { RDF } from './facts';
import { tagsOf, type Tag } from './xml';

/** A property as it stands in a packet; places count UTF-16 units. */
interface Found {
	namespace: string;
	name: string;
	start: number;
	end: number;
	/** Where another entry of its list would be put. */
	entriesEnd?: number;
}

/** What has to be known of a packet to extend it. */
interface PacketRead {
	/** Where another description would be put. */
	end: number;
	/** What the packet is about, as XML. */
	about: string;
	properties: Found[];
}

type Scope = Readonly<Record<string, string>>;
interface Open {
	name: string;
	scope: Scope;
}

/** How deep elements are in `rdf:RDF`. */
const DESCRIPTION = 1;
const PROPERTY = 2;
const LIST = 3;

/** Reads a packet; undefined when it has no RDF that can be read. */
export function readPacket(text: string): PacketRead | undefined {
	const open: Open[] = [];
	const read: PacketRead = { end: 0, about: '', properties: [] };
	/** How many elements are around the RDF, once it was found. */
	let outer: number | undefined;
	let property: Found | undefined;
	for (const tag of tagsOf(text)) {
		const isClose = tag.kind === 'close';
		const scope = isClose ? open.at(-1)?.scope : scopeOf(tag, open.at(-1)?.scope);
		if (!scope || (isClose && open.pop()?.name !== tag.name)) return undefined;
		const depth = outer === undefined ? undefined : open.length - outer;
		const [namespace, name] = resolved(tag.name, scope);
		if (depth === undefined) {
			if (namespace === RDF && name === 'RDF' && tag.kind === 'open') outer = open.length;
		} else if (depth === DESCRIPTION && !isClose) {
			for (const { start, end, value, ...attribute } of tag.attributes) {
				const [ns, named] = resolved(attribute.name, scope);
				if (ns === RDF && named === 'about') read.about = value.replaceAll('"', '&quot;');
				else read.properties.push({ namespace: ns, name: named, start, end });
			}
		} else if (depth === PROPERTY) {
			if (!isClose) read.properties.push((property = { namespace, name, start: tag.start, end: tag.end }));
			if (property) property.end = tag.end;
		} else if (depth === LIST && isClose && property && namespace === RDF && /^(?:Bag|Seq)$/.test(name)) {
			property.entriesEnd = tag.start;
		} else if (depth === 0 && isClose) {
			return { ...read, end: tag.start };
		}
		if (tag.kind === 'open') open.push({ name: tag.name, scope });
	}
	return undefined;
}

/** The namespaces that hold in an element, by their prefixes. */
function scopeOf({ attributes }: Tag, outer: Scope = {}): Scope {
	const declared = attributes.flatMap(({ name, value }) => {
		const [, prefix] = /^xmlns(?::(.+))?$/.exec(name) ?? [];
		return name.startsWith('xmlns') ? [[prefix ?? '', value] as const] : [];
	});
	return declared.length === 0 ? outer : { ...outer, ...Object.fromEntries(declared) };
}

function resolved(name: string, scope: Scope): [namespace: string, name: string] {
	const [prefix = '', local] = name.split(':');
	return local === undefined ? [scope[''] ?? '', prefix] : [scope[prefix] ?? '', local];
}
