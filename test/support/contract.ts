import { NodeHelpers, type ICredentialType, type INodeType, type IVersionedNodeType } from 'n8n-workflow';

/** A node, a credential, a field, a group of fields, a way to give a value, or a choice. */
interface Part {
	name: string;
	value?: unknown;
	displayOptions?: { show?: Record<string, unknown>; hide?: Record<string, unknown> };
	/** The parts that n8n keeps, checks or calls, without the texts of the screen. */
	[kept: string]: unknown;
	properties?: Part[];
	options?: Part[];
	values?: Part[];
	modes?: Part[];
}
const KEPT = 'type default required noDataExpression typeOptions defaults version credentials webhooks';

/** A line for each part that workflows rely on, with its operation and its other conditions in its path. */
function factsOf(part: Part, path: string, version: number): string[] {
	const { show: { resource, operation, '@version': shown, ...when } = {}, hide } = part.displayOptions ?? {};
	if (shown !== undefined && !isOf(version, shown)) return [];
	const condition = JSON.stringify({ ...when, hide }).replace('{}', '');
	const place = [path, resource, operation, part.value ?? part.name].filter((name) => name !== undefined);
	const here = `${place.map(String).join('/')}${condition}`;
	const kept: Part = { ...part, ...(part.version !== undefined && { version }) };
	const { properties = [], options = [], values = [], modes = [] } = part;
	return [
		`${here} ${JSON.stringify(Object.fromEntries(KEPT.split(' ').map((key) => [key, kept[key]])))}`,
		...[properties, options, values, modes].flat().flatMap((each) => factsOf(each, here, version)),
	];
}

/** Whether a node of this version shows what `@version` limits to some versions. */
const isOf = (typeVersion: number, shown: unknown) =>
	NodeHelpers.displayParameter(
		{},
		{ name: '', value: '', displayOptions: { show: { '@version': [shown].flat() as [] } } },
		{ typeVersion },
		null,
	);

/** All that workflows rely on, line by line, for each version of each node. */
export function contractOf(types: ReadonlyArray<INodeType | IVersionedNodeType | ICredentialType>): string[] {
	const parts: Part[] = JSON.parse(
		JSON.stringify(types.map((type) => ('description' in type ? type.description : type))),
	);
	return parts.flatMap((part) => {
		const versions = [part.version ?? 1].flat().map(Number);
		return versions.flatMap((version) => factsOf(part, version > 1 ? `@${version}` : '', version));
	});
}
