import type { INodeProperties } from 'n8n-workflow';
import { flag, optionalNumber } from './inputs';

/** The id of one record; the service has no list of records to choose from. */
export function recordIdField(description: string): INodeProperties {
	return {
		displayName: 'ID',
		name: 'recordId',
		type: 'resourceLocator',
		default: { mode: 'id', value: '={{ $json.id }}' },
		required: true,
		description,
		modes: [
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 66a1f0c2e4b0d1a2b3c4d5e6' },
		],
	};
}

/** Whether the output is what people need of the service's answer, or all of it. */
export const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** How many records a list gives, up to a limit or all of them. */
export const howMany = {
	fields: [
		{
			displayName: 'Return All',
			name: 'returnAll',
			type: 'boolean',
			default: false,
			description: 'Whether to return all results or only up to a given limit',
		},
		{
			displayName: 'Limit',
			name: 'limit',
			type: 'number',
			default: 50,
			typeOptions: { minValue: 1 },
			displayOptions: { show: { returnAll: [false] } },
			description: 'Max number of results to return',
		},
	] satisfies INodeProperties[],
	input: {
		returnAll: flag(false),
		limit: optionalNumber((schema) => schema.int().min(1)).transform((limit) => limit ?? 50),
	},
};
