import type { INodeProperties, INodeType } from 'n8n-workflow';
import { settingsOf } from '../../../nodes/shared/operation/settings';
import { fieldsIn, type Parameters } from '../../../nodes/shared/operation/parameters/builders';
import type { Operation, Resource } from '../../../nodes/shared/operation/types';

/** A node as the reference shows it: with resources and operations, or with parameters alone. */
export interface Documented {
	node: INodeType;
	resources?: readonly Resource[];
}

/**
 * The reference of the nodes as Markdown, made from what the nodes show on the screen. Parameters that all operations
 * of a type share are listed once.
 */
export function reference(
	nodes: readonly Documented[],
	examples: { create: Operation; read: Operation; session: Operation },
): string {
	return [
		'## What every operation that makes something has',
		table(fieldsWith(settingsOf(examples.create))),
		`Download Result is on where pictures are made, else off. Wait Using, Store After, Submissions at a Time and Jobs in Progress at a Time hold for a whole run: items that differ in them are refused. Of Minimum Credit the largest counts, of At Most (Jobs) the smallest. Operations that read a job (Get, Get Many of results) have ${labelsOf(examples.read)}; Wait for Completion is off there. Create of a live avatar session has only ${labelsOf(examples.session)}.`,
		...nodes.map(nodeSection),
	].join('\n\n');
}

function nodeSection({ node, resources }: Documented): string {
	const { displayName, name, description, properties } = node.description;
	const parts = [`## ${displayName} (\`${name}\`)`, sentence(description)];
	if (!resources) return [...parts, table(properties)].join('\n\n');
	const operations = resources.flatMap((resource) =>
		resource.operations.map((operation) => operationSection(resource, operation)),
	);
	return [...parts, ...operations].join('\n\n');
}

function operationSection(resource: Resource, operation: Operation): string {
	const own = fieldsWith(operation);
	return [
		`### ${resource.name}: ${operation.name} (\`${resource.value}\`, \`${operation.value}\`)`,
		sentence(operation.description),
		...(own.length > 0 ? [table(own)] : []),
	].join('\n\n');
}

/** What an operation has beside its own fields, as the screen names it. */
function labelsOf(operation: Operation): string {
	return fieldsWith(settingsOf(operation))
		.map(({ displayName }) => displayName)
		.join(', ');
}

/** Parameters with the options behind them. */
function fieldsWith({
	parameters,
	waitOptions = {},
	options,
}: {
	parameters: Parameters;
	waitOptions?: Parameters;
	options: Parameters;
}): INodeProperties[] {
	return [
		...fieldsIn(parameters),
		...fieldsIn(waitOptions).map((field) => under('Waiting', 'waitOptions', field)),
		...fieldsIn(options).map((field) => under('Options', 'options', field)),
	];
}

/** Descriptions of one sentence end without a period, as n8n's rules have it. */
const sentence = (text: string) => (text.endsWith('.') ? text : `${text}.`);

function under(list: string, name: string, field: INodeProperties): INodeProperties {
	return { ...field, displayName: `${list} › ${field.displayName}`, name: `${name}.${field.name}` };
}

interface Row {
	label: string;
	parameter: string;
	default: string;
	text: string;
}

function table(fields: readonly INodeProperties[]): string {
	const rows = new Map<string, Row>();
	for (const row of fields.flatMap((field) => rowsOf(field, ''))) {
		const before = rows.get(row.parameter);
		// One parameter with two defaults, for two situations.
		if (!before) rows.set(row.parameter, row);
		else
			before.default = [...new Set([before.default, row.default])].filter((text) => text !== '').join(' or ');
	}
	const lines = [...rows.values()].map(
		({ label, parameter, default: value, text }) => `| ${label} | \`${parameter}\` | ${value} | ${text} |`,
	);
	return ['| Field | Parameter | Default | |', '|---|---|---|---|', ...lines].join('\n');
}

function rowsOf(field: INodeProperties, parent: string): Row[] {
	if (field.type === 'notice' || field.type === 'hidden') return [];
	const parameter = parent === '' ? field.name : `${parent}.${field.name}`;
	const row = { label: field.displayName, parameter, default: defaultOf(field), text: explanation(field) };
	const inner = (field.options ?? []).flatMap((option) => {
		if ('values' in option)
			return option.values.flatMap((value) => rowsOf(value, `${parameter}.${option.name}`));
		if ('type' in option && field.type === 'collection') return rowsOf(option, parameter);
		return [];
	});
	return [row, ...inner];
}

function defaultOf({ default: value, type, options }: INodeProperties): string {
	if (type === 'fixedCollection' || type === 'collection') return '';
	const plain = typeof value === 'object' && value !== null && 'value' in value ? value.value : value;
	if (plain === '' || plain === undefined || plain === null) return '';
	const chosen = options?.find((option) => 'value' in option && option.value === plain);
	if (chosen) return chosen.name;
	if (typeof plain === 'boolean') return plain ? 'on' : 'off';
	// A table's row is one line.
	if (typeof plain === 'string' && plain.includes('\n')) return 'an example';
	return `\`${typeof plain === 'string' ? plain : JSON.stringify(plain)}\``.replaceAll('|', '\\|');
}

function explanation({ description = '', options = [], type }: INodeProperties): string {
	const choices =
		type === 'options' || type === 'multiOptions'
			? options.flatMap((option) => ('value' in option ? option.name : []))
			: [];
	const text = description
		.replace(/\s+/g, ' ')
		.replaceAll('|', '\\|')
		.replace(/<[^>]+>/g, '');
	const list = choices.length > 0 && choices.length <= 12 ? `One of: ${choices.join(' · ')}` : '';
	return [text.replace(/\.$/, ''), list].filter((part) => part !== '').join('. ');
}
