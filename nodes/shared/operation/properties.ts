import type { INodeProperties } from 'n8n-workflow';
import { commonFields } from './commonFields';
import { commonOptions } from './commonOptions';
import type { Operation, Resource } from './types';

/** The n8n properties of a node: its resources, their operations, and each operation's parameters. */
export function nodeProperties(resources: readonly Resource[]): INodeProperties[] {
	return [
		resourceProperty(resources),
		...resources.map(operationProperty),
		...resources.flatMap((resource) =>
			resource.operations.flatMap((operation) => operationFields(resource, operation)),
		),
	];
}

const fieldLists = new WeakMap<Operation, INodeProperties[]>();

/** The parameters of an operation without their place on the screen, the common ones included. */
export function fieldsOf(operation: Operation): readonly INodeProperties[] {
	const fields = fieldLists.get(operation) ?? allFields(operation);
	fieldLists.set(operation, fields);
	return fields;
}

function allFields(operation: Operation): INodeProperties[] {
	const options = [...(operation.options ?? []), ...commonOptions(operation)];
	const fields = [...operation.fields, ...commonFields(operation)];
	if (options.length === 0) return fields;
	// Not sorted by the rules of a language: to load those takes longer than everything else that a node does before it
	// runs.
	const byName = [...options].sort((a, b) => (a.displayName < b.displayName ? -1 : 1));
	return [
		...fields,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: byName,
		},
	];
}

function firstOf(choices: ReadonlyArray<{ value: string }>): string {
	return choices[0]?.value ?? '';
}

function resourceProperty(resources: readonly Resource[]): INodeProperties {
	return {
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: resources.map(({ name, value }) => ({ name, value })),
		default: firstOf(resources),
	};
}

function operationProperty(resource: Resource): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource.value] } },
		options: resource.operations.map(({ name, value, description, action }) => ({
			name,
			value,
			description,
			action,
		})),
		default: firstOf(resource.operations),
	};
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
