import type { INodeProperties } from 'n8n-workflow';
import { choice, collection, fieldsIn, type FieldProperties, type Parameters } from './parameters/builders';
import { settingsOf } from './settings';
import type { Operation, Resource } from './types';

/** The n8n properties of a node: its resources, their operations, and each operation's parameters. */
export function nodeProperties(resources: readonly Resource[]): INodeProperties[] {
	return [
		...selector('Resource', resources).fields('resource'),
		...resources.flatMap(({ value, operations }) =>
			selector('Operation', operations, { show: { resource: [value] } }).fields('operation'),
		),
		...resources.flatMap((resource) =>
			resource.operations.flatMap((operation) => operationFields(resource, operation)),
		),
	];
}

type Named = Pick<Operation, 'name' | 'value'> & Partial<Pick<Operation, 'description' | 'action'>>;

function selector(
	displayName: string,
	choices: readonly Named[],
	displayOptions?: FieldProperties['displayOptions'],
) {
	const [first] = choices;
	const options = choices.map(({ name, value, description, action }) => ({
		name,
		value,
		description,
		action,
	}));
	const when = displayOptions && { displayOptions };
	return choice(displayName, { noDataExpression: true, ...when, options, default: first?.value ?? '' });
}

const fieldLists = new WeakMap<Operation, INodeProperties[]>();

/** The parameters of an operation without their place on the screen, the common ones included. */
export function fieldsOf(operation: Operation): readonly INodeProperties[] {
	const fields = fieldLists.get(operation) ?? allFields(operation);
	fieldLists.set(operation, fields);
	return fields;
}

function allFields(operation: Operation): INodeProperties[] {
	const { parameters, waitOptions, options } = settingsOf(operation);
	return [
		...fieldsIn(operation.parameters),
		...fieldsIn(parameters),
		...listOf('waitOptions', 'Waiting', waitOptions, { show: { waitForCompletion: [true] } }),
		...listOf('options', 'Options', { ...operation.options, ...options }),
	];
}

/** A list of options, in the order of use; none where nothing is in it. */
function listOf(
	name: string,
	displayName: string,
	options: Parameters,
	displayOptions?: FieldProperties['displayOptions'],
): INodeProperties[] {
	if (Object.keys(options).length === 0) return [];
	const when = displayOptions && { displayOptions };
	return collection(displayName, options, { placeholder: 'Add option', ...when }).fields(name);
}

function operationFields(resource: Resource, operation: Operation): INodeProperties[] {
	return fieldsOf(operation).map((field) => ({
		...field,
		displayOptions: {
			...field.displayOptions,
			show: {
				resource: [resource.value],
				operation: [operation.value],
				...field.displayOptions?.show,
			},
		},
	}));
}

/**
 * The line under a node's name on the canvas, as an n8n expression: what is chosen, in the words of the screen, such as
 * "Image: Generate" or "Face Swap: Video". Empty when the operation is not one of the node's.
 */
export function nodeSubtitle(resources: readonly Resource[]): string {
	const subtitles = Object.fromEntries(
		resources.flatMap((resource) =>
			resource.operations.map((operation) => [
				`${resource.value}.${operation.value}`,
				subtitleOf(resource, operation),
			]),
		),
	);
	return `={{ (${JSON.stringify(subtitles)})[$parameter["resource"] + "." + $parameter["operation"]] ?? "" }}`;
}

/** n8n names a node after the action that was picked: the line below must not repeat the same words. */
function subtitleOf(resource: Resource, { name }: Operation): string {
	return `${resource.name}: ${name.replace(/^.* in an? /, '')}`;
}
