import type { INodeProperties } from 'n8n-workflow';
import { settingsOf } from '../../../nodes/shared/operation/settings';
import { fieldsIn, type Parameters } from '../../../nodes/shared/operation/parameters/builders';
import type { Operation, Resource } from '../../../nodes/shared/operation/types';
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
	const { create, read, session } = examples;
	const custom = nodes.flatMap(({ resources = [] }) => resources.filter(isCustom)).at(0);
	return [
		'## Fields of every create',
		'You have these fields wherever you make a job. If a name begins with `waitOptions.`, `limits.` or `options.`, you find its field in the list Waiting, Limits or Options, where you add it. The default holds until you do. Default choices are bold.',
		table(fieldsWith(settingsOf(create))),
		`You find Cancel on Stop and Minimum Credit only in Face Swap. Download Result is off for videos and audio. Give all items the same value of Wait Method, Save Execution After, Concurrent Submissions and Maximum Open Jobs, or the node refuses the items that differ. If Maximum Jobs per Execution or Minimum Credit differ, the strictest value counts.`,
		`If you read a job (Get, Get Many of results), you have only ${labelsOf(read)}, and Wait for Completion is off. For a live session you have only ${labelsOf(session)}.`,
		...(custom ? customSection(custom) : []),
		outputSection(),
		...nodes.map(nodeSection),
	].join('\n\n');
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

/** The heading of an operation, and its rows by their lines. */
interface Section {
	name: string;
	heading: string;
	rows: ReadonlyMap<string, string>;
}

/** So many rows are not repeated. The page names the section that has them. */
const SHARED = 3;

/** Writes the section of an operation, and adds it to the node's earlier sections. */
function operationSection(resource: Resource, operation: Operation, earlier: Section[]): string {
	const heading = `${resource.name}: ${operation.name} (\`${resource.value}\`, \`${operation.value}\`)`;
	const rows = rowsByLine(fieldsWith(operation));
	const sharedWith = ({ rows: others }: Section) => [...rows].filter(([line]) => others.has(line));
	const [like] = [...earlier].sort((one, other) => sharedWith(other).length - sharedWith(one).length);
	const shared = new Map(like === undefined ? [] : sharedWith(like));
	earlier.push({ name: operation.name, heading, rows });
	const isLike = like !== undefined && shared.size >= SHARED;
	const own = [...rows.keys()].filter((line) => !isLike || !shared.has(line));
	const labels = new Set(shared.values());
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

/** The fields of an operation next to its own, with their labels. */
function labelsOf(operation: Operation): string {
	return fieldsWith(settingsOf(operation))
		.map(({ displayName }) => displayName)
		.join(', ');
}

/** Parameters with the options behind them. */
function fieldsWith({
	parameters,
	...lists
}: Record<'parameters' | 'options', Parameters> & Partial<Record<'waitOptions' | 'limits', Parameters>>) {
	const { waitOptions = {}, limits = {}, options } = lists;
	return [
		...fieldsIn(parameters),
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
		return fields(name).map((field) => ({ ...field, default: usual, name: `${list}.${name}` }));
	});
}

const isPlain = (value: unknown): value is string | number | boolean =>
	['string', 'number', 'boolean'].includes(typeof value);

/** By n8n's rules, a description of one sentence ends without a period. */
const sentence = (text: string) => (text.endsWith('.') ? text : `${text}.`);

interface Row {
	label: string;
	parameter: string;
	text: string;
}

const table = (fields: readonly INodeProperties[]) => tableOf([...rowsByLine(fields).keys()]);

const tableOf = (lines: readonly string[]) =>
	['| Field | Parameter | Meaning |', '|---|---|---|', ...lines].join('\n');

/** The labels of fields by their lines in a table. A parameter with several forms has the line of the first. */
function rowsByLine(fields: readonly INodeProperties[]): Map<string, string> {
	const rows = new Map<string, Row>();
	for (const row of fields.flatMap((field) => rowsOf(field, ''))) {
		if (!rows.has(row.parameter)) rows.set(row.parameter, row);
	}
	return new Map(
		[...rows.values()].map(({ label, parameter, text }) => [
			`| ${label} | \`${parameter}\` | ${text} |`,
			label,
		]),
	);
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
	return text === '' && inner.length > 0 ? inner : [{ label: field.displayName, parameter, text }, ...inner];
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
