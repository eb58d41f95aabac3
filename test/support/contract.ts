import type {
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeTypeDescription,
} from 'n8n-workflow';

type Option = INodeProperties | INodePropertyOptions | INodePropertyCollection;

/** What workflows in the field rely on, as one sentence each, with the operations that it holds for (`*`: for all). */
export type Contract = Record<string, string[]>;

/**
 * The facts of a node: names and defaults, as n8n keeps only what differs from a default, what has to be filled in, what a
 * field takes, and when it is offered. What is changed is another fact, and the old one is gone.
 */
export function contractOf({
	name,
	displayName,
	version,
	credentials,
	webhooks,
	properties,
}: INodeTypeDescription): Contract {
	const contract: Contract = {};
	const note = (fact: string, place: string) => {
		const places = (contract[fact] ??= []);
		if (places.includes(place)) throw new Error(`${name}: it says twice, for ${place}: ${fact}`);
		places.push(place);
	};
	// Their addresses are out in the world: those of waits, and those that people gave to the service.
	note(`node ${written({ name, displayName, version, credentials, webhooks })}`, '*');

	const noteAll = (inner: readonly INodeProperties[], path: string, place: string) => {
		for (const property of inner) {
			noteParameter(property, path, path === '' ? placeOf(property) : place);
		}
	};
	const noteParameter = (property: INodeProperties, path: string, place: string) => {
		const { type, typeOptions, default: value, required, noDataExpression, options = [], modes } = property;
		const field = `${path}${property.name}${conditionOf(property)}`;
		const more = { typeOptions, required, noDataExpression };
		note(`${field}: ${type} ${written(value)}${written(more) === '{}' ? '' : ` ${written(more)}`}`, place);
		for (const mode of modes ?? [])
			note(`${field} by ${mode.name} ${written(mode.typeOptions ?? {})}`, place);
		for (const option of options as Option[]) {
			if ('values' in option) noteAll(option.values, `${field}.${option.name}.`, place);
			else if ('type' in option) noteAll([option], `${field}.`, place);
			else note(`${field} takes ${written(option.value)}`, place);
		}
	};
	noteAll(properties, '', '*');
	return contract;
}

function placeOf({ displayOptions }: INodeProperties): string {
	const { resource, operation } = displayOptions?.show ?? {};
	return [resource, operation].filter(Boolean).map(String).join('.') || '*';
}

/** When it is shown, but for the operations. */
function conditionOf({ name, displayOptions = {} }: INodeProperties): string {
	const { show = {}, hide = {}, ...others } = displayOptions;
	const isCondition = ([field]: [string, unknown]) => !['resource', 'operation', name].includes(field);
	const when = Object.fromEntries(Object.entries(show).filter(isCondition));
	const isSaid = (conditions: object) => Object.keys(conditions).length > 0;
	const all = { ...(isSaid(when) && { show: when }), ...(isSaid(hide) && { hide }), ...others };
	return isSaid(all) ? ` if ${written(all)}` : '';
}

/** As JSON with its names in order, so that the order in a source is nothing. */
function written(value: unknown): string {
	return JSON.stringify(value, (_key, part: unknown) =>
		typeof part === 'object' && part !== null && !Array.isArray(part)
			? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
			: part,
	);
}

/** A line for each fact, behind the operations that it holds for, under the name of its node. */
export function contractText(nodes: Record<string, Contract>): string {
	const lines = Object.entries(nodes).flatMap(([name, contract]) => [
		`# ${name}`,
		...Object.entries(contract).map(([fact, places]) => `${places.join(' ')} | ${fact}`),
	]);
	return `${lines.join('\n')}\n`;
}

/** What such a text says. */
export function readContract(text: string): Record<string, Contract> {
	const nodes: Record<string, Contract> = {};
	let contract: Contract = {};
	for (const line of text.split('\n').filter(Boolean)) {
		const [places = '', ...fact] = line.split(' | ');
		if (line.startsWith('# ')) contract = nodes[line.slice(2)] = {};
		else contract[fact.join(' | ')] = places.split(' ');
	}
	return nodes;
}
