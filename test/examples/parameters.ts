import {
	NodeHelpers,
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
	type INodePropertyOptions,
	type INodeTypeDescription,
	type NodeParameterValueType,
} from 'n8n-workflow';

/**
 * The parameters of a node in a workflow file that its type does not have, or does not show for this resource and
 * operation: misspelt ones, above all. Entries of collections are named by their path, as `options.timeout`.
 */
export function unknownParameters(node: INode, description: INodeTypeDescription): string[] {
	const { properties } = description;
	const all =
		NodeHelpers.getNodeParameters(properties, node.parameters, true, false, node, description) ??
		node.parameters;
	const shown = properties.filter((property) =>
		NodeHelpers.displayParameter({ ...all, ...node.parameters }, property, node, description),
	);
	return Object.entries(node.parameters).flatMap(([name, value]) => {
		const known = shown.filter((property) => property.name === name);
		return known.length === 0 ? [name] : misfitsOf(name, value, known);
	});
}

/** What of a value fits none of the properties that may hold it. */
function misfitsOf(path: string, value: NodeParameterValueType, properties: INodeProperties[]): string[] {
	const misfits = properties.map((property) => {
		if (property.type === 'options' && typeof value === 'string' && isFixedList(property)) {
			const isOne = value.startsWith('=') || choicesOf(property).includes(value);
			return isOne ? [] : [`${path}: ${value}`];
		}
		if (property.type === 'collection') return inCollection(path, value, entriesOf(property));
		if (property.type === 'fixedCollection') return inFixedCollection(path, value, property);
		if (property.type === 'resourceLocator') return inLocator(path, value, property);
		return [];
	});
	return misfits.find((each) => each.length === 0) ?? misfits[0] ?? [];
}

function inCollection(path: string, value: unknown, entries: INodeProperties[]): string[] {
	if (!isParameters(value)) return [];
	return Object.entries(value).flatMap(([name, inner]) => {
		const known = entries.filter((entry) => entry.name === name);
		return known.length === 0 ? [`${path}.${name}`] : misfitsOf(`${path}.${name}`, inner, known);
	});
}

function inFixedCollection(path: string, value: unknown, property: INodeProperties): string[] {
	if (!isParameters(value)) return [];
	return Object.entries(value).flatMap(([name, inner]) => {
		const group = groupsOf(property).find((each) => each.name === name);
		if (group === undefined) return [`${path}.${name}`];
		const list: unknown[] = Array.isArray(inner) ? inner : [inner];
		return list.flatMap((entry) => inCollection(`${path}.${name}`, entry, group.values));
	});
}

function inLocator(path: string, value: unknown, property: INodeProperties): string[] {
	if (!isParameters(value)) return [];
	const modes = property.modes?.map(({ name }) => name) ?? [];
	return modes.includes(String(value.mode)) ? [] : [`${path}: mode ${String(value.mode)}`];
}

const isParameters = (value: unknown): value is INodeParameters =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

type Entry = INodePropertyOptions | INodeProperties | INodePropertyCollection;
const isGroup = (entry: Entry): entry is INodePropertyCollection => 'values' in entry;
const isProperty = (entry: Entry): entry is INodeProperties => 'type' in entry;
const isChoice = (entry: Entry): entry is INodePropertyOptions => !isGroup(entry) && !isProperty(entry);

const optionsOf = ({ options = [] }: INodeProperties): Entry[] => options;
const groupsOf = (property: INodeProperties) => optionsOf(property).filter(isGroup);
const entriesOf = (property: INodeProperties) => optionsOf(property).filter(isProperty);
const choicesOf = (property: INodeProperties) =>
	optionsOf(property)
		.filter(isChoice)
		.map(({ value }) => String(value));
const isFixedList = ({ typeOptions }: INodeProperties) => typeOptions?.loadOptionsMethod === undefined;
