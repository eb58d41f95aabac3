import type { INodeProperties } from 'n8n-workflow';
import { commonOf } from './common';
import { collection, fieldsIn } from './parameter';
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
	const common = commonOf(operation);
	const fields = [...fieldsIn(operation.parameters), ...fieldsIn(common.parameters)];
	const options = { ...operation.options, ...common.options };
	const entries = fieldsIn(options);
	if (entries.length === 0) return fields;
	// Not sorted by the rules of a language: to load those takes longer than everything else that a node does before it
	// runs.
	const byName = entries.sort((a, b) => (a.displayName < b.displayName ? -1 : 1));
	const looks = { placeholder: 'Add option', options: byName };
	return [...fields, ...collection('Options', options, looks).fields('options')];
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
