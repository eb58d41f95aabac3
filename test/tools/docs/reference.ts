import type { INodeProperties, INodeType } from 'n8n-workflow';
import { settingsOf } from '../../../nodes/shared/operation/settings';
import { fieldsIn, type Parameters } from '../../../nodes/shared/operation/parameters/builders';
import type { Operation, Resource } from '../../../nodes/shared/operation/types';
import { isObject } from '../../../nodes/shared/service/values';
import { anchorOf } from '../../docs/pages';

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
	const earlier: Section[] = [];
	const operations = resources.flatMap((resource) =>
		resource.operations.map((operation) => operationSection(resource, operation, earlier)),
	);
	return [...parts, ...operations].join('\n\n');
}

/** What an operation is called on the page, and its rows by their lines. */
interface Section {
	name: string;
	heading: string;
	rows: ReadonlyMap<string, Row>;
}

/** As many rows as these are not repeated: the section that has them is named. */
const SHARED = 3;

/** Writes the section of an operation, and adds it to the earlier ones of its node. */
function operationSection(resource: Resource, operation: Operation, earlier: Section[]): string {
	const heading = `${resource.name}: ${operation.name} (\`${resource.value}\`, \`${operation.value}\`)`;
	const rows = rowsByLine(fieldsWith(operation));
	const sharedWith = ({ rows: others }: Section) => [...rows].filter(([line]) => others.has(line));
	const [like] = [...earlier].sort((one, other) => sharedWith(other).length - sharedWith(one).length);
	const shared = new Map(like === undefined ? [] : sharedWith(like));
	earlier.push({ name: operation.name, heading, rows });
	const isLike = like !== undefined && shared.size >= SHARED;
	const own = [...rows.keys()].filter((line) => !isLike || !shared.has(line));
	const labels = new Set([...shared.values()].map(({ label }) => label));
	return [
		`### ${heading}`,
		sentence(operation.description),
		...(own.length > 0 ? [tableOf(own)] : []),
		...(isLike ? [`As in [${like.name}](#${anchorOf(like.heading)}): ${[...labels].join(', ')}.`] : []),
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

const table = (fields: readonly INodeProperties[]) => tableOf([...rowsByLine(fields).keys()]);

const tableOf = (lines: readonly string[]) =>
	['| Field | Parameter | Default | |', '|---|---|---|---|', ...lines].join('\n');

/** The rows of fields by their lines in a table. */
function rowsByLine(fields: readonly INodeProperties[]): Map<string, Row> {
	const rows = new Map<string, Row>();
	for (const field of fields) {
		for (const row of rowsOf(field, '')) {
			const before = rows.get(row.parameter);
			// One parameter with two defaults, for two situations.
			if (before === undefined) rows.set(row.parameter, row);
			else if (before.default === '' && row.default !== '')
				before.default = `${row.default}${situationOf(field, fields)}`;
			else if (before.default !== row.default && row.default !== '')
				before.default = `${before.default} or ${row.default}`;
		}
	}
	return new Map(
		[...rows.values()].map((row) => [
			`| ${row.label} | \`${row.parameter}\` | ${row.default} | ${row.text} |`,
			row,
		]),
	);
}

/** The choice of another field with which a field is shown, in words. */
function situationOf({ displayOptions }: INodeProperties, fields: readonly INodeProperties[]): string {
	const names = Object.entries(displayOptions?.show ?? {}).flatMap(([name, values = []]) => {
		const { options = [] } = fields.find((field) => field.name === name) ?? {};
		return options.flatMap((option) =>
			'value' in option && values.some((value) => value === option.value) ? option.name : [],
		);
	});
	return names.length > 0 ? ` with ${names.join(', ')}` : '';
}

function rowsOf(field: INodeProperties, parent: string): Row[] {
	if (field.type === 'notice' || field.type === 'hidden') return [];
	const parameter = parent === '' ? field.name : `${parent}.${field.name}`;
	const row = { label: field.displayName, parameter, default: defaultOf(field), text: explanation(field) };
	const inner = (field.options ?? []).flatMap((option) => {
		if ('values' in option)
			return option.values.flatMap((value) =>
				rowsOf(value, `${parameter}.${option.name}`).map((each) => ({
					...each,
					default: withFirst(each.default, firstOf(field, option.name, value)),
				})),
			);
		if ('type' in option && field.type === 'collection') return rowsOf(option, parameter);
		return [];
	});
	// A list of fields that says nothing itself is its fields.
	return row.text === '' && inner.length > 0 ? inner : [row, ...inner];
}

/** What a list begins with has values of its own. */
function firstOf({ default: given }: INodeProperties, group: string, value: INodeProperties): string {
	const whole: unknown = given;
	const entries = isObject(whole) ? whole[group] : undefined;
	const [entry]: unknown[] = Array.isArray(entries) ? entries : [];
	const first = isObject(entry) ? entry[value.name] : undefined;
	return typeof first === 'number' || typeof first === 'string' ? `\`${first}\`` : '';
}

const withFirst = (usual: string, first: string) =>
	first === '' || first === usual ? usual : `${first}, then ${usual}`;

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

function explanation({ description = '', hint = '', options = [], type }: INodeProperties): string {
	const choices =
		type === 'options' || type === 'multiOptions'
			? options.flatMap((option) => ('value' in option ? option.name : []))
			: [];
	const text = [description, hint]
		.filter((part) => part !== '')
		.map((part) => part.replace(/\.$/, ''))
		.join('. ')
		.replace(/\s+/g, ' ')
		.replaceAll('|', '\\|')
		.replace(/<[^>]+>/g, '');
	const list = choices.length > 0 && choices.length <= 12 ? `One of: ${choices.join(' · ')}` : '';
	return [text, list].filter((part) => part !== '').join('. ');
}
