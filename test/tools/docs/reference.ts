import type { INodeProperties } from 'n8n-workflow';
import { settingsOf, settingsOfCreates } from '../../../nodes/shared/operation/defineOperation';
import type { Operation, Resource } from '../../../nodes/shared/operation/defineOperation';
import type { Parameter, Parameters } from '../../../nodes/shared/operation/parameters/builders';
import { anchorOf } from '../../docs/pages';
import type { ListedNode } from '../../support/operations';
import { outputSection } from './outputFields';

/**
 * The reference of the nodes as Markdown, from their fields on the screen. Parameters that all operations of a type share are
 * listed once.
 */
export function reference(
	nodes: readonly ListedNode[],
	examples: { create: Operation; read: Operation; session: Operation },
): string {
	const custom = nodes.flatMap(({ resources = [] }) => resources.filter(isCustom)).at(0);
	return [
		'## Fields of every create',
		'You have these fields wherever you make a job. The columns show which of them you also have when you read a job (Get, Get Many of results), and when you open a live session. If a name begins with `waitOptions.`, `limits.` or `options.`, you find its field in the list Waiting, Limits or Options, where you add it. The default holds until you do. Default choices are bold.',
		tableOfKinds(examples),
		'You find Cancel on Stop and Minimum Credit only in Face Swap. Download Result is off for videos and audio, and for reads. Wait for Completion is off for reads. For a live session, it is called Wait Until It Streams.',
		`Give all items the same value of ${sharedByItems()}, or the node refuses the items that differ. If Maximum Jobs per Execution or Minimum Credit differ, the strictest value counts.`,
		...(custom ? customSection(custom) : []),
		outputSection(),
		...nodes.map(nodeSection),
	].join('\n\n');
}

function sharedByItems(): string {
	const all = Object.values(settingsOfCreates).filter(({ isOfRun }) => isOfRun);
	return new Intl.ListFormat('en-GB').format(all.map(({ label }) => label.replace(/ \(.*/, '')));
}

const isCustom = ({ value }: Resource) => value === 'custom';

/** All action nodes have it, so the reference shows it once. */
function customSection({ value, name, operations }: Resource): string[] {
	const [operation] = operations;
	if (!operation) return [];
	return [
		`## ${name} (\`${value}\`, \`${operation.value}\`)`,
		`Every node that makes jobs has it as its last resource. ${sentence(operation.description)}`,
		table(fieldsWith(operation)),
	];
}

function nodeSection({ type, resources }: ListedNode): string {
	const { displayName, name, description, properties } = type.description;
	const parts = [`## ${displayName} (\`${name}\`)`, sentence(description)];
	if (!resources) return [...parts, table(properties)].join('\n\n');
	const earlier: Section[] = [];
	const operations = resources
		.filter((resource) => !isCustom(resource))
		.flatMap((resource) =>
			resource.operations.map((operation) => operationSection(resource, operation, earlier)),
		);
	return [...parts, ...operations].join('\n\n');
}

interface Section {
	name: string;
	heading: string;
	rows: readonly Row[];
}

/** So many rows are not repeated. The page names the section that has them. */
const SHARED = 3;

const isSame = (one: Row) => (other: Row) => JSON.stringify(one) === JSON.stringify(other);

/** Writes the section of an operation, and adds it to the node's earlier sections. */
function operationSection(resource: Resource, operation: Operation, earlier: Section[]): string {
	const heading = `${resource.name}: ${operation.name} (\`${resource.value}\`, \`${operation.value}\`)`;
	const rows = rowsOfFields(fieldsWith(operation));
	const sharedWith = ({ rows: others }: Section) => rows.filter((row) => others.some(isSame(row)));
	const [like] = [...earlier].sort((one, other) => sharedWith(other).length - sharedWith(one).length);
	const shared = like === undefined ? [] : sharedWith(like);
	earlier.push({ name: operation.name, heading, rows });
	const isLike = like !== undefined && shared.length >= SHARED;
	const own = isLike ? rows.filter((row) => !shared.includes(row)) : rows;
	const labels = new Set(shared.map(({ label }) => label));
	return [
		`### ${heading}`,
		sentence(operation.description),
		...(own.length > 0 ? [tableOf(own)] : []),
		...(isLike
			? [
					`You also have these fields of [${like.name}](#${anchorOf(like.heading)}): ${[...labels].join(', ')}.`,
				]
			: []),
	].join('\n\n');
}

/** The settings of all kinds of jobs, and who has them. */
function tableOfKinds(kinds: Record<'create' | 'read' | 'session', Operation>): string {
	const columns = Object.values(kinds).map((kind) => fieldsWith(settingsOf(kind)));
	const rows = rowsOfFields(columns.flat());
	const names = columns.map((fields) => new Set(fields.map(({ name }) => name)));
	return tableOf(rows, ['Create', 'Read', 'Session'], ({ parameter }) =>
		names.map((column) => (column.has(parameter) ? '✓' : '')),
	);
}

/** Parameters with the options behind them. */
function fieldsWith({
	parameters = {},
	...lists
}: Partial<Record<'parameters' | 'waitOptions' | 'limits' | 'options', Parameters>>) {
	const { waitOptions = {}, limits = {}, options = {} } = lists;
	return [
		...Object.entries(parameters).flatMap(([name, { fields, schema }]) =>
			fields(name).map((field) => withRange(field, schema)),
		),
		...Object.entries({ waitOptions, limits, options }).flatMap(([list, entries]) =>
			entriesOf(list, entries),
		),
	];
}

/** The entries of a list, with the defaults that apply until you add an entry. */
function entriesOf(list: string, parameters: Parameters): INodeProperties[] {
	return Object.entries(parameters).flatMap(([name, { fields, schema }]) => {
		const absent: unknown = schema.safeParse(undefined).data;
		const usual = isPlain(absent) ? absent : '';
		return fields(name).map((field) =>
			withRange({ ...field, default: usual, name: `${list}.${name}` }, schema),
		);
	});
}

const isPlain = (value: unknown): value is string | number | boolean =>
	['string', 'number', 'boolean'].includes(typeof value);

/** By n8n's rules, a description of one sentence ends without a period. */
const sentence = (text: string) => (text.endsWith('.') ? text : `${text}.`);

/** The schema knows whether a limit itself is allowed. */
function withRange(field: INodeProperties, schema: Parameter['schema']): INodeProperties {
	const { minValue } = field.typeOptions ?? {};
	const isAbove = minValue !== undefined && !schema.safeParse(minValue).success;
	return isAbove ? { ...field, typeOptions: { ...field.typeOptions, isAbove } } : field;
}

function rangeOf({ minValue: min, maxValue: max, isAbove }: Record<string, unknown> = {}): string {
	if (min !== undefined && max !== undefined) return `${min} to ${max}`;
	return min === undefined ? '' : isAbove ? `above ${min}` : `from ${min}`;
}

interface Row {
	label: string;
	parameter: string;
	range: string;
	text: string;
}

const table = (fields: readonly INodeProperties[]) => tableOf(rowsOfFields(fields));

/** Without the column of ranges, if it is empty. */
function tableOf(
	rows: readonly Row[],
	marks: string[] = [],
	marksOf: (row: Row) => string[] = () => [],
): string {
	const hasRanges = rows.some(({ range }) => range !== '');
	const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`.replace(/ {2,}/g, ' ');
	const head = ['Field', 'Parameter', ...marks, ...(hasRanges ? ['Range'] : []), 'Meaning'];
	const lines = rows.map((row) => {
		const { label, parameter, range, text } = row;
		return line([label, `\`${parameter}\``, ...marksOf(row), ...(hasRanges ? [range] : []), text]);
	});
	return [line(head), `|${'---|'.repeat(head.length)}`, ...lines].join('\n');
}

/** A parameter with several forms has the row of the first. */
function rowsOfFields(fields: readonly INodeProperties[]): Row[] {
	const rows = new Map<string, Row>();
	for (const row of fields.flatMap((field) => rowsOf(field, ''))) {
		if (!rows.has(row.parameter)) rows.set(row.parameter, row);
	}
	return [...rows.values()];
}

function rowsOf(field: INodeProperties, parent: string): Row[] {
	if (field.type === 'notice' || field.type === 'hidden') return [];
	const parameter = parent === '' ? field.name : `${parent}.${field.name}`;
	const usual = defaultOf(field);
	const text = `${explanation(field)}${usual === '' ? '' : ` (default ${usual})`}`.trim();
	const inner = (field.options ?? []).flatMap((option) => {
		if ('values' in option) {
			return option.values.flatMap((value) => rowsOf(value, `${parameter}.${option.name}`));
		}
		return 'type' in option && field.type === 'collection' ? rowsOf(option, parameter) : [];
	});
	// A list without its own description is replaced by its fields.
	return text === '' && inner.length > 0
		? inner
		: [{ label: field.displayName, parameter, range: rangeOf(field.typeOptions), text }, ...inner];
}

function defaultOf({ default: value, type }: INodeProperties): string {
	// Choices show their default in bold.
	if (isChoice(type) || type === 'fixedCollection' || type === 'collection') return '';
	const plain = typeof value === 'object' && value !== null && 'value' in value ? value.value : value;
	if (plain === '' || plain === undefined || plain === null) return '';
	if (typeof plain === 'boolean') return plain ? 'on' : 'off';
	// A row of a table must be one line.
	if (typeof plain === 'string' && plain.includes('\n')) return 'an example';
	return `\`${typeof plain === 'string' ? plain : JSON.stringify(plain)}\``.replaceAll('|', '\\|');
}

const isChoice = (type: string) => type === 'options' || type === 'multiOptions';

function explanation({
	description = '',
	hint = '',
	options = [],
	type,
	default: usual,
}: INodeProperties): string {
	const given: unknown = usual;
	const chosen: unknown[] = Array.isArray(given) ? given : [given];
	const choices = options.flatMap((option) => {
		if (!('value' in option) || !isChoice(type)) return [];
		const shown = `${option.name} (\`${String(option.value)}\`)`;
		return chosen.some((value) => value === option.value) ? `**${shown}**` : shown;
	});
	const text = [description, hint]
		// The list of choices has the values.
		.map((part) => part.replace(/\s*In an expression: [^.]*(?:\.|$)/, ''))
		.filter((part) => part !== '')
		.map((part) => part.replace(/\.$/, ''))
		.join('. ')
		.replace(/\s+/g, ' ')
		.replaceAll('|', '\\|')
		.replace(/<[^>]+>/g, '');
	return [text, choices.join(' · ')].filter((part) => part !== '').join('. ');
}
