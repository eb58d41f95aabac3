import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

type Execute = (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;

/** A node type with the minimum that n8n needs. */
export function define(
	name: string,
	execute: Execute,
	properties: INodeProperties[] = [],
	more: Partial<INodeTypeDescription> = {},
): INodeType {
	return {
		description: {
			displayName: name,
			name,
			group: ['transform'],
			version: Array.from({ length: 50 }, (_unused, index) => (index + 10) / 10),
			description: name,
			defaults: { name },
			inputs: [NodeConnectionTypes.Main],
			outputs: [NodeConnectionTypes.Main],
			properties,
			...more,
		},
		execute,
	};
}

export const property = (
	name: string,
	type: INodeProperties['type'],
	value: INodeProperties['default'],
	more: Partial<INodeProperties> = {},
): INodeProperties => ({ displayName: name, name, type, default: value, ...more });

/** Texts and lists by their defaults, and Options. */
export const properties = (defaults: Record<string, INodeProperties['default']>): INodeProperties[] =>
	Object.entries({ ...defaults, options: {} }).map(([name, value]) =>
		property(name, typeof value === 'string' ? 'string' : 'json', value),
	);

/** Returns its input. */
export async function passOn(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	return [this.getInputData()];
}
